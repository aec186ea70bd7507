"""Looks words up in altered tables that lie on the heap, where AddressSanitizer sees every byte read outside of them.

`python -m tests.fuzz.lexicon --seed 1 --seconds 60`. Each round alters a whole table (some bytes, whole lines, or everything
after the header), hands it to the compiled look-up, and compares each answer with the plain path's. Building is run on random
bytes too.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from caesura.lexicon import SEED, compiled_here, placement, records
from caesura.lexicon._table import CompiledTable
from caesura.lexicon.layout import LINE, PAGE_LINES, SLOTS, unpacked_header
from caesura.lexicon.plain_table import PlainTable
from tests.lexicon import tables

ALPHABET = "ab.,!-é«ßİ\ud800 \t\x1c\x00"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    if not compiled_here():
        raise SystemExit("nothing was compiled here: there is nothing to fuzz")
    rng = random.Random(arguments.seed)
    whole = [_table(entries) for entries in (0, 1, 400, 3000)]
    end = time.monotonic() + arguments.seconds
    rounds = 0
    while time.monotonic() < end:
        _look_up(rng, rng.choice(whole))
        _hash_lines(rng)
        if rounds % 20 == 0:  # its plain twin is slow
            _place(rng)
        rounds += 1
    print(f"{rounds} rounds, seed {arguments.seed}: no byte read outside, both paths alike")  # noqa: T201


def _table(entries: int) -> bytes:
    counts = {f"w{i} é{i % 7}" if i % 2 else f"w{i}": 2**21 + i if i % 3 == 0 else i + 1 for i in range(entries)}
    with tempfile.TemporaryDirectory() as folder:
        return tables.write(Path(folder) / "x.lexicon", counts, ["u.s. open"]).read_bytes()


def _look_up(rng: random.Random, whole: bytes) -> None:
    altered = bytearray(whole)
    header = unpacked_header(bytes(whole), len(whole), "whole")
    start = header.header_bytes
    kind = rng.randrange(4)
    if kind == 0:
        altered[start:] = rng.randbytes(len(altered) - start)
    elif kind == 1:
        altered[start:] = bytes([rng.randrange(256)]) * (len(altered) - start)
    elif kind == 2:
        at = rng.randrange(header.lines_start, len(altered), LINE)
        altered[at : at + LINE] = b"\xff" * LINE
    else:
        for _ in range(rng.randrange(1, 200)):
            altered[rng.randrange(start, len(altered))] = rng.randrange(256)
    # Exact size on the heap: the first byte past the end is a red zone.
    held: Any = np.frombuffer(altered, np.uint8).copy()
    compiled, plain = CompiledTable(held, header), PlainTable(bytes(altered), header)  # type: ignore[arg-type]
    for _ in range(40):
        hashed = rng.getrandbits(64)
        _same(compiled.probe(hashed), plain.probe(hashed))
        words = ["".join(rng.choices(ALPHABET, k=rng.choice((0, 1, 3, 8, 9, 300)))) for _ in range(rng.randrange(6))]
        _same(compiled.lookup(words), plain.lookup(words))
        known = f"w{rng.randrange(3000)}"
        _same(compiled.lookup([known]), plain.lookup([known]))


def _hash_lines(rng: random.Random) -> None:
    block = bytes(rng.choices(b"ab.\n\t \r\xc3\xa919", k=rng.randrange(60)))
    records.hash_ngrams(block, SEED)
    records.hash_counted(block, SEED)
    records.hash_text(block, rng.randrange(1, 6), rng.random() < 0.5, SEED)


def _place(rng: random.Random) -> None:
    hashes = np.unique(np.array([rng.getrandbits(64) for _ in range(rng.randrange(1200))], np.uint64))
    lines = PAGE_LINES * rng.randrange(1, 3)
    one, other = np.zeros(lines * SLOTS, np.uint64), np.zeros(lines * SLOTS, np.uint64)
    values = np.ones(len(hashes), np.uint64)
    homes = placement.line_numbers(hashes, lines)
    _same(placement.placed(hashes, values, homes, one).tolist(), placement.place(hashes, values, homes, other).tolist())
    _same(one.tolist(), other.tolist())


def _same(one: object, other: object) -> None:
    if one != other:
        raise SystemExit(f"the paths differ: {one!r} and {other!r}")


if __name__ == "__main__":
    main()
