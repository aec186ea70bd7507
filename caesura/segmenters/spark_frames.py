"""The Spark half of segmenting frames: what each worker does, and how the lexicon gets there."""

# No postponed annotations here: Spark reads the types of a worker's function when it is defined.

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from caesura.foundation import InputError, MissingExtraError
from caesura.lexicon import Lexicon, LexiconLike
from caesura.segmenters.frames import pipes
from caesura.segmenters.registry import Segmenter, segmenter

try:
    import pandas
    import pyarrow  # noqa: F401
    from pyspark import SparkFiles
    from pyspark.sql import DataFrame
    from pyspark.sql.functions import col
    from pyspark.sql.pandas.functions import pandas_udf
except ImportError as error:
    raise MissingExtraError("segmenting a Spark frame", "spark") from error


def with_segmentations(
    frame: DataFrame, column: str, output: str, lenient: bool, method: str, lexicon: LexiconLike | None, options: dict[str, Any]
) -> DataFrame:
    """The frame with the column `output`. Only the queries travel to Python and back, not the other columns."""
    make = _maker(frame, method, lexicon, options)

    def segmented(batches: Iterator[pandas.Series]) -> Iterator[pandas.Series]:
        segmenter = make()
        for queries in batches:
            # One thread: Spark runs a task on each core already.
            yield pandas.Series(pipes(segmenter, queries.tolist(), lenient=lenient, threads=1), dtype=object)

    # The published types of pandas_udf leave out functions that say by their annotations what they are.
    as_worker: Any = pandas_udf
    quoted = f"`{column.replace('`', '``')}`"
    return frame.withColumn(output, as_worker(segmented, "string")(col(quoted)))


def _maker(frame: DataFrame, method: str, lexicon: LexiconLike | None, options: dict[str, Any]) -> Callable[[], Segmenter]:
    """What a worker calls to make its segmenter. A lexicon file is opened there from the worker's own copy."""
    if not isinstance(lexicon, Lexicon):
        return lambda: segmenter(method, lexicon=lexicon, **options)
    sent = _named_by_content(lexicon.path, lexicon.header.body_digest.hex(), str(lexicon.header.total))
    session = frame.sparkSession
    if hasattr(session, "addArtifacts") and type(session).__module__.startswith("pyspark.sql.connect"):
        session.addArtifacts(str(sent), file=True)
    else:
        session.sparkContext.addFile(str(sent))
    name = sent.name
    return lambda: segmenter(method, lexicon=Lexicon.open(SparkFiles.get(name)), **options)


@cache
def _named_by_content(path: Path, *facts: str) -> Path:
    """The file under a name of its content, because Spark sends a name once per session, whatever became of the file since."""
    folder = Path(tempfile.mkdtemp(prefix="caesura-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    named = folder / f"{'-'.join(facts)}.lexicon"
    try:
        os.link(path, named)
    except OSError:  # another disk, or a file system without links
        try:
            shutil.copyfile(path, named)
        except OSError as error:
            raise InputError(f"cannot be copied ({error.strerror})", cure="is there room for it?", file=path) from error
    return named
