"""pandas, polars, DuckDB and Hugging Face's data sets: the same answers through each."""

from __future__ import annotations

from typing import Any

import pandas
import polars
import pytest

from caesura.foundation import InputError
from caesura.integrations import register_duckdb, register_pandas, register_polars
from caesura.segmenters import segment_frame

QUERIES = ["cheap flights to cape town", None, "", "cape town"]
PIPES = ["cheap flights|to|cape town", None, None, "cape town"]
LISTS = [["cheap flights", "to", "cape town"], None, None, ["cape town"]]


def test_pandas() -> None:
    register_pandas()
    register_pandas()
    series = pandas.Series(QUERIES, index=[3, 1, 4, 5])
    assert series.caesura.segment().tolist() == PIPES
    found = series.caesura.segments()
    assert (found.tolist(), found.index.tolist()) == (LISTS, [3, 1, 4, 5])
    assert pandas.Series(["used mountain bikes"]).caesura.phrase("quotes").tolist() == ['used "mountain bikes"']
    assert pandas.Series(["cape town"]).caesura.segment("none").tolist() == ["cape|town"]
    with pytest.raises(InputError, match="7 is not a string"):
        pandas.Series([7]).caesura.segment()


def test_polars() -> None:
    register_polars()
    register_polars()
    frame = polars.DataFrame({"query": QUERIES})
    column = polars.col("query").caesura  # type: ignore[attr-defined]
    assert frame.select(column.segment())["query"].to_list() == PIPES
    assert frame.lazy().select(column.segments()).collect()["query"].to_list() == LISTS
    series: Any = frame["query"]
    assert series.caesura.segments().to_list() == LISTS
    assert series.caesura.phrase("quotes").to_list() == ['"cheap flights" to "cape town"', None, None, '"cape town"']


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed: see requirements/peers.txt")
    connection = duckdb.connect()
    register_duckdb(connection)
    connection.execute("CREATE TABLE log (query VARCHAR)")
    connection.executemany("INSERT INTO log VALUES (?)", [[query] for query in QUERIES])
    rows = connection.execute("SELECT caesura_segment(query), caesura_segments(query) FROM log").fetchall()
    assert [list(column) for column in zip(*rows, strict=True)] == [PIPES, LISTS]
    connection.execute("CREATE TABLE found AS SELECT unnest(caesura_segments(query)) AS segment FROM log")
    counted = "SELECT segment, count(*) FROM found GROUP BY 1 ORDER BY 2 DESC LIMIT 1"
    assert connection.execute(counted).fetchall() == [("cape town", 2)]
    assert connection.execute("SELECT caesura_phrase('used mountain bikes', 'quotes')").fetchone() == ('used "mountain bikes"',)


def test_data_sets_as_they_are(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets", reason="datasets is not installed: see requirements/peers.txt")
    datasets.disable_progress_bars()
    made = datasets.Dataset.from_dict({"query": ["cape town", None], "n": [1, 2]})
    assert segment_frame(made)[:] == {"query": ["cape town", None], "n": [1, 2], "segmentation": ["cape town", None]}
    splits = segment_frame(datasets.DatasetDict({"train": made}), method="none")
    assert splits["train"]["segmentation"][0] == "cape|town"
    assert next(iter(segment_frame(made.to_iterable_dataset())))["segmentation"] == "cape town"
    with pytest.raises(InputError, match="no column of the data set is called 'text'"):
        segment_frame(made, "text")
    with pytest.raises(InputError, match="a column 'n' already"):
        segment_frame(made, output="n")
