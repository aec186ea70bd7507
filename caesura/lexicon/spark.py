"""Counting n-grams on Apache Spark, for logs and texts that outgrow one machine.

The words are folded, split and stripped by the functions that the local builder uses, run on Spark's workers; Spark adds the
counts up. What is written is a folder of sorted `ngram<TAB>count` files, and `caesura lexicon build OUT --counts FOLDER` makes
of it the table that the local builder would have made of the text.

As a script, also for spark-submit:  python -m caesura.lexicon.spark TEXT... --out FOLDER
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Literal, get_args

from caesura.foundation import InputError, PathLike, extra, one_of
from caesura.lexicon.formats.blocks import folded_text
from caesura.lexicon.protocol import LONGEST_COUNTED
from caesura.shapes import bare, shown

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession

#: A query log, whose words are taken as typed, or running text, whose words lose the punctuation at their edges.
TextKind = Literal["log", "text"]


def count_on_spark(
    spark: SparkSession,
    paths: Iterable[PathLike],
    out: PathLike,
    *,
    kind: TextKind = "log",
    column: int | None = None,
    order: int = LONGEST_COUNTED,
    min_count: int = 1,
    compressed: bool = False,
) -> None:
    """Count the n-grams of text files (or folders of them, gzip or plain) into the folder `out`, which must not exist.

    Paths are what Spark takes: files, folders, patterns, `hdfs://`, `s3a://`. `column` (from 1) is where a log with tabs has the
    query. N-grams of two and more words that are rarer than `min_count` are left out; single words all stay, because their sum is
    the lexicon's N. Give the same `--min-count` to `caesura lexicon build` for the words.
    """
    _checked(kind, order)
    if min_count < 1:
        raise InputError(f"a minimum count of {min_count}", cure="give 1 or more")
    if column is not None and (column < 1 or kind == "text"):
        raise InputError(f"no column {column} in a {kind}", cure="columns are those of a log with tabs, numbered from 1")
    named = [str(path) for path in paths]
    if not named:
        raise InputError("nothing to count", cure="name the text files")
    functions = _functions()
    with _errors_in_one_line():
        # Only line feeds end a line, as everywhere in Caesura; Spark's own rule would cut at carriage returns too.
        lines = spark.read.text(named, lineSep="\n", recursiveFileLookup=True)
        counts = _counted(lines.select(functions.col("value").cast("binary")), kind, order, column, in_files=True)
        if min_count > 1:
            counts = counts.where((functions.col("count") >= min_count) | ~functions.col("ngram").contains(" "))
        rows = counts.orderBy("ngram").select(functions.concat_ws("\t", "ngram", "count"))
        rows.write.text(str(out), compression="gzip" if compressed else "none", lineSep="\n")


def count_frame(frame: DataFrame, column: str = "query", *, kind: TextKind = "log", order: int = LONGEST_COUNTED) -> DataFrame:
    """The same counts for a column of strings in a Spark frame: a frame with the columns `ngram` and `count`, unsorted."""
    _checked(kind, order)
    one_of("column of the frame", column, frame.columns)
    if dict(frame.dtypes)[column] != "string":
        raise InputError(f"the column '{column}' is {dict(frame.dtypes)[column]}", cure="name a column of strings")
    # The name may hold a dot, which Spark would take for a field inside a column.
    values = _functions().col(f"`{column.replace('`', '``')}`")
    return _counted(frame.select(values.cast("binary").alias("line")).dropna(), kind, order, None, in_files=False)


def ngrams_of(text: str, kind: TextKind, order: int = LONGEST_COUNTED) -> Iterator[str]:
    """The folded n-grams of 1 to `order` words inside one line."""
    words = folded_text(text).split()
    if kind == "text":
        words = list(map(bare, words))
    for size in range(1, min(order, len(words)) + 1):
        for start in range(len(words) - size + 1):
            yield " ".join(words[start : start + size])


def _counted(lines: DataFrame, kind: TextKind, order: int, column: int | None, *, in_files: bool) -> DataFrame:
    def ngrams(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        with extra("spark"):
            import pyarrow

        for batch in batches:
            texts = (_decoded(line) for line in batch.column(0).to_pylist())
            if in_files and kind == "log":
                texts = (_query_in(text, column) for text in texts)
            listed = [ngram for text in texts for ngram in ngrams_of(text, kind, order)]
            yield pyarrow.RecordBatch.from_arrays([pyarrow.array(listed, pyarrow.string())], ["ngram"])

    return lines.mapInArrow(ngrams, "ngram string").groupBy("ngram").count()


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        # Spark does not number lines; its beginning lets the user find it.
        begun = shown(line[: error.start].decode("utf-8"))
        raise InputError(f"byte {error.start + 1} of the line that begins {begun} is not UTF-8", cure="convert it") from error


def _query_in(line: str, column: int | None) -> str:
    """The query of a log's line, by the rules of the local builder."""
    columns = line.split("\t")
    if column is None:
        if len(columns) > 1:
            raise InputError(f"the line {shown(line)} has a tab", cure="say which column holds the query: --column")
        return line
    if len(columns) >= column:
        return columns[column - 1]
    if line.strip():
        raise InputError(f"the line {shown(line)} has {len(columns)} columns, not {column}", cure="check --column")
    return ""


def _checked(kind: str, order: int) -> None:
    one_of("kind of text", kind, get_args(TextKind))
    if not 1 <= order <= LONGEST_COUNTED:
        raise InputError(f"n-grams of {order} words", cure=f"a lexicon counts 1 to {LONGEST_COUNTED} words")


def _functions() -> ModuleType:
    with extra("spark"):
        import pyarrow  # noqa: F401
        from pyspark.sql import functions
    return functions


_RAISED_BY_A_WORKER = re.compile(r"caesura\.[\w.]*InputError: (.*)")
# Around what is wrong Spark writes a code in front, its own advice and a number behind.
_SPARKS_OWN = re.compile(r"^\[[\w.]+\] |\. Set mode as .*|\.? SQLSTATE: \w+.*")
_CURES = {
    "PATH_NOT_FOUND": "check the path, and that Spark's workers can read it",
    "PATH_ALREADY_EXISTS": "name a new folder with --out",
}


@contextmanager
def _errors_in_one_line() -> Iterator[None]:
    """What is wrong with the user's files, in one line instead of the stack traces of two languages."""
    with extra("spark"):
        from py4j.protocol import Py4JJavaError
        from pyspark.errors import AnalysisException, PySparkException

    try:
        yield
    except AnalysisException as error:
        reason = str(error).splitlines()[0]
        cure = next((cure for name, cure in _CURES.items() if reason.startswith(f"[{name}]")), None)
        raise InputError(_SPARKS_OWN.sub("", reason), cure=cure) from error
    except (PySparkException, Py4JJavaError) as error:
        by_a_worker = _RAISED_BY_A_WORKER.search(str(error))
        if by_a_worker is None:
            raise
        raise InputError(by_a_worker[1]) from error


def main(arguments: Sequence[str] | None = None) -> None:
    """The script."""
    parser = argparse.ArgumentParser(
        prog="python -m caesura.lexicon.spark", description="Count word n-grams on Spark, for: caesura lexicon build --counts"
    )
    parser.add_argument("texts", nargs="+", metavar="TEXT", help="text files or folders, as Spark names them")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="where the counts go; must not exist")
    parser.add_argument("--kind", choices=get_args(TextKind), default="log", help="words as typed, or without punctuation (log)")
    parser.add_argument("--column", type=int, metavar="K", help="which column of a log holds the query, from 1")
    parser.add_argument("--order", type=int, default=LONGEST_COUNTED, metavar="N", help=f"longest n-gram ({LONGEST_COUNTED})")
    parser.add_argument("--min-count", type=int, default=1, metavar="K", help="leave out rarer n-grams of two and more words (1)")
    parser.add_argument("--compressed", action="store_true", help="write gzip files")
    given = vars(parser.parse_args(arguments))
    try:
        _functions()
        from pyspark.sql import SparkSession

        if "PYSPARK_GATEWAY_PORT" not in os.environ:
            # Not under spark-submit, so the workers run here: with this Python, not the first one on the path.
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        there_before = SparkSession.getActiveSession()
        spark = there_before or SparkSession.builder.appName("caesura: n-grams").getOrCreate()
        try:
            count_on_spark(spark, given.pop("texts"), given.pop("out"), **given)
        finally:
            if there_before is None:
                spark.stop()
    except InputError as error:
        parser.exit(2, f"caesura: {error}\n")


if __name__ == "__main__":
    main()
