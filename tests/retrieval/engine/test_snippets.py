"""Snippets show the words around what was asked for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from caesura.retrieval import Analysis, snippet

_TEXT = "one two three four five six seven eight nine ten Eleven, twelve thirteen fourteen eleven fifteen"


def test_where_the_words_are() -> None:
    terms = Analysis().terms
    assert snippet(_TEXT, {"eleven"}, terms, 5) == "... nine ten Eleven, twelve thirteen ..."
    assert snippet(_TEXT, {"two", "fourteen", "fifteen"}, terms, 6) == "... Eleven, twelve thirteen fourteen eleven fifteen"
    assert snippet(_TEXT, {"nowhere"}, terms, 3) == "one two three ..."
    assert snippet("", {"a"}, terms) == ""


@given(st.text(), st.sets(st.text(min_size=1)), st.integers(1, 9))
def test_a_snippet_is_some_words_of_the_text(text: str, wanted: set[str], size: int) -> None:
    shown = snippet(text, wanted, Analysis("spaces").terms, size)
    assert " ".join(shown.removeprefix("... ").removesuffix(" ...").split()) in " ".join(text.split()) or "..." in text
