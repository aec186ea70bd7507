"""True labels from a crowd: ours beside crowd-kit's models of the same kind, on made-up crowds of three classes."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

from bench.ebcc_reference import STARTS, best_of
from bench.labels import data
from bench.world.measuring import Measured, Subject, System, measured
from caesura.labels import SimulatedCrowd, label_model, make_labels

#: Ours -> crowd-kit's name of the same model.
_PEERS = {"majority": "MajorityVote", "dawid-skene": "DawidSkene", "glad": "GLAD", "mace": "MACE", "one-coin": "OneCoinDawidSkene"}
_OURS_ALONE = ("ibcc", "ebcc", "bwa")
#: Labels beyond which a peer takes more than minutes.
_LARGEST = {"GLAD": 20_000, "MACE": 20_000, "MajorityVote": 10_000_000}


def _judged(fit: Callable[[Any], Callable[[], Any]], size: int) -> Measured:
    """`fit` prepares, then gives what is timed; that returns the code of each item's label."""
    table, truths = data(size)
    run = fit(table)
    codes: list[Any] = []
    timed = measured(lambda: codes.append(run()), size)
    return Measured(timed.amount, timed.seconds, timed.memory, {"accuracy": float((codes[-1] == truths).mean())})


def _ours(model: str, size: int) -> Measured:
    tiny, _ = make_labels(SimulatedCrowd(workers=5), items=5, labels_per_item=3)
    label_model(model).fit(tiny)  # imports what it needs on first use; the peer's imports are not timed either

    def fit(table: Any) -> Callable[[], Any]:
        return lambda: label_model(model).fit(table).codes_

    return _judged(fit, size)


def _peer(model: str, size: int) -> Measured:
    import crowdkit.aggregation
    import pandas

    warnings.simplefilter("ignore")

    def fit(table: Any) -> Callable[[], Any]:
        frame = pandas.DataFrame({"task": table.task_codes, "worker": table.worker_codes, "label": table.label_codes})
        return lambda: getattr(crowdkit.aggregation, model)().fit_predict(frame).sort_index().to_numpy()

    return _judged(fit, size)


def _ebcc_reference(size: int) -> Measured:
    """As its authors run it: the best of 40 random starts."""

    def fit(table: Any) -> Callable[[], Any]:
        return lambda: best_of(table, STARTS)[0].sum(axis=2).argmax(axis=1)

    return _judged(fit, size)


def subject_of(model: str) -> Subject:
    systems = [System(f"Caesura, {model}", partial(_ours, model))]
    if model in _PEERS:
        peer = _PEERS[model]
        systems.append(System(f"crowd-kit {peer}", partial(_peer, peer), "crowd-kit", _LARGEST.get(peer, 1_000_000)))
    if model == "ebcc":
        systems.append(System("numpy, as published", _ebcc_reference, largest=10_000, slow=True))
    return Subject(
        name=f"labels-{model}",
        title=f"True labels: {model}",
        unit="label",
        says="Five labels an item, three classes, one worker in ten guesses.",
        systems=systems,
        quick=(10_000, 100_000),
        full=(10_000, 100_000, 1_000_000, 10_000_000),
        columns={"accuracy": "accuracy"},
    )


SUBJECTS = tuple(subject_of(model) for model in (*_PEERS, *_OURS_ALONE))
