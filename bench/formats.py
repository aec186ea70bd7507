"""What the forms of output cost: `python -m bench.formats [--queries 20000]`. CPU seconds of one thread, best of three, and ratios.

The same queries by the default method: in pipe form, as JSON by the kernel and by Python's encoder (as before the kernel wrote it),
with a minimum confidence, with 6,000 phrases of one's own (pairs that the queries hold most often), and with both.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

from bench.segment_data import queries
from caesura.segmenters import Segmenter, json_encoded, json_lines, json_texts, segmenter

_PHRASES = 6_000


def cpu(run: Callable[[], object], rounds: int = 3) -> float:
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=int, default=20_000)
    texts = queries(parser.parse_args().queries)
    lines = "".join(text + "\n" for text in texts).encode()
    pairs = Counter(f"{one} {other}" for text in texts for one, other in pairwise(text.split()))
    phrases = [pair for pair, _ in pairs.most_common(_PHRASES)]
    plain, sure = segmenter("learned"), segmenter("learned", min_confidence=0.7)
    mine, both = segmenter("learned", phrases=phrases), segmenter("learned", phrases=phrases, min_confidence=0.3)

    def pipe(chosen: Segmenter) -> Callable[[], object]:
        print_lines: Callable[..., object] = chosen.print_lines  # type: ignore[attr-defined]
        return lambda: print_lines(lines, threads=1)

    def by_python() -> object:
        return [json_encoded(plain.segment(text).as_json(), compact=False) for text in texts[: len(texts) // 10]]

    runs: dict[str, tuple[Callable[[], object], int]] = {
        "pipe": (pipe(plain), 1),
        "jsonl": (lambda: json_lines(plain, lines, threads=1), 1),
        "jsonl by Python, as before": (by_python, 10),
        "JSON batches of 1,000": (lambda: [json_texts(plain, texts[at : at + 1000]) for at in range(0, len(texts), 1000)], 1),
        "pipe, minimum confidence .7": (pipe(sure), 1),
        "pipe, 6,000 phrases": (pipe(mine), 1),
        "pipe, phrases, minimum .3": (pipe(both), 1),
        "jsonl, phrases, minimum .3": (lambda: json_lines(both, lines, threads=1), 1),
    }
    print(f"{len(texts):,} queries{'':<17}{'CPU s':>8}{'queries/s':>12}{'x pipe':>8}")
    base = 0.0
    for name, (run, share) in runs.items():
        seconds = share * cpu(run)
        base = base or seconds
        print(f"{name:<30}{seconds:>8.2f}{len(texts) / seconds:>12,.0f}{seconds / base:>8.2f}", flush=True)


if __name__ == "__main__":
    main()
