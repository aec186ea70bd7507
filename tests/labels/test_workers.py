"""Workers: their confusion, who answers at random, and what excluding them changes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from caesura.foundation import InputError, save_figure
from caesura.labels import (
    OF_A_FILE,
    DawidSkene,
    Majority,
    gold_codes,
    judge_workers,
    suspects,
    without_workers,
    workers_figure,
)
from caesura.labels.workers import Confusions, spam_probabilities
from tests.labels.crowds import Rows, answers, table_of


def crowd(items: int = 60, seed: int = 5) -> tuple[Rows, dict[object, str]]:
    """Three careful workers, one who answers at random, one who always says 1, one who says the contrary."""
    draw = np.random.default_rng(seed)
    gold: dict[object, str] = {number: str(draw.integers(0, 2)) for number in range(items)}
    rows: Rows = []
    for item, truth in gold.items():
        for who in ("ann", "bea", "cid"):
            rows.append((item, who, truth if draw.random() < 0.9 else str(1 - int(truth))))
        rows += [(item, "dice", str(draw.integers(0, 2))), (item, "one", "1"), (item, "contrary", str(1 - int(truth)))]
    return rows, gold


@pytest.mark.parametrize("by_gold", [True, False])
def test_spammers_are_found_and_the_contrary_worker_is_none(by_gold: bool) -> None:
    rows, gold = crowd()
    table = table_of(rows)
    against = {"gold": gold_codes(table, gold)} if by_gold else {"model": DawidSkene().fit(table)}
    judged = judge_workers(table, **against)
    spam = {worker.name: worker.spam_probability for worker in judged}
    assert suspects(judged) == ["dice", "one"]
    assert set(suspects(judged, min_accuracy=0.5)) >= {"dice", "one", "contrary"}
    assert suspects(judged, min_accuracy=0.5, min_labels=10_000) == []
    assert max(spam["ann"], spam["bea"], spam["cid"], spam["contrary"]) < 0.01


def test_confusion_and_accuracy_against_gold() -> None:
    table = answers("10", "11", "0-")
    judged = {w.name: w for w in judge_workers(table, gold=gold_codes(table, {"item 0": "1", "item 1": "0"}))}
    assert judged["worker 0"].confusion.tolist() == [[0, 1], [0, 1]]
    assert (judged["worker 0"].done, judged["worker 0"].judged, judged["worker 0"].accuracy) == (3, 2, 0.5)
    assert judged["worker 1"].accuracy == 0
    assert judged["worker 0"].interval is not None
    assert judged["worker 0"].seconds is None


def test_who_was_never_judged_has_no_accuracy() -> None:
    table = answers("1-", "-1")
    judged = judge_workers(table, gold=gold_codes(table, {"item 0": "1"}))
    assert [worker.accuracy for worker in judged] == [1.0, None]
    assert judged[1].interval is None


def test_more_evidence_makes_surer() -> None:
    def counted(each: float) -> Confusions:
        diagonal = np.array([0, 1])
        return Confusions(np.zeros(2, dtype=np.int64), diagonal, diagonal, np.full(2, each), 1, 2)

    assert spam_probabilities(counted(30), 0.1)[0] < spam_probabilities(counted(3), 0.1)[0] < 0.1
    assert spam_probabilities(counted(0), 0.1)[0] == pytest.approx(0.1)


def test_pace() -> None:
    table = table_of([("a", "w", "1"), ("b", "w", "1"), ("c", "w", "1"), ("a", "v", "1")], seconds=[1, 9, 2, 4])
    judged = judge_workers(table, model=Majority().fit(table))
    assert [worker.seconds for worker in judged] == [2, 4]


def test_what_an_exclusion_changes() -> None:
    table = answers("1000", "1000", "11--", "--11")
    gold = {"item 0": "1", "item 1": "1", "item 2": "1"}
    found = without_workers(Majority(), table, ["worker 2", "worker 3"], gold)
    assert (found.labels_lost, found.items_lost, found.items_changed) == (6, 1, 0)
    assert found.document()["accuracy_before"] == found.document()["accuracy_after"] == pytest.approx(1 / 3)
    found = without_workers(Majority(), table, ["worker 1", "worker 2", "worker 3"], gold)
    assert (found.items_changed, found.document()["accuracy_after"]) == (2, 1.0)
    with pytest.raises(InputError, match="there is no worker nobody"):
        without_workers(Majority(), table, ["nobody"])
    with pytest.raises(InputError, match="nobody is left"):
        without_workers(Majority(), table, table.workers)


def test_wrong_questions() -> None:
    table = answers("1")
    with pytest.raises(InputError, match="by gold labels or by a model"):
        judge_workers(table)
    with pytest.raises(InputError, match=r"a share of 1\.5 spammers"):
        judge_workers(table, model=Majority().fit(table), prior=1.5)


def test_the_figure_is_the_same_every_time(tmp_path: Path) -> None:
    rows, gold = crowd()
    table = table_of(rows)
    drawing = workers_figure(judge_workers(table, gold=gold_codes(table, gold)), OF_A_FILE)
    save_figure(drawing, tmp_path / "a.svg", title="workers")
    save_figure(drawing, tmp_path / "b.svg", title="workers")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    with pytest.raises(InputError, match="cannot draw a 'txt' file"):
        save_figure(drawing, tmp_path / "a.txt")
