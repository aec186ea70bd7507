from __future__ import annotations

from caesura.foundation import fingerprint, parse_signature, signature


def test_signatures() -> None:
    text = signature(data="wqsc", measure="corpus", folds=None)
    assert text.startswith("data:wqsc|measure:corpus|caesura:")
    assert parse_signature(text)["measure"] == "corpus"
    assert fingerprint(["ab", "c"]) != fingerprint(["a", "bc"])
