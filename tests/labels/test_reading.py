"""Files of labels: what is read, what is refused, and the rule for repeated labels."""

from __future__ import annotations

from pathlib import Path

import polars
import pytest

from caesura.foundation import InputError
from caesura.labels import label_table, read_gold, read_labels, write_labels
from caesura.labels.reading import as_table


def test_any_names_are_kept(tmp_path: Path) -> None:
    (tmp_path / "l.csv").write_text('label,task,worker\n"yes, really",a b,"w\n1"\n"",,\n'.replace('"",,\n', "") + "né,x|y,-\n")
    table = read_labels(tmp_path / "l.csv")
    assert table.tasks == ("a b", "x|y")
    assert table.workers == ("w\n1", "-")
    assert table.classes == ("né", "yes, really")


def test_tabs_a_byte_order_mark_and_seconds(tmp_path: Path) -> None:
    (tmp_path / "l.tsv").write_text("\ufefftask\tworker\tlabel\tseconds\nt\tw\t1\t2.5\n", encoding="utf-8")
    table = read_labels(tmp_path / "l.tsv")
    assert table.seconds is not None
    assert table.seconds.tolist() == [2.5]


@pytest.mark.parametrize(
    ("rule", "label", "dropped"),
    [("last", {"b"}, 1), ("first", {"a"}, 1), ("all", {"a", "b"}, 0)],
)
def test_repeated_labels_follow_a_rule(rule: str, label: set[str], dropped: int) -> None:
    table = label_table(["t", "u", "t"], ["w", "w", "w"], ["a", "c", "b"], duplicates=rule)
    found = {
        table.classes[code] for task, code in zip(table.task_codes, table.label_codes, strict=True) if table.tasks[task] == "t"
    }
    assert found == label
    assert table.dropped == dropped


def test_no_such_rule() -> None:
    with pytest.raises(InputError, match="no rule for duplicates is called 'middle'; choose one of last, first, all"):
        label_table(["t"], ["w"], ["a"], duplicates="middle")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "l.csv:1: there is no column 'task'"),
        ("task,label\n", "l.csv:1: there is no column 'worker'"),
        ("task,worker,label,label\n", "l.csv:1: the header names 'label' twice"),
        ("task,worker,label\n", "l.csv: there are no labels"),
        ("task,worker,label\nt,w,1\nt,w\n", "l.csv:3: 2 fields, the header has 3"),
        ("task,worker,label\nt,,1\n", "l.csv:2: no worker"),
        ('task,worker,label\nt,w,"1\n', "l.csv:2: broken CSV"),
        ("task,worker,label,seconds\nt,w,1,soon\n", "l.csv:2: 'soon' is not a number of seconds"),
        ("task,worker,label,seconds\nt,w,1,nan\n", "l.csv:2: 'nan' is not a number of seconds"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "l.csv").write_text(text)
    with pytest.raises(InputError) as error:
        read_labels(tmp_path / "l.csv")
    assert told in str(error.value)


def test_two_gold_labels_for_one_task(tmp_path: Path) -> None:
    (tmp_path / "g.csv").write_text("task,label\na,1\nb,1\na,2\n")
    with pytest.raises(InputError, match=r"g\.csv:4: task a has the gold labels 1 and 2"):
        read_gold(tmp_path / "g.csv")


def test_columns_that_do_not_fit() -> None:
    with pytest.raises(InputError, match="columns of 2, 1, 1 rows"):
        label_table(["a", "b"], ["w"], ["1"])
    with pytest.raises(InputError, match="row 2 has no label"):
        label_table(["a", "b"], ["w", "w"], ["1", None])
    with pytest.raises(InputError, match="row 1 has no task"):
        label_table([float("nan")], ["w"], ["1"])
    with pytest.raises(InputError, match="a text was given for a column"):
        label_table("ab", ["w", "v"], ["1", "2"])
    with pytest.raises(InputError, match="there are no labels"):
        label_table([], [], [])
    with pytest.raises(InputError, match="a label is a list or the like"):
        label_table(["a"], ["w"], [["1"]])


def test_frames_that_do_not_fit() -> None:
    with pytest.raises(InputError, match="no column of the frame is called 'worker'; choose one of task, label"):
        as_table(polars.DataFrame({"task": [1], "label": [1]}))
    with pytest.raises(InputError, match="labels cannot be read from a value of type int"):
        as_table(3)
    with pytest.raises(InputError, match="workers and labels belong together"):
        as_table([1], [2])


def test_what_is_written(tmp_path: Path) -> None:
    write_labels(tmp_path / "o.csv", {"a,b": "1", "c": None}, {"a,b": 0.75, "c": 0.5})
    assert (tmp_path / "o.csv").read_text() == 'task,label,probability\n"a,b",1,0.750000\nc,,0.500000\n'
