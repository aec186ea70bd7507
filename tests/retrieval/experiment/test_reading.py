"""Queries and judgements: what can take part, and what is said about the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.retrieval import read_topics
from caesura.retrieval.experiment.judgements import read_judgements
from caesura.retrieval.experiment.topics import LONGEST, choose_topics, notes_on


def test_judgements_are_read_and_mistakes_named(tmp_path: Path) -> None:
    file = tmp_path / "qrels.txt"
    file.write_text("1 0 a 2\n1 Q0 b -1\n\n2\t0\ta\t0\n1 0 a 2\n")
    assert read_judgements(file) == {"1": {"a": 2, "b": -1}, "2": {"a": 0}}
    for text, line, what in (
        ("1 0 a\n", 1, "not a judgement"),
        ("1 0 a x\n", 1, "not a judgement"),
        ("1 0 a 1\n1 0 a 2\n", 2, "grade 2"),
    ):
        file.write_text(text)
        with pytest.raises(InputError, match=what) as error:
            read_judgements(file)
        assert (error.value.file, error.value.line) == (str(file), line)
    file.write_text("\n")
    with pytest.raises(InputError, match="no judgements"):
        read_judgements(file)


def test_topics_are_read_and_mistakes_named(tmp_path: Path) -> None:
    file = tmp_path / "queries.tsv"
    file.write_text("a\tnew york\n\nb\t\n")
    assert read_topics(file) == [("a", "new york"), ("b", "")]
    for text, what in (("a new york\n", "no tab"), ("a\tx\na\ty\n", "used twice"), ("", "no queries")):
        file.write_text(text)
        with pytest.raises(InputError, match=what):
            read_topics(file)


def test_who_takes_part_and_why_the_others_do_not() -> None:
    queries = [("1", "a b"), ("2", ""), ("3", "a"), ("4", "a b c d"), ("5", "a b"), ("6", "a b")]
    judgements = {"1": {"x": 1}, "4": {"x": 1}, "6": {"x": 0, "y": -1}}
    topics, left_out = choose_topics(queries, judgements, str.split, (2, 3))
    assert [topic.id for topic in topics] == ["1"]
    assert notes_on(left_out) == [
        "1 query left out: without content words",
        "1 query left out: under 2 content words",
        "1 query left out: over 3 content words",
        "1 query left out: without judgements",
        "1 query left out: no relevant document among the judged",
    ]
    with pytest.raises(InputError, match="no query can take part"):
        choose_topics([("9", "a b")], judgements, str.split)
    for lengths in ((1, 3), (3, 2), (2, LONGEST + 1)):
        with pytest.raises(InputError, match="words"):
            choose_topics(queries, judgements, str.split, lengths)
