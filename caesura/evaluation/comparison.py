"""Two methods side by side: which differences hold, and on which queries they come about."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import numpy as np

from caesura.evaluation.bootstrap import resampled_all
from caesura.evaluation.evaluation import Evaluation
from caesura.evaluation.predicted import facts_of_two
from caesura.evaluation.significance import TRIALS, bootstrap_p, holm, randomisation_test, significant_in_the_thesis, t_test
from caesura.evaluation.statistics import Average, Floats
from caesura.evaluation.subsets import ALL, Subset
from caesura.foundation import CONFIDENCE, SEED, InputError, one_of, percentile_interval, signature, unknown
from caesura.shapes import Flat, print_pipe

Row = Mapping[str, Any]


class Test(StrEnum):
    """Whose p-value decides whether a difference holds."""

    __test__ = False  # not a test of ours, whatever pytest thinks of the name

    RANDOMISATION = "randomisation"
    T = "t"

    @classmethod
    def _missing_(cls, value: object) -> Test:
        raise unknown("test", value, cls)


def compare(
    evaluation: Evaluation,
    *,
    subset: Subset = ALL,
    test: Test = Test.RANDOMISATION,
    level: float = 0.05,
    trials: int = TRIALS,
    seed: int = SEED,
) -> list[Row]:
    """One row per measure and level for an evaluation of two methods; `difference` is the second minus the first.

    A difference holds if its p-value, corrected by Holm over all rows, is at most `level`. The tests of segment F are on the
    queries' own F, as the thesis's are; its figures and the bootstrap are on the F of the means.
    """
    first, second = _two(evaluation)
    where = subset.flags(evaluation.corpus)
    pairs = [(evaluation.of(first, measure.name), evaluation.of(second, measure.name)) for measure in evaluation.measures]
    samples = resampled_all([one for pair in pairs for one in pair], Average.MACRO, where, resamples=trials, seed=seed)
    names = [(measure.name, name) for measure in evaluation.measures for name in measure.levels_of_a_query]
    columns = np.column_stack([_differences(evaluation, first, second, *name)[where] for name in names])
    randomised = dict(zip(names, randomisation_test(columns, trials=trials, seed=seed), strict=True))
    rows: list[dict[str, Any]] = []
    for number, (one, other) in enumerate(pairs):
        averages = one.average(where=where), other.average(where=where)
        for name in averages[0]:
            key = (one.measure.name, name)
            moved = samples[2 * number + 1][name] - samples[2 * number][name]
            values = columns[:, names.index(key)]
            p_t = t_test(values)
            rows.append(
                {
                    "measure": one.measure.name,
                    "level": name,
                    "a": float(averages[0][name]),
                    "b": float(averages[1][name]),
                    "difference": float(averages[1][name] - averages[0][name]),
                    "p_t": p_t,
                    "p_randomisation": float(randomised[key]),
                    "p_bootstrap": bootstrap_p(moved),
                    "interval": list(percentile_interval(moved, CONFIDENCE)),
                    "won": int((values > 0).sum()),
                    "lost": int((values < 0).sum()),
                    "significant_in_the_thesis": significant_in_the_thesis(p_t),
                }
            )
    _correct(rows, test, level)
    shared = {
        "data": evaluation.corpus.signature,
        "queries": int(where.sum()),
        "subset": None if subset is ALL else subset.name,
        "annotators": evaluation.annotators,
        "methods": f"{first},{second}",
        **facts_of_two(evaluation.facts(first), evaluation.facts(second)),
        "reference": evaluation.rule.value,
        "test": f"{test.value}-holm-{level:g}-{trials}-seed-{seed}",
    }
    return [row | {"queries": shared["queries"], "signature": signature(**shared, measure=row["measure"])} for row in rows]


def _correct(rows: list[dict[str, Any]], test: Test, level: float) -> None:
    """Holm over all rows of the comparison: thirty figures of the same two methods are thirty chances to be lucky."""
    deciding = "p_randomisation" if test is Test.RANDOMISATION else "p_t"
    p_values = [row["p_bootstrap"] if row[deciding] is None else row[deciding] for row in rows]
    for row, p in zip(rows, holm(p_values), strict=True):
        row["p_holm"] = p
        row["holds"] = bool(p <= level)


def won_and_lost(evaluation: Evaluation, measure: str, level: str, *, subset: Subset = ALL) -> list[Row]:
    """The queries on which the two methods differ, with their votes: what the second won first, what it lost last."""
    first, second = _two(evaluation)
    differences = np.where(subset.flags(evaluation.corpus), _differences(evaluation, first, second, measure, level), 0.0)
    order = [int(i) for i in np.argsort(-differences, kind="stable") if differences[i] != 0]
    rows: list[Row] = []
    for number in order:
        entry = evaluation.corpus.entries[number]
        words = entry.query.words

        def printed(mask: int, words: tuple[str, ...] = words) -> str:
            return print_pipe(words, Flat.from_mask(len(words), mask))

        places = range(evaluation.table.starts[number], evaluation.table.starts[number + 1])
        votes = [f"{evaluation.table.counts[place]} {printed(int(evaluation.table.masks[place]))}" for place in places]
        rows.append(
            {
                "id": entry.query.id,
                "difference": float(differences[number]),
                "a": printed(int(evaluation.predictions[first][number])),
                "b": printed(int(evaluation.predictions[second][number])),
                "votes": "; ".join(votes),
            }
        )
    return rows


def _differences(evaluation: Evaluation, first: str, second: str, measure: str, level: str) -> Floats:
    one, other = evaluation.of(first, measure), evaluation.of(second, measure)
    one_of(f"level of the measure {measure} with a value for each query", level, one.measure.levels_of_a_query)
    difference = other.values(level) - one.values(level)
    # 1/3 - 1/3 by two routes may leave a last bit behind.
    return np.where(np.abs(difference) < 1e-12, 0.0, difference)


def _two(evaluation: Evaluation) -> tuple[str, str]:
    if len(evaluation.methods) != 2:
        raise InputError(f"{len(evaluation.methods)} methods cannot be compared", cure="give two with different names")
    return evaluation.methods[0], evaluation.methods[1]
