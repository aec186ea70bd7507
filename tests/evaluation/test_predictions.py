"""A predictions file that does not fit its corpus is refused, with the query's id, the place and what to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.corpus import Corpus, Entry, Query, Vote, Votes
from caesura.evaluation import evaluate, method_name, named_predictions, read_predictions
from caesura.evaluation.query_votes import flat_votes
from caesura.foundation import InputError
from caesura.shapes import Flat, Nested
from tests.evaluation.corpora import entry

CORPUS = Corpus("small", (entry("1", {"new york|times": 3}), entry("2", {"rye bread": 3})))


def written(tmp_path: Path, text: str, name: str = "mine.tsv") -> Path:
    file = tmp_path / name
    file.write_text(text)
    return file


def test_reads_the_usual_form(tmp_path: Path) -> None:
    file = written(tmp_path, "2\trye|bread\n\n1\tnew york|times\n")
    assert read_predictions(file, CORPUS) == {"1": Flat((0, 1)), "2": Flat((1,))}


def test_reads_other_forms_too(tmp_path: Path) -> None:
    lines = [{"id": "1", "text": "new york times", "votes": [{"flat": "new|york times", "count": 1}]}]
    lines.append({"id": "2", "text": "rye bread", "votes": [{"flat": "rye bread", "count": 4}]})
    file = written(tmp_path, "".join(json.dumps(line) + "\n" for line in lines), "mine.jsonl")
    assert read_predictions(file, CORPUS) == {"1": Flat((1, 0)), "2": Flat((0,))}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\tnew york|times\n", r"mine.tsv: query 2 'rye bread' is missing; predict every query of small"),
        ("1\tnew york|times\n2\trye bread\n3\ta|b\n", r"mine.tsv:3: query 3 is not in small; remove it"),
        ("1\tnew|york\n2\trye bread\n", r"mine.tsv:1: query 1 was altered: it has 2 words, the query 'new york times' has 3"),
        ("1\tnew york|times\n2\tRye|bread\n", r"mine.tsv:2: query 2 was altered: word 1 is 'Rye', .* has 'rye' there"),
        ("1\tnew york|times\n1\tnew york|times\n", r"mine.tsv:2: query 1 occurs twice; keep one line"),
    ],
)
def test_refuses_what_does_not_fit(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_predictions(written(tmp_path, text), CORPUS)


def test_other_forms_are_checked_alike(tmp_path: Path) -> None:
    line = {"id": "7", "text": "new york times", "votes": [{"flat": "new|york times", "count": 1}]}
    with pytest.raises(InputError, match=r"mine.jsonl:1: query 7 is not in small"):
        read_predictions(written(tmp_path, json.dumps(line) + "\n", "mine.jsonl"), CORPUS)
    line = {"id": "1", "text": "new york post", "votes": [{"flat": "new|york post", "count": 1}]}
    with pytest.raises(InputError, match=r"mine.jsonl:1: query 1 was altered: word 3 is 'post'"):
        read_predictions(written(tmp_path, json.dumps(line) + "\n", "mine.jsonl"), CORPUS)
    votes = [{"flat": "new|york times", "count": 1}, {"flat": "new york|times", "count": 1}]
    line = {"id": "1", "text": "new york times", "votes": votes}
    with pytest.raises(InputError, match=r"query 1 has 2 segmentations; a prediction is one"):
        read_predictions(written(tmp_path, json.dumps(line) + "\n", "mine.jsonl"), CORPUS)


@pytest.mark.parametrize(
    ("path", "name"),
    [("a/b/pmi.v2.txt", "pmi.v2"), ("mine.tsv.gz", "mine"), ("mine", "mine"), (".hidden", ".hidden"), ("-", "stdin")],
)
def test_method_name(path: str, name: str) -> None:
    assert method_name(path) == name


def test_named_output_of_the_corpus() -> None:
    outputs = {"pmi": {"1": Flat((0, 1)), "2": Flat((1,))}}
    corpus = Corpus("small", CORPUS.entries, outputs)
    assert named_predictions("pmi", corpus) == outputs["pmi"]
    with pytest.raises(InputError, match=r"called 'pim'; name a predictions file; it has pmi"):
        named_predictions("pim", corpus)


def test_predictions_from_python_are_checked_too() -> None:
    with pytest.raises(InputError, match="x leaves out query 2 'rye bread'"):
        evaluate(CORPUS, {"x": {"1": Flat((0, 0))}})
    with pytest.raises(InputError, match="x cuts 2 words, query 1 'new york times' has 3"):
        evaluate(CORPUS, {"x": {"1": Flat((0,)), "2": Flat((0,))}})
    with pytest.raises(InputError, match="x has a prediction for query 3"):
        evaluate(CORPUS, {"x": {"1": Flat((0, 0)), "2": Flat((0,)), "3": Flat((0,))}})


def test_corpora_without_flat_votes_are_refused() -> None:
    with pytest.raises(InputError, match="query 1 has no votes"):
        evaluate(Corpus("c", (Entry(Query("1", "a b")),)), {})
    with pytest.raises(InputError, match="query 1 has nested annotations, evaluation takes flat ones"):
        evaluate(Corpus("c", (Entry(Query("1", "a b"), Votes((Vote(Nested((0,)), 1),))),)), {})
    with pytest.raises(InputError, match="c has no queries"):
        evaluate(Corpus("c", ()), {})


def test_annotators_who_differ_only_in_types_agree() -> None:
    together, apart = Flat((0,)), Flat((1,))
    votes = (
        Vote(together, 1, ("ann",), ("brand",)),
        Vote(apart, 1, ("bob",), ("color", "animal")),
        Vote(together, 1, ("cyd",), ("drink",)),
    )
    merged = flat_votes(Entry(Query("1", "red bull"), Votes(votes)))
    assert merged.all == (Vote(together, 2, ("ann", "cyd")), Vote(apart, 1, ("bob",)))
