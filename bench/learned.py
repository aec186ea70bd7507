"""How fast the learned segmenter is: `python -m bench.learned QUERIES`, a file with one query a line (or `source<TAB>query`).

Prints queries a second on one core (CPU time, batch of strings to break masks), the median time of one query, and the same for the
kernel of `wikipedia` in the same run: ratios are comparable between machines, times are not.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

from caesura.segment import WeightedSegmenter, segmenter

_BATCH = 50_000
_SINGLE = 5_000


def queries(path: str) -> list[str]:
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return [line.rpartition("\t")[2] for line in lines if line.strip()]


def measure(name: str, texts: list[str]) -> tuple[float, float]:
    """Queries a second in a batch, and microseconds for one."""
    chosen = segmenter(name)
    assert isinstance(chosen, WeightedSegmenter)
    chosen.masks(texts[:1000], threads=1)
    rates = []
    for _ in range(3):
        began = time.process_time()
        chosen.masks(texts, threads=1)
        rates.append(len(texts) / (time.process_time() - began))
    singles = []
    for text in texts[:_SINGLE]:
        began_at = time.perf_counter_ns()
        chosen.mask(text)
        singles.append((time.perf_counter_ns() - began_at) / 1000)
    return max(rates), statistics.median(singles)


def main() -> None:
    texts = [text for text in queries(sys.argv[1])[:_BATCH] if text.strip()]
    places = sum(len(text.split()) - 1 for text in texts) / len(texts)
    print(f"{len(texts)} queries, {places:.1f} places each")
    found = {name: measure(name, texts) for name in ("learned", "wikipedia")}
    for name, (rate, single) in found.items():
        print(f"{name:<10} {rate:>12,.0f} queries/s on one core   one query {single:.1f} us (median)")
    print(f"learned is {found['wikipedia'][0] / found['learned'][0]:.0f} times slower than wikipedia")


if __name__ == "__main__":
    main()
