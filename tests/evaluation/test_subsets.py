"""Parts of a corpus, by expression and by predicate."""

from __future__ import annotations

import pytest

from caesura.corpus import Corpus
from caesura.evaluation import ALL, Subset, evaluate, evaluation_rows, parse_subset
from caesura.foundation import InputError
from tests.evaluation.corpora import entry

CORPUS = Corpus(
    "small",
    (
        entry("1", {"new york|times": 8, "new|york|times": 2}, ("JJ", "NN", "NN")),
        entry("2", {"how|to|cook|rice": 6, "how to|cook rice": 4}, ("WRB", "TO", "VB", "NN")),
        entry("3", {"rye bread": 5, "rye|bread": 5}, ("NN", "NN")),
    ),
)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("all", "123"),
        ("nominal", "13"),
        ("non-nominal", "2"),
        ("safe", "1"),
        ("unsafe", "23"),
        ("segmented", "13"),
        ("unsegmented", "2"),
        ("length=3", "1"),
        ("length==3", "1"),
        ("length != 3", "23"),
        ("length>=3", "12"),
        ("length<3", "3"),
        ("top>5&top<=8", "12"),
        ("votes=10", "123"),
        ("segmentations=2", "123"),
        (" nominal & unsafe ", "3"),
    ],
)
def test_expressions(text: str, ids: str) -> None:
    flags = parse_subset(text).flags(CORPUS)
    assert "".join(e.query.id for e, flag in zip(CORPUS, flags, strict=True) if flag) == ids


@pytest.mark.parametrize("text", ["", "nominal or safe", "length>", "long", "size=3", "length=x", "__import__('os')", "nominal&"])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not understood; write all, safe, unsafe"):
        parse_subset(text)


def test_an_empty_subset_is_refused() -> None:
    with pytest.raises(InputError, match="no query of small is in the subset 'length>9'"):
        parse_subset("length>9").flags(CORPUS)


def test_without_tags_nominal_is_not_known() -> None:
    untagged = Corpus("c", (entry("1", {"a b": 1}),))
    with pytest.raises(InputError, match="whether query 1 is nominal is not known; use a corpus with part-of-speech tags"):
        parse_subset("nominal").flags(untagged)


def test_any_predicate_and_rows_side_by_side() -> None:
    predictions = {e.query.id: e.votes.top.shape for e in CORPUS}
    questions = Subset("questions", lambda e: e.query.words[0] == "how")
    rows = evaluation_rows(evaluate(CORPUS, {"top": predictions}), subsets=[ALL, questions], resamples=0)  # type: ignore[dict-item]
    newbreak = {row["subset"]: row for row in rows if row["measure"] == "newbreak"}
    assert {name: row["queries"] for name, row in newbreak.items()} == {"all": 3, "questions": 1}
    assert "subset:questions|" in newbreak["questions"]["signature"]
    assert "subset" not in newbreak["all"]["signature"]
