"""Reading and writing a corpus in any format, the format found by looking at the content."""

from __future__ import annotations

from pathlib import Path

from caesura.corpus.corpus import Corpus
from caesura.corpus.formats import FORMATS
from caesura.corpus.formats.base import EXTRAS, CorpusFormat, Head, Skipped
from caesura.corpus.formats.parquet import MAGIC as PARQUET
from caesura.foundation import InputError, PathLike, is_stdin, peeked, without_compression

_LINES_LOOKED_AT = 200


def read_corpus(path: PathLike, format: str | None = None, *, lenient: bool = False, annotated: bool = False) -> Corpus:
    """Read a corpus. A wrong line is an error with file and line; `lenient` skips such lines.

    `annotated` says that the file holds segmentations for certain, which settles what two columns without a single
    bar mean (`id<TAB>new york`: one segment, not an unsegmented query).
    """
    return read_counted(path, format, lenient=lenient, annotated=annotated)[0]


def read_counted(
    path: PathLike, format: str | None = None, *, lenient: bool = False, annotated: bool = False
) -> tuple[Corpus, list[InputError]]:
    """As `read_corpus`, with the errors of the lines that were skipped."""
    skipped = Skipped(lenient)
    try:
        if _is_folder(path):
            reader = named_format(format) if format else detect_format(path)
            return reader.read(path, skipped), skipped.errors
        # The format is found by looking at the start, and reading goes on from there: a pipe cannot be opened twice.
        with peeked(path) as file:
            reader = named_format(format) if format else detect_format(file, annotated=annotated)
            return reader.read(file, skipped), skipped.errors
    except InputError as error:
        raise error if error.file else error.at(path) from None


def write_corpus(corpus: Corpus, path: PathLike, format: str | None = None) -> list[str]:
    """Write a corpus; returns what it holds that the format cannot keep."""
    writer = named_format(format) if format else format_by_ending(path)
    if corpus.kind is not None and corpus.kind.__name__ not in writer.shapes:
        able = ", ".join(sorted(name for name, other in FORMATS.items() if corpus.kind.__name__ in other.shapes))
        raise InputError(
            f"{writer.name} cannot hold {corpus.kind.__name__.lower()} annotations", cure=f"choose one of {able}", file=path
        )
    writer.write(corpus, path)
    held = {
        "annotators": any(vote.annotators for entry in corpus for vote in entry.votes),
        "tags": any(entry.query.tags is not None for entry in corpus),
        "types": any(vote.types for entry in corpus for vote in entry.votes),
        "outputs": bool(corpus.outputs),
        "machines": bool(corpus.machines),
        "settings of machines": any(machine.about for machine in corpus.machines.values()),
    }
    lost = [extra for extra in EXTRAS if held[extra] and extra not in writer.keeps]
    if writer.votes == "top" and any(len(entry.votes) > 1 for entry in corpus):
        lost.append("all votes but the top one")
    if writer.votes == "none" and any(entry.votes for entry in corpus):
        lost.append("votes")
    return lost


def named_format(name: str) -> CorpusFormat:
    return FORMATS[name]


def detect_format(path: PathLike, *, annotated: bool = False) -> CorpusFormat:
    """The one format that fits the content; where none or several do, an error that asks for its name."""
    is_folder = _is_folder(path)
    head = _head(path)
    fitting = (
        [format for format in FORMATS.values() if format.is_folder == is_folder and format.looks_like(head)]
        if head.lines or is_folder
        else []
    )
    if not fitting and head.start and str(path).endswith(".parquet"):
        return FORMATS["parquet"]
    if not fitting and head.lines and all(len(row) == 2 for row in head.columns):
        if annotated:
            return FORMATS["pipe"]
        raise InputError(
            "two columns without a single bar: queries, or segmentations of one segment each?",
            cure="say --from queries or --from pipe",
            file=path,
        )
    if len(fitting) != 1:
        problem = "is empty" if not head.lines and not is_folder else "no format fits" if not fitting else "several formats fit"
        choice = ", ".join(format.name for format in fitting) or ", ".join(FORMATS)
        raise InputError(problem, cure=f"name it with --from, one of {choice}", file=path)
    return fitting[0]


def format_by_ending(path: PathLike) -> CorpusFormat:
    name = without_compression(str(path))
    if name in ("-", "/dev/stdout"):
        return FORMATS["jsonl"]
    for format in FORMATS.values():
        if any(name.endswith(ending) for ending in format.endings):
            return format
    if not Path(name).suffix:
        # A device or FIFO takes lines; a folder cannot take its place.
        is_stream = Path(path).exists() and not Path(path).is_dir() and not Path(path).is_file()
        return FORMATS["jsonl" if is_stream else "webis"]
    raise InputError("the ending names no format", cure=f"name it with --to, one of {', '.join(FORMATS)}", file=path)


def _is_folder(path: PathLike) -> bool:
    return not is_stdin(path) and Path(path).is_dir()


def _head(path: PathLike) -> Head:
    if _is_folder(path):
        return Head(Path(path))
    with peeked(path) as file:
        start = file.head(len(PARQUET))
        kept = [PARQUET.decode()] if start == PARQUET else file.head_lines(_LINES_LOOKED_AT)
    return Head(Path(path), start, tuple(line for line in kept if line.strip()))
