"""Runs: summed, written, read and merged in little memory, they hold what a dict would."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.lexicon.records import TITLE_KIND, Records
from caesura.lexicon.runs import SORTING_BYTES, HashCollisionError, merged, read_run, summed, write_run

ROWS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 2**40), st.booleans()), max_size=60)


def _records(rows: list[tuple[int, int, bool]]) -> Records:
    hashes = np.array([key * 0x0606060606060606 for key, _, _ in rows], np.uint64)
    kinds = np.array([1 + TITLE_KIND * title for _, _, title in rows], np.uint8)
    return Records(hashes, ~hashes, np.array([count for _, count, _ in rows], np.uint64), kinds)


def _as_dict(blocks: list[Records]) -> tuple[list[int], dict[int, int], set[int]]:
    keys = [key // 0x0606060606060606 for block in blocks for key in block.first.tolist()]
    counts = [count for block in blocks for count in block.counts.tolist()]
    kinds = [kind for block in blocks for kind in block.kinds.tolist()]
    return keys, dict(zip(keys, counts, strict=True)), {key for key, kind in zip(keys, kinds, strict=True) if kind & TITLE_KIND}


@given(st.lists(ROWS, max_size=5), st.integers(1, 40))
def test_merging_runs_equals_a_dict(tmp_path: Path, runs: list[list[tuple[int, int, bool]]], room: int) -> None:
    expected: Counter[int] = Counter()
    titles = set()
    blocks: list[Records] = []
    for number, rows in enumerate(runs):
        for key, count, title in rows:
            expected[key] += count
            titles |= {key} if title else set()
        write_run(tmp_path / f"{number}.run", [summed(_records(rows))])
        blocks += read_run(tmp_path / f"{number}.run")
    write_run(tmp_path / "all.run", merged(blocks, room * SORTING_BYTES))
    keys, counts, found_titles = _as_dict(read_run(tmp_path / "all.run"))
    assert keys == sorted(expected)
    assert (counts, found_titles) == (dict(expected), titles)


def test_two_ngrams_with_one_hash_are_noticed() -> None:
    same = np.array([5, 5], np.uint64)
    with pytest.raises(HashCollisionError):
        summed(Records(same, np.array([1, 2], np.uint64), same, np.ones(2, np.uint8)))


def test_counts_that_pass_64_bits_are_refused() -> None:
    same = np.array([5, 5], np.uint64)
    with pytest.raises(InputError, match="2\\^64"):
        summed(Records(same, same, np.array([2**63, 2**63], np.uint64), np.ones(2, np.uint8)))


@pytest.mark.parametrize("damage", [lambda raw: raw[:-1], lambda raw: b"x" + raw, lambda raw: raw[:10], lambda raw: raw[:0]])
def test_damaged_runs_are_refused(tmp_path: Path, damage: object) -> None:
    assert callable(damage)
    path = tmp_path / "x.run"
    write_run(path, [summed(_records([(1, 2, False), (3, 4, True)]))])
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(InputError, match="complete run"):
        read_run(path)
