"""The counts that come with a Webis-QSeC-10 folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.corpus.webis_counts import read_webis_counts
from caesura.foundation import InputError


def test_each_table_is_read_when_it_is_asked_for(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "x-n-gram-web-frequencies-google.txt").write_text("new york\t120\ntimes square\t60\n")
    (data / "x-1-gram-web-frequencies-msn.txt").write_text("new\t-2.5\n")
    (data / "x-2-gram-web-frequencies-msn.txt").write_text("new york\t-4.5\n")
    (data / "x-n-gram-pmi-values.txt").write_text("new york\t3.5\n")
    (data / "x-n-gram-wikipedia-titles.txt").write_text("new york\n")
    counts = read_webis_counts(tmp_path)
    assert counts.ngrams == {"new york": 120, "times square": 60}
    assert (counts.unigrams_log10, counts.bigrams_log10) == ({"new": -2.5}, {"new york": -4.5})
    assert (counts.pmi, counts.titles) == ({"new york": 3.5}, frozenset({"new york"}))


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with pytest.raises(InputError, match="0 files data/"):
        _ = read_webis_counts(tmp_path).pmi
    (tmp_path / "data" / "x-n-gram-pmi-values.txt").write_text("new york\tmuch\n")
    with pytest.raises(InputError, match=r"x-n-gram-pmi-values.txt:1: 'much' is (no|not a) number"):
        _ = read_webis_counts(tmp_path).pmi
