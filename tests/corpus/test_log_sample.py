"""From a log to a corpus in one call."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.corpus.log_queries import read_queries
from caesura.corpus.log_reader import LogFile
from caesura.corpus.log_sample import sample_log
from caesura.foundation import InputError


def log(path: Path) -> Path:
    rows = [
        f"{i // 4}\tcheap {thing} number {i % 50}\t2006-03-01 0{i % 4}:00:00\n"
        for i, thing in enumerate(["flights", "hotels"] * 200)
    ]
    path.write_text("".join(rows), encoding="utf-8")
    return path


def test_ids_are_stable_and_queries_distinct(tmp_path: Path) -> None:
    found = sample_log([log(tmp_path / "log.tsv")], 20, seed=5)
    assert [entry.query.id for entry in found.corpus] == [f"q{i}" for i in range(1, 21)]
    assert len({entry.query.text for entry in found.corpus}) == 20
    assert found.steps.lines == 400
    assert found == sample_log([tmp_path / "log.tsv"], 20, seed=5)
    assert found.corpus.fingerprint != sample_log([tmp_path / "log.tsv"], 20, seed=6).corpus.fingerprint


def test_spelling_follows_the_draw(tmp_path: Path) -> None:
    found = sample_log([log(tmp_path / "log.tsv")], 20, seed=5, speller=lambda text: text.replace("number ", ""))
    assert found.spelling is not None
    assert found.spelling.changed == 20
    assert all("number" not in entry.query.text for entry in found.corpus)


def test_queries_of_a_log_and_of_a_list(tmp_path: Path) -> None:
    path = log(tmp_path / "log.tsv")
    assert next(read_queries(LogFile(path, "log"))) == "cheap flights number 0"
    listed = tmp_path / "list.tsv"
    listed.write_text("source\tnew york\nplain\n", encoding="utf-8")
    assert list(read_queries(LogFile(listed, "list"))) == ["new york", "plain"]
    listed.write_bytes(b"plain\n\xff\n")
    with pytest.raises(InputError, match=r"^list:2: "):
        list(read_queries(LogFile(listed, "list")))
