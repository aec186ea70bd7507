"""Signatures: in a fixed order, the version last, and what rows share."""

from __future__ import annotations

from caesura.foundation import __version__, fingerprint, shared_signature, signature
from caesura.foundation.signatures import parse_signature


def test_signatures() -> None:
    text = signature(data="wqsc", measure="corpus", folds=None)
    assert text.startswith("data:wqsc|measure:corpus|caesura:")
    assert parse_signature(text)["measure"] == "corpus"
    assert fingerprint(["ab", "c"]) != fingerprint(["a", "bc"])


def test_what_is_none_is_left_out_and_the_version_comes_last() -> None:
    assert signature(data="x", subset=None, measure="corpus") == f"data:x|measure:corpus|caesura:{__version__}"
    assert parse_signature("data:a:b|n:2") == {"data": "a:b", "n": "2"}


def test_rows_share_what_they_agree_on() -> None:
    one = signature(data="x", method="none", measure="corpus")
    two = signature(data="x", method="titles", lexicon="l", rules="r", measure="corpus")
    expected = f"data:x|method:*|lexicon:l|rules:r|measure:corpus|caesura:{__version__}"
    assert shared_signature([one, two]) == shared_signature([two, one]) == expected
    assert shared_signature([one]) == one
