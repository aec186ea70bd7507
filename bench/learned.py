"""How fast the learned segmenter is: `python -m bench.learned QUERIES`, a file with one query per line (or `source<TAB>query`).

Prints queries a second on one core (CPU time, batch of strings to break masks), the median time of one query, and the same for the
kernel of `wikipedia` in the same run: ratios are comparable between machines, times are not. `--model` and `--lexicon` measure a
model of one's own beside the default one (with another lexicon it asks the default one as well); `--best` measures the method best
too, on fewer queries.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

from caesura.lexicon import Lexicon
from caesura.segmenters import Segmenter, WeightedSegmenter, segmenter

_BATCH = 50_000
_SINGLE = 5_000
_BATCH_OF_BEST = 5_000


def queries(path: str) -> list[str]:
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return [line.rpartition("\t")[2] for line in lines if line.strip()]


def measure(chosen: Segmenter, texts: list[str]) -> tuple[float, float]:
    """Queries a second in a batch, and microseconds for one."""
    assert isinstance(chosen, WeightedSegmenter)
    chosen.masks(texts[:1000], threads=1)
    rates = []
    for _ in range(3):
        began = time.process_time()
        chosen.masks(texts, threads=1)
        rates.append(len(texts) / (time.process_time() - began))
    singles = []
    for text in texts[: min(_SINGLE, len(texts) // 5)]:
        began_at = time.perf_counter_ns()
        chosen.mask(text)
        singles.append((time.perf_counter_ns() - began_at) / 1000)
    return max(rates), statistics.median(singles)


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the learned segmenter is.")
    parser.add_argument("queries", help="a file with one query per line")
    parser.add_argument("--model", help="a model of one's own to measure as well")
    parser.add_argument("--lexicon", help="the lexicon it was trained with, if that is not the default one")
    parser.add_argument("--best", action="store_true", help="the method best too (caesura[best])")
    asked = parser.parse_args()
    if asked.model is None and asked.lexicon is not None:
        parser.error("--lexicon goes with --model")
    texts = [text for text in queries(asked.queries)[:_BATCH] if text.strip()]
    places = sum(len(text.split()) - 1 for text in texts) / len(texts)
    print(f"{len(texts)} queries, {places:.1f} places each")
    chosen = {name: segmenter(name) for name in ("learned", "wikipedia")}
    if asked.model is not None:
        lexicon = None if asked.lexicon is None else Lexicon.open(asked.lexicon)
        chosen["own model"] = segmenter("learned", lexicon=lexicon, model=asked.model)
    found = {name: measure(made, texts) for name, made in chosen.items()}
    if asked.best:
        found["best"] = measure(segmenter("best"), texts[:_BATCH_OF_BEST])
    for name, (rate, single) in found.items():
        print(f"{name:<10} {rate:>12,.0f} queries/s on one core   one query {single:.1f} us (median)")
    print(f"learned is {found['wikipedia'][0] / found['learned'][0]:.0f} times slower than wikipedia")


if __name__ == "__main__":
    main()
