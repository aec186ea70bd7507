"""Reading pairs and questions."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.syntax import Pair, plain_words, read_pairs, read_questions


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Where's the U.S. Capitol?", "wheres the us capitol"),
        ("“Quoted” words, e.g. (these)", "quoted words eg these"),
        ("What is a cat 's age", "what is a cats age"),
        ("rock & roll c++", "rock & roll c++"),
        ("tea site:example.org/a", "tea site:example.org/a"),
        ("well-known", "well known"),
        ("", ""),
    ],
)
def test_plain_words(text: str, words: str) -> None:
    assert plain_words(text) == tuple(words.split())


def test_pairs_and_their_errors(tmp_path: Path) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text("Tea, milk\tHow is tea with milk?\tsource\n\n")
    assert list(read_pairs(file)) == [Pair(("tea", "milk"), ("how", "is", "tea", "with", "milk"))]
    file.write_text("tea\tWhat is tea?\nno tab here\n")
    with pytest.raises(InputError, match=r"pairs.tsv:2: no tab.*write query<TAB>title"):
        list(read_pairs(file))


def test_questions_by_source(tmp_path: Path) -> None:
    file = tmp_path / "log.tsv"
    file.write_text("a\tWhat is tea?\nb\tgreen tea\n")
    assert list(read_questions(file, {"a"})) == [("what", "is", "tea")]
    assert len(list(read_questions(file))) == 2
    file.write_text("What is tea?\n")
    assert list(read_questions(file)) == [("what", "is", "tea")]
    with pytest.raises(InputError, match="no source"):
        list(read_questions(file, {"a"}))
