"""Placing: both twins write the same slots, full pages spill, and n-grams that could be mixed up are noticed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.lexicon import Lexicon, compiled_here, placement
from caesura.lexicon.layout import PAGE_LINES, SLOTS
from caesura.lexicon.records import Records
from caesura.lexicon.write import write_table

needs_compiled = pytest.mark.skipif(not compiled_here(), reason="nothing was compiled here")


def _hashes(seed: int, size: int) -> placement.Numbers:
    return np.unique(np.random.default_rng(seed).integers(0, 2**64, size, np.uint64))


@given(st.integers(1, 2**32 - 1), st.lists(st.integers(0, 2**64 - 1), max_size=20))
def test_line_numbers_are_the_high_half_of_the_product(lines: int, hashes: list[int]) -> None:
    found = placement.line_numbers(np.array(hashes, np.uint64), lines)
    assert found.tolist() == [hashed * lines >> 64 for hashed in hashes]


@needs_compiled
@given(st.integers(0, 1000), st.integers(0, 1500), st.sampled_from([PAGE_LINES, 2 * PAGE_LINES]))
def test_twins_write_the_same(seed: int, size: int, lines: int) -> None:
    # Up to three times what a page holds: most runs spill.
    hashes = _hashes(seed, size)
    values = np.random.default_rng(seed).integers(1, 2**23, len(hashes)).astype(np.uint64)
    homes = placement.line_numbers(hashes, lines)
    plain, compiled = np.zeros(lines * SLOTS, np.uint64), np.zeros(lines * SLOTS, np.uint64)
    assert placement.place(hashes, values, homes, plain).tolist() == placement.placed(hashes, values, homes, compiled).tolist()
    assert plain.tolist() == compiled.tolist()


@pytest.mark.parametrize("put", [placement.place, placement.placed])
def test_the_same_fingerprint_on_the_way_is_noticed(put: object) -> None:
    assert callable(put)
    slots = np.zeros(PAGE_LINES * SLOTS, np.uint64)
    hashes = np.array([7 << 41 | 5, 8 << 41 | 5], np.uint64)  # the same line, the same low 40 bits
    with pytest.raises(placement.SameFingerprintError):
        put(hashes, np.array([1, 1], np.uint64), np.array([0, 0], np.uint64), slots)


@needs_compiled
def test_a_home_line_outside_is_refused() -> None:
    one = np.array([1], np.uint64)
    with pytest.raises(ValueError, match="outside"):
        placement.placed(one, one, np.array([PAGE_LINES], np.uint64), np.zeros(PAGE_LINES * SLOTS, np.uint64))


@pytest.mark.parametrize("compiled", [False, True] if compiled_here() else [False])
def test_spilled_entries_are_found(tmp_path: Path, compiled: bool) -> None:
    # 2000 hashes of which 900 fall into the first of four or five pages: it holds 512, the rest must spill.
    rng = np.random.default_rng(3)
    crowded = rng.integers(0, 2**61, 900, np.uint64)
    hashes = np.unique(np.concatenate((crowded, rng.integers(2**61, 2**64, 1100, np.uint64))))
    records = Records(hashes, hashes, np.arange(1, len(hashes) + 1, dtype=np.uint64), np.ones(len(hashes), np.uint8))
    header = write_table(tmp_path / "x.lexicon", lambda: [records], seed=1, sources=[])
    assert header.spill_lines
    with Lexicon.open(tmp_path / "x.lexicon", compiled=compiled) as lexicon:
        table = lexicon.table
        for position, hashed in enumerate(hashes.tolist(), start=1):
            assert table.probe(hashed) == (position, False)
        for hashed in _hashes(9, 3000).tolist():
            assert table.probe(hashed) is None


def test_blocks_may_end_anywhere(tmp_path: Path) -> None:
    hashes = _hashes(4, 5000)
    records = Records(hashes, hashes, np.ones(len(hashes), np.uint64), np.ones(len(hashes), np.uint8))
    write_table(tmp_path / "one", lambda: [records], seed=1, sources=[])
    for cuts in ([1, 2, 3], [600, 601, 4999], list(range(0, 5000, 77))):
        pieces = [records.picked(slice(start, end)) for start, end in zip([0, *cuts], [*cuts, len(hashes)], strict=True)]
        write_table(tmp_path / "many", lambda pieces=pieces: pieces, seed=1, sources=[])  # type: ignore[misc]
        assert (tmp_path / "many").read_bytes() == (tmp_path / "one").read_bytes()
