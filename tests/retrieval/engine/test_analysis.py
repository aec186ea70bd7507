"""How text becomes terms."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.retrieval import Analysis, stop_words


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("New York", ["new", "york"]),
        ("U.S. Navy's F-16", ["u", "s", "navy", "s", "f", "16"]),
        ("snake_case 1,000", ["snake", "case", "1", "000"]),
        ("ﬁne ＡＢＣ Straße", ["fine", "abc", "straße"]),
        ("naïve 東京 Ωmega", ["naïve", "東京", "ωmega"]),
        (" \t\n", []),
        ("?!", []),
    ],
)
def test_words(text: str, terms: list[str]) -> None:
    assert Analysis().terms(text) == terms


def test_spaces_leave_all_as_it_is() -> None:
    assert Analysis("spaces").terms("U.S.  Navy\t(old)") == ["U.S.", "Navy", "(old)"]


@given(st.text())
def test_terms_are_terms(text: str) -> None:
    analysis = Analysis()
    terms = analysis.terms(text)
    assert all(analysis.cut(term) for term in terms)


@given(st.text(st.characters(max_codepoint=127)))
def test_plain_ascii_is_cut_as_all_else(text: str) -> None:
    assert [*Analysis().cut(text), "é"] == Analysis().cut(f"{text} é")


def test_porter() -> None:
    pytest.importorskip("Stemmer", reason="needs: pip install 'caesura[retrieval]'")
    assert Analysis(stemmer="porter").terms("Relational conditions, happily hopping s") == [
        "relat",
        "condit",
        "happili",
        "hop",
        "s",
    ]


def test_stop_words_are_met_in_any_spelling(tmp_path: Path) -> None:
    file = tmp_path / "stop.txt"
    file.write_text("# mine\nThe\n\nof\n")
    assert stop_words(file) == {"The", "of"}
    assert Analysis(stop_words=stop_words(file)).terms("The House OF the") == ["house"]
    assert stop_words("none") == frozenset()
    assert {"the", "of", "what", "is", "a"} <= stop_words("english")
    with pytest.raises(InputError, match="no such file"):
        stop_words("nowhere.txt")


def test_unknown_names_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="choose one of none, porter"):
        Analysis(stemmer="german")
    with pytest.raises(InputError, match="choose one of words, spaces"):
        Analysis("letters")
    monkeypatch.setitem(sys.modules, "Stemmer", None)
    with pytest.raises(InputError, match=r"pip install 'caesura\[retrieval\]'"):
        Analysis(stemmer="porter")
