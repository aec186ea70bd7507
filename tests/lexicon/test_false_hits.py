"""How often an unknown n-gram is taken for a known one: measured, and held against the calculation.

At some 7 in 10^12 no test can wait for a false hit. So the fingerprints are cut to 16 of their 40 bits, in each part of them:
then a million unknown n-grams must hit about as often as calculation says, or the hash does not spread and 40 bits are worth
less.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from caesura.lexicon import Lexicon, Source, build_lexicon
from caesura.lexicon.hashing import SEED
from caesura.lexicon.layout import SLOTS, USED
from caesura.lexicon.placement import line_numbers
from caesura.lexicon.records import Numbers, hash_ngrams

KNOWN = 200_000
UNKNOWN = 1_000_000


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    # Counted-up words that differ in a digit or two: the least random n-grams there are.
    folder = tmp_path_factory.mktemp("false-hits")
    (folder / "counts.tsv").write_text("".join(f"word{i // 450} word{i % 450}\t1\n" for i in range(KNOWN)))
    build_lexicon(folder / "x.lexicon", [Source("counts", folder / "counts.tsv")])
    return Lexicon.open(folder / "x.lexicon")


@pytest.fixture(scope="module")
def unknown() -> Numbers:
    text = "\n".join(f"word{i // 1000} mord{i % 1000}" for i in range(UNKNOWN))
    return hash_ngrams(text.encode(), SEED)[0]


def test_none_of_a_million_unknown_ngrams_is_found(lexicon: Lexicon, unknown: Numbers) -> None:
    probe = lexicon.table.probe
    assert not any(probe(hashed) for hashed in unknown.tolist())


@pytest.mark.parametrize("lowest", [0, 8, 16, 24])
def test_cut_fingerprints_hit_as_often_as_calculated(lexicon: Lexicon, unknown: Numbers, lowest: int) -> None:
    header = lexicon.header
    raw = np.fromfile(lexicon.path, "<u8", offset=header.lines_start).reshape(-1, SLOTS)
    lines = raw[line_numbers(unknown, header.home_lines)]
    used = (lines & USED) > 0
    window = np.uint64(0xFFFF)
    held = (lines >> np.uint64(24 + lowest)) & window
    hits = int(((held == ((unknown >> np.uint64(lowest)) & window)[:, None]) & used).sum())
    expected = int(used.sum()) / 2**16
    assert abs(hits - expected) < 5 * math.sqrt(expected)


def test_the_calculation_is_near_the_layout_s_own_figure(lexicon: Lexicon) -> None:
    # 1.17 lines visited * 8 slots * .86 full / 2^40
    assert lexicon.false_hit_probability == pytest.approx(7.3e-12, rel=0.1)


def test_ten_bytes_per_ngram_are_enough(lexicon: Lexicon) -> None:
    assert lexicon.info()["bytes_per_ngram"] < 9.5
