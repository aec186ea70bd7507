"""Evaluate trees on a corpus of trees: per query first, then means with intervals and a signature for each row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from caesura.corpus import Corpus, detect_format, read_corpus
from caesura.evaluation.levels import harmonic_mean
from caesura.evaluation.people import PERSON
from caesura.evaluation.predicted import Facts, Predicted
from caesura.evaluation.predictions import method_name
from caesura.evaluation.statistics import Floats, harmonic_means
from caesura.evaluation.trees import TREE_LEVELS, TREE_MEASURES, TreeMeasure, TreeValues, nested_of, tree_votes
from caesura.foundation import CONFIDENCE, RESAMPLES, SEED, InputError, PathLike, percentile_interval, resampled_sums, signature
from caesura.shapes import Nested, Words, print_brackets, shown

Row = Mapping[str, Any]

#: Query id -> tree.
TreePredictions = Mapping[str, Nested]


@dataclass(frozen=True)
class TreeScores:
    """One method under one measure: the values of each query that takes part, by its id."""

    method: str
    measure: TreeMeasure
    values: Mapping[str, TreeValues]
    facts: Facts = field(default_factory=dict)

    def means(self) -> dict[str, float | None]:
        """Exact means, with bracket F in its place behind recall; None where no query takes part."""
        means = {level: self._mean(level) for level in TREE_LEVELS}
        precision, recall = means["bracket_precision"], means["bracket_recall"]
        f = harmonic_mean(precision, recall) if precision is not None and recall is not None else None
        return {level: None if value is None else float(value) for level, value in _with_f(means, f).items()}

    def _mean(self, level: str) -> Fraction | None:
        known = [value for values in self.values.values() if (value := values[level]) is not None]
        return sum(known, Fraction(0)) / len(known) if known else None


def evaluate_trees(
    corpus: Corpus,
    predictions: Mapping[str, TreePredictions | Predicted[Nested]],
    *,
    measures: Sequence[TreeMeasure] | None = None,
    people: bool = True,
) -> list[TreeScores]:
    """Score trees (method -> query id -> tree) under all measures, or those given; then the annotators themselves."""
    if not len(corpus):
        raise InputError(f"{corpus.name} has no queries", cure="evaluation needs at least one annotated query")
    used = list(measures or TREE_MEASURES.values())
    votes = {entry.query.id: tree_votes(entry) for entry in corpus}
    known = {method: Predicted.known(given) for method, given in predictions.items()}
    scores = [
        TreeScores(
            method, measure, {i: measure.score(of, _checked(method, trees.of, corpus, i)) for i, of in votes.items()}, trees.facts
        )
        for method, trees in known.items()
        for measure in used
    ]
    for measure in used if people else ():
        of_people = {i: values for i, of in votes.items() if (values := measure.person(of)) is not None}
        if of_people:
            scores.append(TreeScores(PERSON, measure, of_people))
    return scores


def tree_rows(
    corpus: Corpus, scores: Sequence[TreeScores], *, resamples: int = RESAMPLES, seed: int = SEED, confidence: float = CONFIDENCE
) -> list[Row]:
    """One row per method and measure."""
    return [_row(corpus, score, resamples, seed, confidence) for score in scores]


def tree_query_rows(corpus: Corpus, scores: Sequence[TreeScores], predictions: Mapping[str, TreePredictions]) -> list[Row]:
    """One row per query, method and measure."""
    return [
        {
            "id": query_id,
            "method": of_method.method,
            "measure": of_method.measure.name,
            "prediction": print_brackets(corpus[query_id].query.words, predictions[of_method.method][query_id]),
            **{level: None if value is None else float(value) for level, value in values.items()},
        }
        for of_method in scores
        if of_method.method in predictions
        for query_id, values in of_method.values.items()
    ]


def read_tree_predictions(path: PathLike, corpus: Corpus) -> tuple[str, TreePredictions]:
    """A file of trees, one for each query, in any form that holds trees. Trees belong to queries by their words."""
    trees: dict[Words, Nested] = {}
    # A file of single words only has no bracket to be known by, but trees are all it can hold here.
    named = None if str(path) == "-" or detect_format(path, annotated=True).name != "pipe" else "brackets"
    for entry in read_corpus(path, named, annotated=True):
        for vote in entry.votes:
            if trees.setdefault(entry.query.words, nested_of(vote)) != vote.shape:
                raise InputError(f"the words {shown(entry.query.text)} have two trees", cure="a prediction is one tree", file=path)
    missing = [entry.query for entry in corpus if entry.query.words not in trees]
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise InputError(
            f"query {missing[0].id} {shown(missing[0].text)} has no tree{more}",
            cure=f"predict every query of {corpus.name}, for example with: caesura nest - --format bracket",
            file=path,
        )
    return method_name(path), {entry.query.id: trees[entry.query.words] for entry in corpus}


def _checked(method: str, trees: TreePredictions, corpus: Corpus, query_id: str) -> Nested:
    query = corpus[query_id].query
    nested = trees.get(query_id)
    if nested is None:
        raise InputError(f"{method} leaves out query {query_id} {shown(query.text)}", cure="predict every query of the corpus")
    if nested.size != len(query.words):
        raise InputError(f"{method} has a tree of {nested.size} words for query {query_id} {shown(query.text)}")
    return nested


def _row(corpus: Corpus, scores: TreeScores, resamples: int, seed: int, confidence: float) -> Row:
    totals = [tree_votes(corpus[i]).total for i in scores.values]
    low, high = min(totals), max(totals)
    row: dict[str, Any] = {"method": scores.method, "measure": scores.measure.name, "queries": len(scores.values)}
    row["undecided"] = sum(len(corpus[i].query.words) > 2 for i in scores.values)
    row |= scores.means()
    if resamples:
        row["intervals"] = _intervals(scores, resamples, seed, confidence)
    row["signature"] = signature(
        data=corpus.signature,
        queries=row["queries"],
        annotators=low if low == high else f"{low}-{high}",
        shape="nested",
        method=scores.method,
        **scores.facts,
        measure=scores.measure.name,
        root="left-out",
        interval=f"bootstrap-{confidence:g}-{resamples}-seed-{seed}" if resamples else None,
    )
    return row


def _intervals(scores: TreeScores, resamples: int, seed: int, confidence: float) -> dict[str, list[float] | None]:
    columns: list[list[float]] = []
    for level in TREE_LEVELS:
        values = [query[level] for query in scores.values.values()]
        columns += [[float(value or 0) for value in values], [float(value is not None) for value in values]]
    sums = resampled_sums(np.array(columns).T, resamples, seed)
    samples: dict[str, Floats | None] = {}
    for number, level in enumerate(TREE_LEVELS):
        above, below = sums[:, 2 * number], sums[:, 2 * number + 1]
        # A resample of nothing but one-word queries has no distance; it is as good as one that was not drawn.
        samples[level] = above[below > 0] / below[below > 0] if below.any() else None
    precision, recall = samples["bracket_precision"], samples["bracket_recall"]
    f = None if precision is None or recall is None else harmonic_means(precision, recall)
    return {level: None if of is None else list(percentile_interval(of, confidence)) for level, of in _with_f(samples, f).items()}


def _with_f(levels: Mapping[str, Any], f: Any) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for level, value in levels.items():
        result[level] = value
        if level == "bracket_recall":
            result["bracket_f"] = f
    return result
