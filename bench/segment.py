"""`python -m bench.segment`: how fast queries are segmented, how large and how quick a lexicon is.

Every figure is measured in this run. Rates are per second of CPU time of one core (the best of several rounds) unless they say
wall time. `--ngrams 1000000 10000000 50000000` names the sizes of the lexicon.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import quantiles

from bench.obvious import all_candidates, dynamic
from bench.segment_data import data_folder, queries, write_sources
from bench.segment_use import print_use
from caesura.lexicon import Lexicon
from caesura.segmenters import WeightedSegmenter, kernel_here, segmenter

_ROUNDS = 7
#: The methods that hybrid chooses between.
_PARTS = ("wikipedia", "titles")


def rate(run: Callable[[], object], amount: int, *, rounds: int = _ROUNDS, wall: bool = False) -> float:
    """Items a second, best of several rounds."""
    clock = time.perf_counter if wall else time.process_time
    fastest = float("inf")
    for _ in range(rounds):
        began = clock()
        run()
        fastest = min(fastest, clock() - began)
    return amount / fastest


def latency(run: Callable[[str], object], texts: Sequence[str]) -> tuple[float, float]:
    """Median and 99th percentile of one call in microseconds, after a warm-up."""
    for text in texts[:2000]:
        run(text)
    times = []
    for text in texts:
        began = time.perf_counter_ns()
        run(text)
        times.append(time.perf_counter_ns() - began)
    cuts = quantiles(times, n=100)
    return cuts[49] / 1000, cuts[98] / 1000


def row(name: str, value: str) -> None:
    print(f"  {name:<58} {value:>16}", flush=True)


def built(out: Path, counts: Path, titles: Path) -> None:
    """In a process of its own, so that its memory can be measured."""
    began = time.perf_counter()
    command = [
        sys.executable,
        "-m",
        "caesura",
        "lexicon",
        "build",
        str(out),
        "--counts",
        str(counts),
        "--titles",
        str(titles),
        "--format",
        "json",
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - began
    with counts.open("rb") as stream:
        lines = sum(1 for _ in stream)
    row("build, wall time", f"{seconds:.1f} s")
    row("build, per line", f"{seconds / lines * 1e6:.2f} us")
    row("build, peak memory", f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")


def measure_lexicon(file: Path) -> None:
    row("open (median of 101)", f"{sorted(_opening(file) for _ in range(101))[50] * 1e3:.3f} ms")
    with Lexicon.open(file) as lexicon:
        row("bytes per n-gram", f"{lexicon.info()['bytes_per_ngram']:.2f}")


def _opening(file: Path) -> float:
    began = time.perf_counter()
    Lexicon.open(file).close()
    return time.perf_counter() - began


def read_dict(counts: Path, titles: Path) -> tuple[dict[str, int], frozenset[str]]:
    known: dict[str, int] = {}
    with counts.open(encoding="utf-8") as stream:
        for line in stream:
            ngram, _, count = line.rpartition("\t")
            known[ngram] = known.get(ngram, 0) + int(count)
    return known, frozenset(titles.read_text(encoding="utf-8").splitlines())


def measure_speed(file: Path, counts: Path, titles: Path, texts: list[str], with_dict: bool) -> None:
    obvious = 0.0
    few = texts[:3000]
    if with_dict:
        known, named = read_dict(counts, titles)
        obvious = rate(lambda: [all_candidates(text, known, named) for text in few], len(few), rounds=2)
        row("obvious: dict, all candidates, queries/s", f"{obvious:,.0f}")
        row(
            "dict, dynamic programming, queries/s",
            f"{rate(lambda: [dynamic(text, known, named) for text in few], len(few), rounds=3):,.0f}",
        )
        del known
    with Lexicon.open(file, compiled=False) as plain_lexicon:
        plain = _weighted("wikipedia", plain_lexicon)
        row("plain path, queries/s", f"{rate(lambda: plain.masks(few), len(few), rounds=3):,.0f}")
        row("plain path, one query p50 / p99", "{:.1f} / {:.1f} us".format(*latency(plain.mask, few)))
    if not kernel_here():
        row("kernel", "not compiled")
        return
    lines = "\n".join(texts).encode()
    with Lexicon.open(file, preload=True) as lexicon:
        for method in ("wikipedia", "naive", "titles", "pmi"):
            chosen = _weighted(method, lexicon)
            one = rate(lambda chosen=chosen: chosen.line_masks(lines, threads=1), len(texts))  # type: ignore[misc]
            row(f"kernel, {method}, lines to masks, one core, queries/s", f"{one:,.0f}")
        chosen = _weighted("wikipedia", lexicon)
        one = rate(lambda: chosen.line_masks(lines, threads=1), len(texts))
        if obvious:
            row("kernel against obvious", f"{one / obvious:.0f} x")
        wall_one = rate(lambda: chosen.line_masks(lines, threads=1), len(texts), wall=True)
        wall_two = rate(lambda: chosen.line_masks(lines, threads=2), len(texts), wall=True)
        row("kernel on two threads against one, wall time", f"{wall_two / wall_one:.2f} x")
        row("kernel, lines to lines, queries/s", f"{rate(lambda: chosen.print_lines(lines, threads=1), len(texts)):,.0f}")
        row("kernel, list[str] to masks, queries/s", f"{rate(lambda: chosen.masks(texts, threads=1), len(texts)):,.0f}")
        row("kernel, list[str] to list[str], queries/s", f"{rate(lambda: chosen.pipe_many(texts, threads=1), len(texts)):,.0f}")
        row("kernel, one query str to str, p50 / p99", "{:.2f} / {:.2f} us".format(*latency(chosen.pipe, texts[:20000])))
        row("kernel, one query to Segmentation, p50 / p99", "{:.1f} / {:.1f} us".format(*latency(chosen.segment, texts[:5000])))
        alone = {part: rate(lambda part=part: _weighted(part, lexicon).line_masks(lines, threads=1), len(texts)) for part in _PARTS}  # type: ignore[misc]
        for method in ("hybrid", "hybrid+"):
            tagging = _weighted(method, lexicon)
            one = rate(lambda tagging=tagging: tagging.line_masks(lines, threads=1), len(texts))  # type: ignore[misc]
            times = " / ".join(f"{alone[part] / one:.2f}" for part in _PARTS)
            row(f"kernel, {method} with its tagger, lines to masks, queries/s", f"{one:,.0f}")
            row(f"  time of {' / '.join(_PARTS)} (thesis, table 5.6: 1.15 / 1.30)", f"{times} x")


def _weighted(method: str, lexicon: Lexicon) -> WeightedSegmenter:
    made = segmenter(method, lexicon=lexicon)
    assert isinstance(made, WeightedSegmenter)
    return made


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.segment", description=__doc__)
    parser.add_argument("--ngrams", type=int, nargs="+", default=[1_000_000, 10_000_000])
    parser.add_argument("--queries", type=int, default=150_000)
    given = parser.parse_args()
    texts = queries(given.queries)
    words = sum(len(text.split()) for text in texts) / len(texts)
    print(f"{len(texts):,} queries, {words:.2f} words each, {'a real log' if data_folder() else 'drawn'}")
    for size in given.ngrams:
        print(f"\n{size:,} n-grams")
        with tempfile.TemporaryDirectory() as folder:
            counts, titles = write_sources(Path(folder), texts, size)
            file = Path(folder) / "bench.lexicon"
            built(file, counts, titles)
            measure_lexicon(file)
            measure_speed(file, counts, titles, texts, with_dict=size <= 10_000_000)
    print_use(row)


if __name__ == "__main__":
    main()
