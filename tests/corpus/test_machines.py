"""Machine annotators beside people's votes, never among them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from caesura.corpus import (
    Corpus,
    Entry,
    Machine,
    Query,
    Vote,
    Votes,
    WorkerKind,
    annotated_by,
    merge_corpora,
    read_corpus,
    without_annotator,
    write_corpus,
)
from caesura.foundation import InputError
from caesura.shapes import Flat
from tests.corpus.strategies import corpora

ONE, OTHER = Flat((0, 1)), Flat((1, 0))


def mixed(about: dict[str, object] | None = None) -> Corpus:
    entries = (
        Entry(Query("q1", "new york times"), Votes((Vote(ONE, 2, ("ann", "bob")), Vote(OTHER, 1, ("cid",))))),
        Entry(Query("q2", "a b c"), Votes((Vote(OTHER, 1, ("ann",)),))),
    )
    answers = {"q1": Votes((Vote(OTHER, 2), Vote(ONE, 1)))}
    return Corpus("mixed", entries, {}, {"gpt": Machine(WorkerKind.LANGUAGE_MODEL, answers, about or {})})


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_kinds_and_samples_survive_files(tmp_path: Path, ending: str) -> None:
    corpus = mixed({"model": "tiny", "temperature": 0.7})
    file = tmp_path / f"mixed.{ending}"
    lost = write_corpus(corpus, file)
    back = read_corpus(file)
    assert [entry.votes for entry in back] == [entry.votes for entry in corpus]
    assert back.machines["gpt"].kind is WorkerKind.LANGUAGE_MODEL
    assert back.machines["gpt"].answers == corpus.machines["gpt"].answers
    assert lost == ([] if ending == "jsonl" else ["settings of machines"])
    assert back.machines["gpt"].about == ({"model": "tiny", "temperature": 0.7} if ending == "jsonl" else {})


def test_a_format_without_them_says_so(tmp_path: Path) -> None:
    assert "machines" in write_corpus(mixed(), tmp_path / "mixed.tsv", "pipe")


@given(corpora(named=True))
def test_machines_change_no_figure_of_the_votes(corpus: Corpus) -> None:
    alone = Corpus(corpus.name, corpus.entries, corpus.outputs)
    assert corpus.fingerprint == alone.fingerprint
    assert annotated_by(corpus, ["people"]) is corpus


def test_asked_by_name_they_count() -> None:
    both = annotated_by(mixed(), ["people", "gpt"])
    assert both["q1"].votes == Votes((Vote(ONE, 3, ("ann", "bob", "gpt#3")), Vote(OTHER, 3, ("cid", "gpt#1", "gpt#2"))))
    assert (both.machines["gpt"].kind, both.machines["gpt"].answers) == (WorkerKind.LANGUAGE_MODEL, {})
    alone = annotated_by(mixed(), ["gpt"])
    assert [entry.votes.total for entry in alone] == [3, 0]
    assert alone.name == "mixed by gpt"
    assert mixed().machines["gpt"].single == {"q1": OTHER}
    with pytest.raises(InputError, match="it has gpt"):
        annotated_by(mixed(), ["gpt4"])


def test_people_can_be_taken_out() -> None:
    rest, said = without_annotator(mixed(), "ann")
    assert said == {"q1": ONE, "q2": OTHER}
    assert [entry.votes.total for entry in rest] == [2, 0]
    assert "gpt" in rest.machines


def test_merging_never_mixes_them_up() -> None:
    nameless = Corpus("nameless", (Entry(Query("q1", "new york times"), Votes((Vote(OTHER, 5),))),))
    merged = merge_corpora([nameless, mixed()]).corpus
    assert merged["q1"].votes.total == 8
    assert merged.machines["gpt"].answers == mixed().machines["gpt"].answers
    with pytest.raises(InputError, match="two different machine annotators"):
        merge_corpora([mixed({"model": "a"}), mixed({"model": "b"})])


@pytest.mark.parametrize(
    ("machines", "problem"),
    [
        ('{"gpt": {"kind": "person", "votes": []}}', "no kind of machine"),
        ('{"gpt": {"votes": [{"flat": "a|b"}]}}', "no kind of machine"),
        ('{"gpt": {"kind": "segmenter"}}', "has no votes"),
        ('{"gpt": {"kind": "segmenter", "votes": [{"flat": "a|c"}]}}', "c"),
        ("[]", "not an object"),
    ],
)
def test_wrong_lines_have_a_place(tmp_path: Path, machines: str, problem: str) -> None:
    file = tmp_path / "wrong.jsonl"
    file.write_text(f'{{"settings of machines": {{}}}}\n{{"id": "1", "text": "a b", "votes": [], "machines": {machines}}}\n')
    with pytest.raises(InputError, match=problem) as caught:
        read_corpus(file)
    assert caught.value.line == 2
