"""The file as layout.py describes it: read here by its offsets alone, without the package's own reader."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from caesura.lexicon import Lexicon
from tests.lexicon import tables

COUNTS = {"new": 900, "york": 2**21 - 1, "new york": 2**21, "times square": 2**63, "été": 3}


def _number(raw: bytes, at: int, size: int = 8) -> int:
    return int.from_bytes(raw[at : at + size], "little")


def _product(one: int, other: int) -> int:
    high, low = divmod(one * other, 2**64)
    return high ^ low


def _hash(words: list[str], seed: int) -> int:
    hashes = []
    for word in words:
        text, state = word.encode(), seed
        for at in range(0, len(text), 8):
            state = _product(state ^ _number(text.ljust(len(text) + 8, b"\0"), at), 0x243F6A8885A308D3)
        hashes.append(_product(state ^ len(text), 0x13198A2E03707345))
    found = hashes[0]
    for hashed in hashes[1:]:
        found = _product(found ^ 0xA4093822299F31D1, hashed ^ 0x082EFA98EC4E6C89)
    return found


def _count(raw: bytes, words: list[str]) -> tuple[int, bool] | None:
    hashed = _hash(words, _number(raw, 16))
    large = _number(raw, 24)
    lines = large + -(-8 * _number(raw, 40) // 4096) * 4096
    home = hashed * _number(raw, 48) >> 64
    for step in range(64):
        line = home // 64 * 64 + (home + step * ((hashed >> 3) | 1)) % 64
        slots = [_number(raw, lines + 64 * line + 8 * slot) for slot in range(8)]
        for slot in slots:
            title, value = bool(slot >> 22 & 1), slot & (2**22 - 1)
            if slot >> 24 == hashed % 2**40 and (title or value):
                return (value if value < 2**21 else _number(raw, large + 8 * (value - 2**21))), title
        if not slots[hashed % 8] >> 23 & 1:
            break
    return None


def test_the_documented_offsets(tmp_path: Path) -> None:
    raw = tables.write(tmp_path / "x.lexicon", COUNTS, ["new york", "a very long title of seven words"]).read_bytes()
    assert raw[:8] == b"CAESLEX\n"
    assert (_number(raw, 8, 4), _number(raw, 12, 4)) == (1, 1)
    header = _number(raw, 24)
    assert (header, _number(raw, 40), _number(raw, 56)) == (4096, 2, 0)
    assert [_number(raw, at) for at in (64, 72, 80, 88)] == [6, 2, 7, 900 + 2**21 - 1 + 3]
    assert [_number(raw, at) for at in range(96, 136, 8)] == [3, 2, 0, 0, 0]
    assert raw[136:152] == hashlib.blake2b(raw[header:], digest_size=16).digest()
    assert raw[header - 16 : header] == hashlib.blake2b(raw[: header - 16], digest_size=16).digest()
    assert json.loads(raw[152 : 152 + _number(raw, 32)]) == [{"name": "test"}]
    for text, count in COUNTS.items():
        assert _count(raw, text.split()) == (count, text == "new york")
    assert _count(raw, ["york", "new"]) is None


def test_the_documented_way_over_full_lines(tmp_path: Path) -> None:
    counts = {f"w{i}": i + 1 for i in range(4000)}
    path = tables.write(tmp_path / "x.lexicon", counts)
    raw = path.read_bytes()
    assert all(_count(raw, [word]) == (count, False) for word, count in counts.items())
    with Lexicon.open(path) as lexicon:
        assert all(lexicon.count([word]) == count for word, count in counts.items())
