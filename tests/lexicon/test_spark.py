"""Counting on Spark gives what the local builder gives, to the byte of the table."""

from __future__ import annotations

import gzip
import random
import re
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.lexicon import SEED, Lexicon, Source, build_lexicon, count_frame, count_on_spark
from caesura.lexicon.formats.blocks import LineBlock
from caesura.lexicon.formats.counts import read_counts
from caesura.lexicon.formats.text import read_queries, read_text
from caesura.lexicon.runs import summed
from caesura.lexicon.spark import TextKind, main, ngrams_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# Line ends, tabs, all kinds of spaces, marks that combine, capitals that change length, punctuation at edges.
PIECES = ["New", "york", "(YORK)", "don't", "u.s.", "&", "—", "ﬁne", "İstanbul", "ΣΟΦΟΣ", "e\u0301", "日本", "ａ", "´"]
PIECES += ["\u2028", "\x1c", "\r", " "]
LINES = st.lists(st.lists(st.sampled_from(PIECES), max_size=9).map("".join) | st.text(max_size=12), max_size=6)


@given(LINES, st.sampled_from(["log", "text"]))
@example(["a b c d e f g"], "log")
@example(["´ﬁne´ (x) ..."], "text")
def test_ngrams_are_those_of_the_local_builder(lines: list[str], kind: TextKind) -> None:
    clean = [line.replace("\n", " ").replace("\t", " ").encode("utf-8", "replace") for line in lines]
    block = LineBlock(b"\n".join(clean), 1, 0, Path("given"))
    local = summed((read_text(block, SEED) if kind == "text" else read_queries(block, SEED, None)).records)
    counts = Counter(ngram for line in clean for ngram in ngrams_of(line.decode(), kind))
    for mark in ("<s>", "</s>", "<unk>"):
        counts.pop(mark, None)
    printed = "".join(f"{ngram}\t{count}\n" for ngram, count in counts.items()).encode()
    here = summed(read_counts(LineBlock(printed, 1, 0, Path("printed")), SEED).records)
    for one, other in zip(here, local, strict=True):
        np.testing.assert_array_equal(one, other)


def written_text(folder: Path, seed: int, lines: int) -> list[Path]:
    """Text of random pieces in a plain and a packed file."""
    draw = random.Random(seed)
    made = [" ".join(draw.choices(PIECES, k=draw.randrange(9))) for _ in range(lines)]
    plain, packed = folder / "one.txt", folder / "two.txt.gz"
    plain.write_bytes("\n".join(made[: lines // 2]).encode())
    packed.write_bytes(gzip.compress("".join(f"{line}\n" for line in made[lines // 2 :]).encode()))
    return [plain, packed]


def both_ways(
    spark: SparkSession, paths: list[Path], folder: Path, *, min_count: int = 1, column: int | None = None, kind: TextKind = "log"
) -> tuple[Lexicon, Lexicon]:
    """The lexicon by way of Spark's counts, and the one straight from the text."""
    count_on_spark(spark, paths, folder / "counts", kind=kind, column=column, min_count=min_count)
    build_lexicon(folder / "spark.lexicon", [Source("counts", folder / "counts")], min_count=min_count)
    build_lexicon(
        folder / "local.lexicon", [Source(kind, path, column=column, statistics=False) for path in paths], min_count=min_count
    )
    return Lexicon.open(folder / "spark.lexicon"), Lexicon.open(folder / "local.lexicon")


def all_but_the_sources(lexicon: Lexicon) -> dict[str, Any]:
    """Among it the checksum of the whole table."""
    facts = lexicon.info()
    del facts["sources"]
    return facts


@pytest.mark.parametrize(("kind", "min_count"), [("log", 1), ("text", 3)])
def test_the_table_is_the_same(spark: SparkSession, tmp_path: Path, kind: TextKind, min_count: int) -> None:
    there, here = both_ways(spark, written_text(tmp_path, 7, 600), tmp_path, kind=kind, min_count=min_count)
    assert all_but_the_sources(there) == all_but_the_sources(here)
    assert here.count(["new", "york"] if kind == "text" else ["new", "(york)"]) > 0


def test_on_the_first_queries_of_the_log(spark: SparkSession, shared_data: Path, tmp_path: Path) -> None:
    log = tmp_path / "queries.tsv"
    with (shared_data / "query-log" / "queries.tsv").open("rb") as raw:
        log.write_bytes(b"".join(line for line, _ in zip(raw, range(5000), strict=False)))
    there, here = both_ways(spark, [log], tmp_path, column=2)
    assert all_but_the_sources(there) == all_but_the_sources(here)
    assert here.header.entries > 30_000


@pytest.mark.long
def test_on_the_whole_log(spark: SparkSession, shared_data: Path, tmp_path: Path) -> None:
    there, here = both_ways(spark, [shared_data / "query-log" / "queries.tsv"], tmp_path, column=2)
    assert all_but_the_sources(there) == all_but_the_sources(here)


def test_files_are_sorted_and_counts_right(spark: SparkSession, tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.mkdir()
    (text / "a.txt").write_text("New York, new york!\n\nold\rYork\n")
    count_on_spark(spark, [text], tmp_path / "counts", kind="text", order=2)
    lines = [line for part in sorted((tmp_path / "counts").glob("part-*")) for line in part.read_text().splitlines()]
    assert lines == ["new\t2", "new york\t2", "old\t1", "old york\t1", "york\t3", "york new\t1"]


def test_rare_words_stay_for_the_total(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a b\na b\nc d\n")
    count_on_spark(spark, [tmp_path / "a.txt"], tmp_path / "counts", min_count=2, compressed=True)
    parts = sorted((tmp_path / "counts").glob("part-*.gz"))
    assert b"".join(gzip.decompress(part.read_bytes()) for part in parts) == b"a\t2\na b\t2\nb\t2\nc\t1\nd\t1\n"


def test_a_column_of_a_frame(spark: SparkSession) -> None:
    frame = spark.createDataFrame([("New York",), (None,), ("york\ttimes",)], "`the.query` string")
    counts = {row.ngram: row["count"] for row in count_frame(frame, "the.query").collect()}
    assert counts == {"new": 1, "york": 2, "new york": 1, "times": 1, "york times": 1}
    with pytest.raises(InputError, match=r"no column of the frame is called 'query'; .*the\.query"):
        count_frame(frame)
    with pytest.raises(InputError, match="the column 'id' is bigint"):
        count_frame(spark.range(3), "id")


@pytest.mark.parametrize(
    ("text", "options", "told"),
    [
        (b"fine\na\tb\n", {}, "the line 'a\\tb' has a tab; say which column holds the query: --column"),
        (b"a\tb\nonly\n\n", {"column": 2}, "the line 'only' has 1 columns, not 2; check --column"),
        (b"fine\nso \xff\n", {}, "byte 4 of the line that begins 'so ' is not UTF-8; convert it"),
    ],
)
def test_a_bad_line_is_told_in_one(spark: SparkSession, tmp_path: Path, text: bytes, options: dict[str, Any], told: str) -> None:
    (tmp_path / "bad.txt").write_bytes(text)
    with pytest.raises(InputError) as caught:
        count_on_spark(spark, [tmp_path / "bad.txt"], tmp_path / "counts", **options)
    assert str(caught.value) == told


def test_paths_that_cannot_be(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a b\n")
    with pytest.raises(InputError, match=r"^Path does not exist: file:\S*/missing\.txt; check the path"):
        count_on_spark(spark, [tmp_path / "missing.txt"], tmp_path / "counts")
    with pytest.raises(InputError, match=r"^Path file:\S+ already exists; name a new folder with --out$"):
        count_on_spark(spark, [tmp_path / "a.txt"], tmp_path)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"paths": []}, "nothing to count"),
        ({"order": 6}, "n-grams of 6 words"),
        ({"order": 0}, "n-grams of 0 words"),
        ({"min_count": 0}, "a minimum count of 0"),
        ({"kind": "books"}, "no kind of text is called 'books'"),
        ({"column": 0}, "no column 0 in a log"),
        ({"column": 1, "kind": "text"}, "no column 1 in a text"),
    ],
)
def test_options_that_cannot_be(spark: SparkSession, tmp_path: Path, options: dict[str, Any], told: str) -> None:
    paths = options.pop("paths", [tmp_path / "a.txt"])
    with pytest.raises(InputError, match=told):
        count_on_spark(spark, paths, tmp_path / "counts", **options)


def test_the_examples_of_the_page(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its blocks marked `py` need Spark, so they are run here, after those that are run without it."""
    docs = Path(__file__).parents[2] / "docs"
    blocks = re.findall(r"^```(python|py)\n(.*?)^```", (docs / "spark.md").read_text(), re.MULTILINE | re.DOTALL)
    assert {language for language, _ in blocks} == {"python", "py"}
    shutil.copytree(docs / "examples", tmp_path / "here")
    monkeypatch.chdir(tmp_path / "here")
    namespace: dict[str, Any] = {"spark": spark}
    for _, block in blocks:
        exec(compile(block, "docs/spark.md", "exec"), namespace)  # noqa: S102


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    nothing: Any = None
    with pytest.raises(InputError, match=r"pip install 'caesura\[spark\]'"):
        count_on_spark(nothing, [tmp_path], tmp_path / "counts")


def test_the_script(spark: SparkSession, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.tsv").write_text("1\tNew York\n")
    arguments = [str(tmp_path / "a.tsv"), "--column", "2", "--out", str(tmp_path / "counts")]
    main(arguments)
    assert "".join(part.read_text() for part in sorted((tmp_path / "counts").glob("part-*"))) == "new\t1\nnew york\t1\nyork\t1\n"
    # A session that was there before the script is not the script's to stop.
    assert spark.range(2).count() == 2
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert capsys.readouterr().err.endswith("already exists; name a new folder with --out\n")
