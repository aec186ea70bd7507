"""What a lexicon costs: `python -m bench.lexicon --ngrams 10000000` generates n-grams, builds a table and asks it.

Times are CPU seconds of this process, opening excepted, which is a median on the clock. Memory is the peak of the process; pages of
the files it maps count in it.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from caesura.lexicon import Lexicon, Source, build_lexicon, compiled_here

VOCABULARY = 200_000
CHUNK = 250_000


def generated(ngrams: int, seed: int = 5) -> Iterator[str]:
    """Lines `ngram<TAB>count`: one to five words of a skewed vocabulary, counts of a heavy tail."""
    rng = np.random.default_rng(seed)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    words = np.array(["".join(letters[rng.integers(0, 26, rng.integers(2, 10))]) for _ in range(VOCABULARY)])
    for start in range(0, ngrams, CHUNK):
        rows = min(CHUNK, ngrams - start)
        sizes = rng.choice(5, rows, p=[0.02, 0.28, 0.3, 0.2, 0.2]) + 1
        texts = words[(VOCABULARY * rng.random((rows, 5)) ** 2).astype(np.int64)]
        counts = np.minimum(40 / rng.random(rows) ** 1.5, 10**11).astype(np.int64)
        for row in range(rows):
            yield f"{' '.join(texts[row, : sizes[row]])}\t{counts[row]}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ngrams", type=int, default=1_000_000)
    ngrams = parser.parse_args().ngrams
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (folder / "ngrams.tsv").open("w") as out:
            out.writelines(generated(ngrams))
        started = time.process_time()
        header = build_lexicon(folder / "x.lexicon", [Source("counts", folder / "ngrams.tsv")])
        seconds = time.process_time() - started
        print(f"lines                 {ngrams:,}")
        print(f"entries               {header.entries:,}")
        print(f"bytes per n-gram      {header.file_bytes / header.entries:.2f}")
        print(f"build, CPU seconds    {seconds:.1f} ({seconds / ngrams * 1e9:.0f} ns per line)")
        print(f"peak memory, MB       {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f}")
        print(f"opening, median ms    {_opening(folder / 'x.lexicon'):.3f}")
        print(f"false hit probability {Lexicon.open(folder / 'x.lexicon').false_hit_probability:.2e}")
        asked = _asked(folder / "ngrams.tsv")
        for compiled in (False, True) if compiled_here() else (False,):
            print(
                f"look-up, {'compiled' if compiled else 'plain'}, us".ljust(22)
                + f"{_looking_up(folder / 'x.lexicon', asked, compiled):.2f}"
            )


def _opening(path: Path) -> float:
    taken = []
    for _ in range(200):
        started = time.perf_counter()
        lexicon = Lexicon.open(path)
        taken.append((time.perf_counter() - started) * 1e3)
        lexicon.close()
    return statistics.median(taken)


def _asked(path: Path) -> list[list[str]]:
    """Known n-grams, and as many unknown ones: the same words the other way round."""
    with path.open() as lines:
        known = [line.split("\t")[0].split() for line, _ in zip(lines, range(50_000), strict=False)]
    return [words for ngram in known for words in (ngram, ngram[::-1])]


def _looking_up(path: Path, asked: list[list[str]], compiled: bool) -> float:
    lexicon = Lexicon.open(path, preload=True, compiled=compiled)
    started = time.process_time()
    for words in asked:
        lexicon.lookup(words)
    return (time.process_time() - started) / len(asked) * 1e6


if __name__ == "__main__":
    main()
