"""Ten million labels from a Parquet file: `python -m bench.label_streams [--labels 10000000] [--models majority,one-coin,...]`.

A crowd is drawn part by part into a Parquet file, with names as texts. Each model then runs in a process of its own: CPU seconds of
reading and of the fit, the peak of resident memory, and how many labels are right. `--classes 4000 --workers 3 --labels 12000` is
the other extreme: many classes, few workers.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np

from caesura.labels import label_model, read_labels

MODELS = ("majority", "weighted-majority", "one-coin", "dawid-skene", "ibcc", "bwa", "mace", "glad", "ebcc")
_ITEMS = 200_000
_PER_ITEM = 5


def write_crowd(path: Path, labels: int, classes: int, workers: int) -> None:
    """Workers are right with .5 to .95; item i's truth is i modulo the classes."""
    import pyarrow
    import pyarrow.parquet

    draw = np.random.default_rng(4)
    skills = draw.uniform(0.5, 0.95, workers)
    per_item = min(_PER_ITEM, workers)
    columns = pyarrow.schema([(name, pyarrow.string()) for name in ("task", "worker", "label")])
    with pyarrow.parquet.ParquetWriter(path, columns) as out:
        for begin in range(0, labels // per_item, _ITEMS):
            items = np.arange(begin, min(begin + _ITEMS, labels // per_item))
            # Neighbours in a random ring: nobody labels an item twice.
            who = (draw.integers(0, workers, len(items))[:, None] + np.arange(per_item) * max(1, workers // per_item)) % workers
            truths = np.repeat(items % classes, per_item)
            right = draw.random(truths.size) < skills[who.ravel()]
            given = np.where(right, truths, (truths + draw.integers(1, classes, truths.size)) % classes)
            rows = zip((np.repeat(items, per_item), who.ravel(), given), "iwc", strict=True)
            out.write_table(
                pyarrow.table([[f"{letter}{code}" for code in codes.tolist()] for codes, letter in rows], schema=columns)
            )


def run_one(path: Path, name: str, classes: int) -> dict[str, float]:
    label_model(name).fit(["a", "a", "b"], ["v", "w", "v"], [0, 1, 1])  # imports what it needs on first use
    start = time.process_time()
    table = read_labels(path)
    read = time.process_time() - start
    start = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = label_model(name, **({"restarts": 0} if name == "ebcc" else {})).fit(table)
    spent = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    truths = np.array([int(str(task)[1:]) % classes for task in table.tasks])
    given = np.array([int(str(label)[1:]) for label in table.classes])[model.codes_]
    return {"read": read, "fit": spent, "iterations": model.iterations_, "peak": peak, "right": float((given == truths).mean())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--labels", type=int, default=10_000_000)
    parser.add_argument("--classes", type=int, default=3)
    parser.add_argument("--workers", type=int, default=5_000)
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--one", nargs=2, metavar=("FILE", "MODEL"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(run_one(Path(options.one[0]), options.one[1], options.classes)))
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "labels.parquet"
        write_crowd(path, options.labels, options.classes, options.workers)
        print(f"{options.labels:,} labels, {path.stat().st_size >> 20} MB")
        print(f"{'model':<18}{'read, CPU s':>13}{'fit, CPU s':>12}{'steps':>7}{'MB':>8}{'accuracy':>10}")
        for name in options.models.split(","):
            command = [sys.executable, "-m", "bench.label_streams", "--classes", str(options.classes), "--one", str(path), name]
            told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
            facts = f"{told['read']:>13.1f}{told['fit']:>12.1f}{told['iterations']:>7}{told['peak']:>8,.0f}{told['right']:>10.4f}"
            print(f"{name:<18}{facts}", flush=True)


if __name__ == "__main__":
    main()
