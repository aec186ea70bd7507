"""Counting a log into a lexicon, and adding to it: `python -m bench.counting [--ngrams 2000000 | --full] [--spark]`.

A log is drawn (a skewed vocabulary, one to eight words a query), two thirds of it are built into a lexicon, the rest is added by an
update with decay. Printed are CPU seconds, n-grams a second, the peak of resident memory (mapped files included), and the
peak of the folder that holds log, sorted runs and lexicon. `--full` counts 10^8 n-grams. `--spark` counts the same log on
a local Spark (`--spark-memory` is its heap, `--spark-cores` how many tasks run at once; the memory printed is that of Java and
its Python workers together).
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from caesura.lexicon import Source, build_lexicon, update_lexicon

_FULL = 10**8
_VOCABULARY = 300_000
_CHUNK = 200_000
_MEMORY = 256 << 20


def write_log(path: Path, ngrams: int, seed: int) -> tuple[int, int]:
    """Queries until they hold this many n-grams of one to five words; how many of both there are."""
    draw = np.random.default_rng(seed)
    words = np.array([f"w{number:x}" for number in range(_VOCABULARY)])
    held = np.array([sum(length - size + 1 for size in range(1, min(length, 5) + 1)) for length in range(9)])
    queries = found = 0
    with path.open("w") as out:
        while found < ngrams:
            lengths = draw.choice(8, _CHUNK, p=[0.18, 0.24, 0.22, 0.15, 0.1, 0.06, 0.03, 0.02]) + 1
            upto = found + np.cumsum(held[lengths])
            wanted = min(_CHUNK, int(np.searchsorted(upto, ngrams)) + 1)
            texts = words[(_VOCABULARY * draw.random((wanted, 8)) ** 3).astype(np.int64)].tolist()
            rows = zip(texts, lengths[:wanted].tolist(), strict=True)
            out.write("".join([" ".join(row[:length]) + "\n" for row, length in rows]))
            found, queries = int(upto[wanted - 1]), queries + wanted
    return queries, found


@contextmanager
def watched(folder: Path) -> Iterator[list[int]]:
    """The most bytes that the folder holds meanwhile, looked up ten times a second."""
    peak, over = [0], threading.Event()

    def watch() -> None:
        while not over.wait(0.1):
            peak[0] = max(peak[0], _bytes_in(folder))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield peak
    finally:
        over.set()
        watcher.join()


def _bytes_in(folder: Path) -> int:
    total = 0
    for place, _, files in os.walk(folder):
        for file in files:
            try:
                total += (Path(place) / file).stat().st_blocks * 512
            except FileNotFoundError:  # a run that was merged meanwhile
                continue
    return total


def row(name: str, ngrams: int, seconds: float, entries: int, disk: int, memory: str) -> None:
    rate = ngrams / max(seconds, 1e-9)
    print(f"{name:<18}{ngrams:>13,}{entries:>13,}{seconds:>9.1f}{rate:>13,.0f}{memory:>9}{disk >> 20:>9,}", flush=True)


def own_peak() -> str:
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ngrams", type=int, default=2_000_000)
    parser.add_argument("--full", action="store_true", help="10^8 n-grams")
    parser.add_argument("--spark", action="store_true", help="also on Spark, where pyspark and Java are installed")
    parser.add_argument("--spark-memory", default="4g", help="heap of the local Spark (4g)")
    parser.add_argument("--spark-cores", default="*", help="tasks that the local Spark runs at once (all cores)")
    options = parser.parse_args()
    wanted = _FULL if options.full else options.ngrams
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        queries, first = write_log(folder / "old.txt", wanted * 2 // 3, 1)
        more, second = write_log(folder / "new.txt", wanted - first, 2)
        print(f"{queries + more:,} queries, sorting in {_MEMORY >> 20} MB")
        print(f"{'':<18}{'n-grams':>13}{'entries':>13}{'CPU s':>9}{'n-grams/s':>13}{'MB':>9}{'disk MB':>9}")
        start = time.process_time()
        with watched(folder) as disk:
            header = build_lexicon(
                folder / "x.lexicon", [Source("log", folder / "old.txt", statistics=False)], keep_runs=True, memory=_MEMORY
            )
        row("build", first, time.process_time() - start, header.entries, disk[0], own_peak())
        start = time.process_time()
        with watched(folder) as disk:
            header = update_lexicon(
                folder / "x.lexicon", [Source("log", folder / "new.txt", statistics=False)], decay=0.9, memory=_MEMORY
            )
        row("update, decay .9", second, time.process_time() - start, header.entries, disk[0], own_peak())
        if options.spark:
            _on_spark(folder, first + second, options.spark_memory, options.spark_cores)


def _on_spark(folder: Path, ngrams: int, memory: str, cores: str) -> None:
    from pyspark.sql import SparkSession

    from caesura.lexicon import count_on_spark

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # else Spark's workers are whatever python3 there is
    builder = SparkSession.builder.master(f"local[{cores}]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.memory", memory)  # a local Spark is all driver
    session = builder.config("spark.local.dir", str(folder / "spark")).getOrCreate()
    try:
        start = time.perf_counter()
        with watched(folder) as disk:
            count_on_spark(session, [folder / "old.txt", folder / "new.txt"], folder / "counts")
        clock, spent = time.perf_counter() - start, spent_below(os.getpid())
        entries = sum(1 for file in (folder / "counts").glob("part-*") for _ in file.open("rb"))
        row("Spark", ngrams, spent, entries, disk[0], f"{peak_below(os.getpid()):,}")
        print(f"Spark took {clock:,.0f} s on the clock")
    finally:
        session.stop()


def spent_below(process: int) -> float:
    """CPU seconds of all processes that this one started: Java, and the Python workers that Java started."""
    return sum(sum(map(int, fields[11:15])) for fields in _below(process).values()) / os.sysconf("SC_CLK_TCK")


def peak_below(process: int) -> int:
    """Megabytes: the sum of their peaks, which they need not have reached together."""
    total = 0
    for pid in _below(process):
        lines = (Path("/proc") / str(pid) / "status").read_text().splitlines()
        total += sum(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    return total >> 10


def _below(process: int) -> dict[int, list[str]]:
    """What /proc says of each of them after its name."""
    every: dict[int, list[str]] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            every[int(file.parent.name)] = file.read_text().rpartition(")")[2].split()
        except OSError:
            continue
    below: dict[int, list[str]] = {}
    parents = {process}
    while parents := {pid for pid, fields in every.items() if int(fields[1]) in parents}:
        below |= {pid: every[pid] for pid in parents}
    return below


if __name__ == "__main__":
    main()
