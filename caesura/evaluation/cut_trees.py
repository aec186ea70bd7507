"""Trees against flat votes: each is cut into a flat segmentation, and the row says where and how well the tree itself fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from caesura.corpus import Corpus
from caesura.evaluation.cutting import CutCorpus, ScoredTree, TreeCut, cut_at, cut_in_folds, worth_under
from caesura.evaluation.evaluation import Evaluation, evaluate
from caesura.evaluation.holding import tree_fit
from caesura.evaluation.measures.base import Measure
from caesura.evaluation.predicted import Predicted
from caesura.evaluation.rows import evaluation_rows
from caesura.foundation import RESAMPLES, SEED

#: The cut that does best on all other parts of the corpus.
BEST_CUT = "best"


def evaluate_cut_trees(
    corpus: Corpus,
    trees: Mapping[str, Predicted[ScoredTree]],
    *,
    cut: str = BEST_CUT,
    cut_for: str = "newbreak",
    folds: int = 10,
    measures: Sequence[Measure] | None = None,
) -> tuple[Evaluation, Mapping[str, CutCorpus]]:
    """Cut trees (method -> query id -> tree) and score them. `cut_for` is what the best cut is best in, as `corpus:query`."""
    name, _, level = cut_for.partition(":")
    worth = worth_under(name, level or ("value" if name == "newbreak" else "query"))
    given = None if cut == BEST_CUT else TreeCut.parse(cut)
    cuts = {
        method: cut_in_folds(corpus.entries, of.of, worth, folds) if given is None else cut_at(corpus.entries, of.of, given)
        for method, of in trees.items()
    }
    how = f"best-{cut_for}-{folds}-folds" if given is None else str(given)
    flats = {method: Predicted(cuts[method].flats, {**of.facts, "cut": how}, of.seen, of.notes) for method, of in trees.items()}
    return evaluate(corpus, flats, measures=measures), cuts


def cut_rows(
    evaluation: Evaluation,
    trees: Mapping[str, Predicted[ScoredTree]],
    cuts: Mapping[str, CutCorpus],
    *,
    people: bool = True,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> list[dict[str, Any]]:
    """The rows of `evaluation_rows`, with the cut of each method and how many annotated segments its trees hold."""
    rows: list[dict[str, Any]] = []
    fits = {
        method: tree_fit(evaluation.corpus.entries, {query_id: tree.nested for query_id, tree in of.of.items()})
        for method, of in trees.items()
    }
    for row in evaluation_rows(evaluation, people=people, resamples=resamples, seed=seed):
        method = row["method"]
        if method not in cuts:
            rows.append(dict(row))
            continue
        rows.append({**row, "cut": str(cuts[method].overall), "cuts": [str(one) for one in cuts[method].cuts], **fits[method]})
    return rows
