"""How fast is agreement, next to krippendorff and nltk with the same metric? `python -m bench.agreement [--largest 50000]`.

Simulated annotators, ten to a query of three to ten words. Each run has a process of its own bound to one core; it is stopped after
a minute or at eight gigabytes, and a peer that was stopped is not tried on more queries. Seconds are processor time of the
computation, without making the data. Ours is alpha, S and the intervals; a peer's is alpha alone.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from caesura.agreement import (
    ANNOTATORS,
    AnnotatedQuery,
    Chance,
    Distance,
    Kind,
    alpha,
    chance_agreement,
    items_of,
    simulated_corpus,
)
from caesura.agreement.bootstrap import alpha_interval, mean_interval
from caesura.corpus import Corpus
from caesura.shapes import sequence_distance

_SIZES = (100, 1000, 10_000, 50_000)
_SECONDS, _BYTES = 60, 8 << 30


def ours(corpus: Corpus, kind: Kind, distance: Distance) -> float:
    items = items_of(corpus, kind)
    found = chance_agreement(items, Chance(kind, distance))
    value = alpha(items, distance)
    alpha_interval(items, distance)
    assert found is not None
    assert value is not None
    mean_interval(found.printed_by_query)
    return float(value)


def our_alpha_alone(corpus: Corpus, kind: Kind, distance: Distance) -> float:
    value = alpha(items_of(corpus, kind), distance)
    assert value is not None
    return float(value)


def with_krippendorff(corpus: Corpus, kind: Kind, distance: Distance) -> float:
    import numpy as np

    krippendorff = import_module("krippendorff")
    items = items_of(corpus, kind)
    domain = {pattern: place for place, pattern in enumerate(sorted({pattern for item in items for pattern, _ in item.patterns}))}
    counts = np.zeros((len(items), len(domain)), dtype=np.int64)
    for row, item in enumerate(items):
        for pattern, count in item.patterns:
            counts[row, domain[pattern]] = count
    patterns = list(domain)
    apart = np.array([[_apart(one, other, distance) for other in patterns] for one in patterns])

    def metric(one: Any, other: Any, dtype: Any = np.float64, **_: Any) -> Any:
        return apart[np.asarray(one, dtype=int), np.asarray(other, dtype=int)].astype(dtype)

    found = krippendorff.alpha(value_counts=counts, value_domain=np.arange(len(domain)), level_of_measurement=metric)
    return float(found)


def with_nltk(corpus: Corpus, kind: Kind, distance: Distance) -> float:
    triples = [(f"c{coder}", item.id, pattern) for item in items_of(corpus, kind) for coder, pattern in enumerate(_single(item))]
    task = import_module("nltk.metrics.agreement").AnnotationTask
    return float(task(triples, distance=lambda one, other: _apart(one, other, distance)).alpha())


RUNS: dict[str, Callable[[Corpus, Kind, Distance], float]] = {
    "caesura": ours,
    "caesura, alpha alone": our_alpha_alone,
    "krippendorff": with_krippendorff,
    "nltk": with_nltk,
}


def measured(name: str, kind: Kind, distance: Distance, queries: int) -> dict[str, Any]:
    """Run in a process of its own; what went wrong is told by `stopped`."""
    command = [sys.executable, "-m", "bench.agreement", "--one", name, kind.value, distance.value, str(queries)]
    # Making the data takes time too, so the process gets longer than the computation may take.
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=3 * _SECONDS)
    except subprocess.TimeoutExpired:
        return {"stopped": f"over {_SECONDS} s"}
    if done.returncode:
        return {"stopped": done.stderr.strip().splitlines()[-1][:60] if done.stderr.strip() else f"over {_SECONDS} s"}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def run_one(name: str, kind: Kind, distance: Distance, queries: int) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    unbiased = next(one for one in ANNOTATORS if (one.name, one.kind) == ("unbiased", kind))
    corpus = simulated_corpus(unbiased, queries=queries, lengths=(3, 4, 5, 6, 7, 8, 9, 10))
    resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))
    used = int(time.process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (used + _SECONDS, used + _SECONDS + 1))
    start = time.process_time()
    value = RUNS[name](corpus, kind, distance)
    print(json.dumps({"alpha": value, "seconds": time.process_time() - start}))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--largest", type=int, default=_SIZES[-1])
    parser.add_argument("--one", nargs=4, metavar=("NAME", "SHAPE", "DISTANCE", "QUERIES"))
    options = parser.parse_args()
    if options.one:
        name, kind, distance, queries = options.one
        run_one(name, Kind(kind), Distance(distance), int(queries))
        return
    for kind, distance in ((Kind.FLAT, Distance.D1), (Kind.NESTED, Distance.D2)):
        given_up: set[str] = set()
        for queries in (size for size in _SIZES if size <= options.largest):
            own = None
            for name in RUNS:
                if name in given_up:
                    continue
                found = measured(name, kind, distance, queries)
                own = found if name == "caesura, alpha alone" else own
                where = f"{kind} {distance} {queries:>6,} x 10  {name:<21}"
                if "stopped" in found:
                    given_up.add(name)
                    print(f"{where} gave up: {found['stopped']}", flush=True)
                    continue
                ratio = ""
                if own is not None and "alpha" in own and not name.startswith("caesura"):
                    assert abs(found["alpha"] - own["alpha"]) < 1e-9, "the two do not agree"
                    ratio = f"  {found['seconds'] / own['seconds']:.0f} times ours"
                print(f"{where} {found['seconds']:8.2f} s{ratio}", flush=True)


def _apart(one: tuple[int, ...], other: tuple[int, ...], distance: Distance) -> float:
    return float(sequence_distance(one, other, distance.power))


def _single(item: AnnotatedQuery) -> list[tuple[int, ...]]:
    return [pattern for pattern, count in item.patterns for _ in range(count)]


if __name__ == "__main__":
    main()
