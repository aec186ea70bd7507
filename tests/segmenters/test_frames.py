"""Frames of every make, segmented as the plain segmenter does it."""

from __future__ import annotations

import importlib
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import polars
import pytest

from caesura.foundation import InputError
from caesura.lexicon import Lexicon, MemoryLexicon
from caesura.segmenters import segment_frame, segmenter
from tests.segmenters.conftest import COUNTS, TITLES, lexicon_file

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

QUERIES = ["new york times square dance", "cheap flights to new york", "  New\tYORK | times ", "", None, "carpe diem baby"]
QUERIES += ["日本 new york"]
LONG = " ".join(["word"] * 65)


def expected(method: str, lexicon: Any, **options: Any) -> list[str | None]:
    chosen = segmenter(method, lexicon=lexicon, compiled=False, **options)
    return [None if text is None else chosen.segment(text).pipe if text.strip() else "" for text in QUERIES]


@pytest.mark.parametrize("method", ["wikipedia", "naive", "titles", "pmi", "hybrid", "all"])
def test_polars(mapped: Lexicon, method: str) -> None:
    frame = polars.DataFrame({"id": range(len(QUERIES)), "query": QUERIES})
    found = segment_frame(frame, method=method, lexicon=mapped)
    assert found.columns == ["id", "query", "segmentation"]
    assert found["segmentation"].to_list() == expected(method, mapped)
    assert found.drop("segmentation").equals(frame)


def test_a_lexicon_by_its_path(mapped: Lexicon) -> None:
    frame = polars.DataFrame({"query": QUERIES})
    found = segment_frame(frame, method="wikipedia", lexicon=str(mapped.path))
    assert found["segmentation"].to_list() == expected("wikipedia", mapped)


def test_without_a_lexicon_the_shipped_one_answers(mapped: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caesura.segmenters.frames.default_lexicon", lambda: mapped)
    found = segment_frame(polars.DataFrame({"query": QUERIES}), method="wikipedia")
    assert found["segmentation"].to_list() == expected("wikipedia", mapped)


def test_polars_lazily(mapped: Lexicon) -> None:
    lazy = segment_frame(polars.LazyFrame({"q": QUERIES}), "q", method="wikipedia", lexicon=mapped, output="cut")
    assert lazy.collect_schema() == {"q": polars.String(), "cut": polars.String()}
    assert lazy.collect()["cut"].to_list() == expected("wikipedia", mapped)
    wanted = polars.col("cut") == "new york times|square dance"
    engines: tuple[Literal["in-memory", "streaming"], ...] = ("in-memory", "streaming")
    for engine in engines:
        assert lazy.filter(wanted).select("cut").collect(engine=engine).height == 1
        assert lazy.filter(wanted).select("q").collect(engine=engine).height == 1


@pytest.mark.parametrize("typed", ["object", "string", "pyarrow"])
def test_pandas_keeps_its_index(mapped: Lexicon, typed: str) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not here: pip install 'caesura[spark]'")
    if typed == "pyarrow":
        pytest.importorskip("pyarrow")
    column = pandas.Series(QUERIES, dtype="string[pyarrow]" if typed == "pyarrow" else typed)
    frame = pandas.DataFrame({"query": column})
    frame.index = [7, 7, 3, 1, 0, 2, 9]
    found = segment_frame(frame, method="naive", lexicon=mapped)
    assert found.index.tolist() == frame.index.tolist()
    assert [None if pandas.isna(value) else value for value in found["segmentation"]] == expected("naive", mapped)
    assert "segmentation" not in frame


def test_pandas_with_something_else_among_the_texts(mapped: Lexicon) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not here: pip install 'caesura[spark]'")
    with pytest.raises(InputError, match="the value 5 is not a string; convert it"):
        segment_frame(pandas.DataFrame({"query": ["new york", 5]}), method="naive", lexicon=mapped)
    missing = pandas.DataFrame({"query": ["new york", float("nan"), None]})
    found = segment_frame(missing, method="naive", lexicon=mapped)
    assert found["segmentation"].isna().tolist() == [False, True, True]


def test_pyarrow(mapped: Lexicon) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not here: pip install 'caesura[spark]'")
    found = segment_frame(pyarrow.table({"query": QUERIES}), method="titles", lexicon=mapped)
    assert found.column("segmentation").to_pylist() == expected("titles", mapped)


def test_a_frame_without_rows_or_values(mapped: Lexicon) -> None:
    none = segment_frame(polars.DataFrame({"query": []}, schema={"query": polars.String}), method="naive", lexicon=mapped)
    assert none.schema == {"query": polars.String(), "segmentation": polars.String()}
    blank = segment_frame(polars.DataFrame({"query": [None, None]}), method="naive", lexicon=mapped)
    assert blank["segmentation"].to_list() == [None, None]


def test_one_text_too_long(mapped: Lexicon) -> None:
    frame = polars.DataFrame({"query": ["new york", LONG, "times square dance"]})
    with pytest.raises(InputError, match="has 65 words, at most 64"):
        segment_frame(frame, method="wikipedia", lexicon=mapped)
    found = segment_frame(frame, method="wikipedia", lexicon=mapped, lenient=True)
    assert found["segmentation"].to_list() == ["new york", None, "times square|dance"]


def test_options_reach_the_method(lexicon: MemoryLexicon) -> None:
    frame = polars.DataFrame({"query": QUERIES})
    strict = segment_frame(frame, method="pmi", lexicon=lexicon, threshold=50)["segmentation"].to_list()
    assert strict == expected("pmi", lexicon, threshold=50) != expected("pmi", lexicon)
    with pytest.raises(InputError, match="no parameter of pmi is called 'colour'"):
        segment_frame(frame, method="pmi", lexicon=lexicon, colour="red")


@pytest.mark.parametrize(
    ("frame", "options", "told"),
    [
        (polars.DataFrame({"text": ["a"]}), {}, "no column of the frame is called 'query'; there is only text"),
        (polars.DataFrame({"query": [1]}), {}, "the column 'query' is Int64; name a column of strings"),
        (polars.DataFrame({"query": ["a"], "segmentation": ["a"]}), {}, "a column 'segmentation' already; name another"),
        (polars.DataFrame({"query": ["a"]}), {"output": "query"}, "a column 'query' already"),
        (["a query"], {}, "list is not a known kind of data frame"),
    ],
)
def test_frames_that_cannot_be(lexicon: MemoryLexicon, frame: Any, options: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        segment_frame(frame, method="naive", lexicon=lexicon, **options)


def collected(frame: Any) -> list[str | None]:
    return [row.segmentation for row in frame.orderBy("id").collect()]


def spark_frame(spark: SparkSession) -> Any:
    return spark.createDataFrame(list(enumerate(QUERIES)), "id int, `the query` string").repartition(2)


@pytest.mark.parametrize("method", ["wikipedia", "hybrid"])
def test_spark(spark: SparkSession, mapped: Lexicon, method: str) -> None:
    found = segment_frame(spark_frame(spark), "the query", method=method, lexicon=mapped)
    assert found.columns == ["id", "the query", "segmentation"]
    assert collected(found) == expected(method, mapped)


def test_spark_with_a_lexicon_in_memory(spark: SparkSession, lexicon: MemoryLexicon) -> None:
    assert collected(segment_frame(spark_frame(spark), "the query", method="naive", lexicon=lexicon)) == expected("naive", lexicon)


def test_spark_sees_a_lexicon_that_was_built_again(spark: SparkSession, tmp_path: Path) -> None:
    path = tmp_path / "own.lexicon"
    first = lexicon_file(path, COUNTS, TITLES)
    frame = spark_frame(spark)
    assert collected(segment_frame(frame, "the query", method="naive", lexicon=path)) == expected("naive", first)
    lexicon_file(tmp_path / "new.lexicon", {"york times": 10, "york": 10})
    shutil.move(tmp_path / "new.lexicon", path)
    again = expected("naive", Lexicon.open(path))
    assert again != expected("naive", first)
    assert collected(segment_frame(frame, "the query", method="naive", lexicon=path)) == again


def test_spark_with_one_text_too_long(spark: SparkSession, mapped: Lexicon) -> None:
    frame = spark.createDataFrame([(0, "new york"), (1, LONG)], "id int, query string")
    assert collected(segment_frame(frame, method="wikipedia", lexicon=mapped, lenient=True)) == ["new york", None]
    with pytest.raises(InputError, match="the column 'id' is Int32"):
        segment_frame(frame, "id", method="wikipedia", lexicon=mapped)


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "caesura.segmenters.spark_frames", raising=False)
    monkeypatch.setitem(sys.modules, "pyspark", None)
    with pytest.raises(InputError, match=r"pip install 'caesura\[spark\]'"):
        importlib.import_module("caesura.segmenters.spark_frames")


def test_spark_on_real_queries(spark: SparkSession, shared_data: Path, mapped: Lexicon) -> None:
    log = polars.read_csv(
        shared_data / "query-log" / "queries.tsv",
        separator="\t",
        quote_char=None,
        has_header=False,
        new_columns=["source", "query"],
        n_rows=20_000,
    )
    here = segment_frame(log, method="pmi", lexicon=mapped)["segmentation"].to_list()
    frame = spark.createDataFrame(list(enumerate(log["query"])), "id int, query string")
    assert collected(segment_frame(frame, method="pmi", lexicon=mapped)) == here
    assert sum("|" in cut for cut in here) > 10_000
