"""Other models beside the network of `learned`: `python -m bench.learned_rivals CORPUS [--lexicon L] [--folds N]`.

All see the same features and are trained on the same folds: a linear-chain conditional random field (python-crfsuite), gradient
boosting (LightGBM), the network, and the average of the last two. Each predicts the share of annotators who break at a place and
breaks where that is more than half; the random field is asked for its likeliest whole segmentation (Viterbi) as well. Settings are
the same in all folds. The two libraries are needed here only; Caesura does without them.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

import numpy as np
import numpy.typing as npt

from caesura.corpus import Corpus, Entry, read_corpus
from caesura.evaluation import compare, evaluate, measure
from caesura.lexicon import open_lexicon
from caesura.segmenters import FeatureSources, Recipe, predict_in_folds
from caesura.segmenters.learned.feature_rows import NO_CLASS
from caesura.segmenters.learned.features import AROUND
from caesura.segmenters.learned.fitting import by_query, examples_of, inner_figures
from caesura.segmenters.learned.tag_classes import OUTSIDE
from caesura.segmenters.learned.training import Examples, parts
from caesura.shapes import Flat
from caesura.tagging import default_tagger

#: For each query the predicted share of breaks at each place.
Shares = list[list[float]]

#: Numbers become classes for the random field, each about as frequent as the others.
_BINS = 8
#: The penalty (c2) is for ten votes a query; 10 and 100 were alike on one fold.
_FIELD = {"c1": 0.0, "c2": 30.0, "max_iterations": 60, "feature.possible_transitions": True}

_ROUNDS = 400
_BOOSTING = {
    "objective": "cross_entropy",
    "learning_rate": 0.03,
    "num_leaves": 15,
    "min_data_in_leaf": 30,
    "feature_fraction": 0.2,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5,
    "cat_smooth": 20,
    "num_threads": 1,
    "deterministic": True,
    "verbose": -1,
}


@dataclass(frozen=True)
class Task:
    """What every model is given: features as one row per place, the last columns classes, and the fold of each query."""

    entries: Sequence[Entry]
    examples: Examples
    fold: npt.NDArray[np.int64]
    table: npt.NDArray[np.float64]
    classes: int

    @property
    def folds(self) -> range:
        return range(int(self.fold.max()) + 1)


def task_of(entries: Sequence[Entry], ground: FeatureSources, folds: int, seed: int) -> Task:
    examples = examples_of(entries, ground)
    rows = examples.rows
    given = [] if rows.given is None else [np.where(rows.given == NO_CLASS, OUTSIDE, rows.given)]
    table = np.hstack([rows.numbers, rows.vectors, rows.tags, *given]).astype(np.float64)
    classes = len(AROUND) * (2 if ground.given_tags else 1)
    return Task(entries, examples, parts(examples.texts, folds, seed), table, classes)


def needed(module: str, package: str) -> ModuleType:
    try:
        return import_module(module)
    except ImportError:
        raise SystemExit(f"{package} is not installed, and only this comparison needs it: pip install {package}") from None


def boosting(task: Task, seed: int) -> Shares:
    """Trees on the cross entropy with the shares."""
    library = needed("lightgbm", "lightgbm")
    part, targets, width = task.fold[task.examples.owners], task.examples.targets, task.table.shape[1]
    found = np.zeros(len(targets))
    for number in task.folds:
        inside = part == number
        shown = library.Dataset(task.table[~inside], targets[~inside], categorical_feature=list(range(width - task.classes, width)))
        found[inside] = library.train({**_BOOSTING, "seed": seed}, shown, _ROUNDS).predict(task.table[inside])
    return by_query(found.tolist(), task.examples)


def random_field(task: Task, folder: str) -> tuple[Shares, Shares]:
    """A linear chain trained on each annotator's whole segmentation: the shares it expects, and the likeliest segmentations."""
    library = needed("pycrfsuite", "python-crfsuite")
    marginals: Shares = [[] for _ in task.entries]
    likeliest: Shares = [[] for _ in task.entries]
    for number in task.folds:
        sequences = [library.ItemSequence(rows) for rows in _named(task, number)]
        trainer = library.Trainer(algorithm="lbfgs", params=_FIELD, verbose=False)
        for at in np.flatnonzero(task.fold != number).tolist():
            for vote in task.entries[at].votes:
                assert isinstance(vote.shape, Flat)
                for _ in range(vote.count):
                    trainer.append(sequences[at], [str(one) for one in vote.shape.breaks])
        trainer.train(f"{folder}/{number}.crf")
        tagger = library.Tagger()
        tagger.open(f"{folder}/{number}.crf")
        for at in np.flatnonzero(task.fold == number).tolist():
            likeliest[at] = [float(label) for label in tagger.tag(sequences[at])]
            marginals[at] = [tagger.marginal("1", place) for place in range(len(likeliest[at]))]
    return marginals, likeliest


def _named(task: Task, left_out: int) -> list[list[list[str]]]:
    """For each query and place the names of its features; the bins are those of the training folds."""
    shown = task.table[task.fold[task.examples.owners] != left_out]
    columns = []
    for at in range(task.table.shape[1]):
        values = task.table[:, at]
        if at < task.table.shape[1] - task.classes:
            edges = np.unique(np.quantile(shown[:, at], np.arange(1, _BINS) / _BINS))
            values = np.searchsorted(edges, values, side="right").astype(np.float64)
        columns.append([f"{at}={int(value)}" for value in values])
    rows = iter(zip(*columns, strict=True))
    return [[list(next(rows)) for _ in shares] for shares in task.examples.shares]


def report(name: str, task: Task, shares: Shares, *, calibrated: bool = True) -> None:
    figures = inner_figures(task.entries, shares)
    error = f"{figures['calibration_error']:.3f}" if calibrated else ""
    print(
        f"| {name} | {figures['corpus_query']:.3f} | {figures['corpus_break']:.3f} | {figures['newbreak']:.3f} | {error} |",
        flush=True,
    )


def report_difference(name: str, task: Task, shares: Shares, network: Shares) -> None:
    """How far a model is above (or below) the network on the same queries, with the interval in which 95 % of resamples lie."""
    flats = {
        method: {
            entry.query.id: Flat(tuple(int(share > 0.5) for share in one))
            for entry, one in zip(task.entries, predicted, strict=True)
        }
        for method, predicted in (("network", network), (name, shares))
    }
    measures = [measure("corpus"), measure("newbreak")]
    for row in compare(evaluate(Corpus("rivals", tuple(task.entries)), flats, measures=measures)):
        if (row["measure"], row["level"]) in (("corpus", "query"), ("corpus", "break"), ("newbreak", "value")):
            low, high = row["interval"]
            print(
                f"{name} - network, {row['measure']} {row['level']}: {row['difference']:+.4f} [{low:+.4f}, {high:+.4f}]", flush=True
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus")
    parser.add_argument("--lexicon", help="the default is the one that ships; with another the corpus's own tags are used too")
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # Said at once, not after minutes.
    needed("pycrfsuite", "python-crfsuite")
    needed("lightgbm", "lightgbm")
    corpus = read_corpus(options.corpus, annotated=True)
    entries = [entry for entry in corpus if len(entry.query.words) > 1]
    given = options.lexicon is not None and any(entry.query.tags is not None for entry in entries)
    ground = FeatureSources(open_lexicon(options.lexicon), default_tagger(), given)
    task = task_of(entries, ground, options.folds, options.seed)
    print("| | corpus query | corpus break | newbreak | calibration error |\n|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        marginals, likeliest = random_field(task, folder)
    report("conditional random field, shares", task, marginals)
    report("conditional random field, likeliest segmentation", task, likeliest, calibrated=False)
    trees = boosting(task, options.seed)
    report("gradient boosting", task, trees)
    chances = predict_in_folds(corpus, ground, options.folds, Recipe(seed=options.seed))[1]
    network = [chances[entry.query.id] for entry in entries]
    report("the network of `learned`", task, network)
    both = [[(a + b) / 2 for a, b in zip(one, other, strict=True)] for one, other in zip(trees, network, strict=True)]
    report("boosting and the network, averaged", task, both)
    for name, shares in (("random field", marginals), ("boosting", trees), ("averaged", both)):
        report_difference(name, task, shares, network)


if __name__ == "__main__":
    main()
