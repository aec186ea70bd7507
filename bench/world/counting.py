"""Counting the n-grams of a query log: into a lexicon, on a local Spark, and with what anyone would write first."""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.counting import spent_below, write_log
from bench.world.measuring import Measured, Subject, System, measured
from caesura.lexicon import Source, build_lexicon

_MEMORY = 256 << 20
_LONGEST = 5


def _ours(log: Path, folder: Path) -> None:
    build_lexicon(folder / "x.lexicon", [Source("log", log, statistics=False)], memory=_MEMORY)


def _counter(log: Path, folder: Path) -> None:
    counts: Counter[str] = Counter()
    with log.open(encoding="utf-8") as lines:
        for line in lines:
            words = line.split()
            for size in range(1, min(len(words), _LONGEST) + 1):
                counts.update(" ".join(words[at : at + size]) for at in range(len(words) - size + 1))
    (folder / "counts.tsv").write_text("".join(f"{ngram}\t{count}\n" for ngram, count in counts.items()))


def _run(count: Callable[[Path, Path], None], size: int) -> Measured:
    with tempfile.TemporaryDirectory() as name:
        log = Path(name) / "log.txt"
        _, ngrams = write_log(log, size, 1)
        return measured(lambda: count(log, Path(name)), ngrams)


def _spark(size: int) -> Measured:
    """CPU time of Java and its Python workers, start-up included; its memory is its own affair and is not measured."""
    from pyspark.sql import SparkSession

    from caesura.lexicon import count_on_spark

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    with tempfile.TemporaryDirectory() as name:
        log = Path(name) / "log.txt"
        _, ngrams = write_log(log, size, 1)
        session = SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false").getOrCreate()
        try:
            count_on_spark(session, [log], Path(name) / "counts")
            return Measured(ngrams, spent_below(os.getpid()), 0.0)
        finally:
            session.stop()


SUBJECT = Subject(
    name="counting",
    title="Counting a query log",
    unit="n-gram",
    says=f"N-grams of one to {_LONGEST} words from a log on disk to counts on disk; ours sorts in {_MEMORY >> 20} MB.",
    systems=[
        System("Caesura", partial(_run, _ours)),
        System("Counter", partial(_run, _counter), largest=20_000_000),
        System("Caesura on Spark", _spark, "pyspark", largest=10_000_000, slow=True),
    ],
    quick=(100_000, 1_000_000),
    full=(100_000, 1_000_000, 10_000_000, 100_000_000),
)
