"""CSV that a spreadsheet does not run, and that comes back as it went in."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from caesura.foundation import csv_rows, plain_cell, write_csv, written
from caesura.foundation.csv_tables import original_cell, protected_cell
from caesura.labels import read_gold, read_labels, write_labels


@given(st.text(max_size=20))
def test_no_cell_is_a_formula(text: str) -> None:
    cell = protected_cell(text)
    assert isinstance(cell, str)
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert cell in (text, "'" + text)


@given(st.text(alphabet="'=+-@a", max_size=6))
@example("'=1")
def test_every_cell_comes_back(text: str) -> None:
    assert original_cell(str(protected_cell(text))) == text
    assert original_cell(str(plain_cell(text))) == text


def test_numbers_and_nothing_stay_what_they_are_in_csv() -> None:
    stream = io.StringIO()
    write_csv(stream, ("a", "b"), [(-1, None), ("-1", "x\ry")])
    assert stream.getvalue() == 'a,b\r\n-1,\r\n\'-1,"x\ry"\r\n'


LABELS = ["+1", "-1", "=sum", "@home", "'=x", "''@", "'tis", "plain"]


@pytest.mark.parametrize("label", LABELS)
def test_a_label_comes_back_from_a_file(tmp_path: Path, label: str) -> None:
    path = tmp_path / "labels.csv"
    with written(path) as stream:
        write_csv(stream, ("task", "worker", "label"), [("q1", "w1", label), ("q1", "w2", "other")])
    assert [cells for _, cells in csv_rows(path)][1] == ["q1", "w1", label]
    assert label in read_labels(path).classes


@pytest.mark.parametrize("label", LABELS)
def test_files_of_the_labels_room_come_back_too(tmp_path: Path, label: str) -> None:
    write_labels(tmp_path / "labels.csv", {"q1": label}, {"q1": 1.0})
    assert read_gold(tmp_path / "labels.csv") == {"q1": label}
