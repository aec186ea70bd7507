"""Cuts strange queries with altered tables that lie on the heap, where AddressSanitizer sees every byte read outside of them.

`python -m tests.fuzz.segment --seed 1 --seconds 60`. Each round alters a whole table, gives it to the kernel and to the plain
path, and compares what they make of strings that try the scanner: long words, control characters, bytes of no character.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from caesura.lexicon import Lexicon
from caesura.lexicon.layout import unpacked_header
from caesura.segmenters import kernel_here, segmenter
from tests.lexicon import tables

WORDS = ("new", "york", "times", "square", "york,", "x.", "(y)", "É", "ﬁn", "|", '"', "\\", "a" * 300, "&", ";dance", "É，")
PIECES = ("a", "b", ",", " ", "  ", "\t", "\x1c", "\u3000", "|", ".", "é", "İ", "𝒳", "\x00")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    if not kernel_here():
        raise SystemExit("nothing was compiled here: there is nothing to fuzz")
    rng = random.Random(arguments.seed)
    whole = _table(rng)
    end = time.monotonic() + arguments.seconds
    rounds = 0
    while time.monotonic() < end:
        _cut(rng, whole)
        rounds += 1
    print(f"{rounds} rounds, seed {arguments.seed}: no byte read outside, kernel and plain path alike")  # noqa: T201


def _table(rng: random.Random) -> bytes:
    ngrams = {" ".join(rng.choices(WORDS[:9], k=rng.randrange(1, 6))): rng.choice((1, 40, 2**21 + 5, 2**40)) for _ in range(900)}
    titles = [" ".join(rng.choices(WORDS[:9], k=rng.randrange(2, 8))) for _ in range(200)]
    with tempfile.TemporaryDirectory() as folder:
        return tables.write(Path(folder) / "x.lexicon", ngrams, titles).read_bytes()


def _cut(rng: random.Random, whole: bytes) -> None:
    altered = bytearray(whole)
    header = unpacked_header(bytes(whole), len(whole), "whole")
    for _ in range(rng.choice((0, 1, 50, 2000))):
        altered[rng.randrange(header.header_bytes, len(altered))] = rng.randrange(256)
    # Exact size on the heap: the first byte past the end is a red zone.
    held: Any = np.frombuffer(altered, np.uint8).copy()
    held_again: Any = bytes(altered)
    on_heap = Lexicon(Path("altered"), held, header, compiled=True)
    plain_twin = Lexicon(Path("altered"), held_again, header, compiled=False)
    texts = [_text(rng) for _ in range(60)]
    method, rules = rng.choice(("naive", "wikipedia", "titles", "pmi")), rng.choice(("printed", "published"))
    fast: Any = segmenter(method, lexicon=on_heap, rules=rules, compiled=True)  # type: ignore[arg-type]
    plain: Any = segmenter(method, lexicon=plain_twin, rules=rules, compiled=False)  # type: ignore[arg-type]
    expected = plain.pipe_many(texts)
    _same(fast.pipe_many(texts, rng.choice((1, 3))), expected)
    lines = "\n".join(text.replace("\n", " ") for text in texts).encode()
    _same(fast.print_lines(lines), plain.print_lines(lines))
    _same(fast.line_masks(lines), plain.line_masks(lines))


def _text(rng: random.Random) -> str:
    if rng.random() < 0.5:
        return " ".join(rng.choices(WORDS, k=rng.randrange(0, 64)))
    text = "".join(rng.choices(PIECES, k=rng.choice((0, 1, 7, 8, 9, 63, 64, 65, 300))))
    return text if len(text.split()) <= 64 else text.replace(" ", "")[:60]


def _same(one: object, other: object) -> None:
    if one != other:
        raise SystemExit(f"the paths differ: {one!r} and {other!r}")


if __name__ == "__main__":
    main()
