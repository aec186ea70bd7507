"""Building a lexicon: sources are read in blocks, counted into sorted runs, the runs merged, the table written.

Memory is bounded whatever the sources' size, a killed build resumes where it left off when it is called again, and the same sources
give the same bytes. Two n-grams that this seed cannot tell apart (about one chance in 3,000 at 50 million n-grams) make the
build start again with the next seed, so that every count in a finished table is exact.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from caesura.foundation import (
    Advance,
    InputError,
    PathLike,
    is_regular,
    is_stdin,
    is_stdout,
    on_disk,
    unwatched,
    without_compression,
)
from caesura.lexicon.formats import ArpaReader, Source, blocks
from caesura.lexicon.formats.source import SourceKind
from caesura.lexicon.hashing import MASK, SEED
from caesura.lexicon.layout import LexiconHeader
from caesura.lexicon.placement import SameFingerprintError
from caesura.lexicon.records import TITLE_KIND, Numbers, Records, hash_ngrams
from caesura.lexicon.runs import SORTING_BYTES, HashCollisionError, merged, read_run, summed, write_run
from caesura.lexicon.workfolder import ALL, FileProgress, WorkFolder, kept_runs
from caesura.lexicon.write import write_table

#: Bytes that sorting may take; the process needs a few hundred megabytes more.
MEMORY = 1 << 30

_ATTEMPTS = 4


def build_lexicon(
    out: PathLike,
    sources: Sequence[Source] | Mapping[SourceKind, PathLike],
    *,
    min_count: int = 1,
    total: int | None = None,
    seed: int = SEED,
    keep_runs: bool = False,
    memory: int = MEMORY,
    advance: Advance = unwatched,
) -> LexiconHeader:
    """Build `out` from files: `build_lexicon("my.lexicon", {"counts": "counts.tsv", "titles": "titles.txt"})`.

    A `Source` says more about a file than its kind. `advance` gets the bytes read; `total` states N where the one-word counts
    do not add up to it.
    """
    if isinstance(sources, Mapping):
        sources = [Source(kind, Path(path)) for kind, path in sources.items()]
    if not sources:
        raise InputError("nothing to build from", cure="give --counts, --titles, --log, --text or --log10")
    target = checked_target(out, min_count, total)
    with contextlib.ExitStack() as stack:
        copies = [source_on_disk(source, target.parent, stack) for source in sources]
        try:
            return _built(target, copies, min_count, total, seed, keep_runs, memory, advance)
        except InputError as error:
            # A user knows the pipe, not our copy of what came through it.
            given = {str(copy.path): str(source.path) for copy, source in zip(copies, sources, strict=True)}
            raise error if error.file not in given else error.at(given[error.file], error.line) from None


def _built(
    target: Path,
    sources: Sequence[Source],
    min_count: int,
    total: int | None,
    seed: int,
    keep_runs: bool,
    memory: int,
    advance: Advance,
) -> LexiconHeader:
    for attempt in range(_ATTEMPTS):
        folder = WorkFolder(runs_of(target), (seed + attempt) & MASK)
        try:
            about = counted_into_runs(folder, sources, memory, advance)
            return _table_of(folder, target, about, min_count, total, keep_runs)
        except (HashCollisionError, SameFingerprintError):
            folder.restrict([])
        except InputError:
            folder.remove_if_empty()
            raise
        finally:
            folder.release()
    raise InputError(f"{_ATTEMPTS} seeds in a row gave two n-grams the same hash", cure="build again with another --seed")


def merge_lexicons(
    out: PathLike, inputs: Sequence[PathLike], *, min_count: int = 1, keep_runs: bool = False, memory: int = MEMORY
) -> LexiconHeader:
    """Build `out` from the runs that earlier builds kept. An input is a lexicon with its runs beside it, or the folder of runs."""
    target = checked_target(out, min_count, None)
    parts = [kept_runs(Path(path) if Path(path).is_dir() else runs_of(Path(path))) for path in inputs]
    if not parts:
        raise InputError("nothing to merge", cure="name the lexicons")
    seeds = {facts["seed"] for _, facts in parts}
    if len(seeds) > 1:
        raise InputError("the lexicons were built with different seeds", cure="build them again with the same --seed")
    about = [source for _, facts in parts for source in facts["sources"]]
    total = sum(facts["total"] for _, facts in parts)
    if any(Path(path).resolve() in (target.resolve(), runs_of(target).resolve()) for path in inputs):
        raise InputError("the result would replace one of its sources", cure="name another output", file=out)
    folder = WorkFolder(runs_of(target), seeds.pop())
    try:
        write_run(folder.path / ALL, merged([block for blocks, _ in parts for block in blocks], memory))
        return _table_of(folder, target, about, min_count, total, keep_runs)
    except (HashCollisionError, SameFingerprintError):
        folder.remove()
        raise InputError("two n-grams have the same hash", cure="build the sources again with another --seed") from None
    finally:
        folder.release()


def build_from_ngrams(
    out: PathLike,
    batches: Iterable[tuple[bytes, Numbers, np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]],
    *,
    sources: Sequence[dict[str, Any]],
    total: int | None = None,
    seed: int = SEED,
) -> LexiconHeader:
    """Build `out` in memory from n-grams at hand: folded, one per line, with their counts and whether each is a title.

    The words of a line are separated by single spaces; counts and titles are arrays as long as the batch has lines.
    """
    target = checked_target(out, 1, total)
    parts = []
    for lines, counts, titles in batches:
        first, second, words = hash_ngrams(lines, seed)
        if len(first) != len(counts) or len(first) != len(titles):
            raise InputError(f"{len(first)} n-grams, {len(counts)} counts and {len(titles)} titles in one batch")
        if not len(words) or (words.min() > 0 and words.max() < TITLE_KIND):
            parts.append(Records(first, second, counts.astype(np.uint64), words | titles.astype(np.uint8) * np.uint8(TITLE_KIND)))
        else:
            raise InputError("a batch holds a line without words, or a very long one", cure="leave it out")
    records = summed(Records.joined(parts))
    return write_table(target, lambda: [records], seed=seed, sources=sources, total=total)


def checked_target(out: PathLike, min_count: int, total: int | None) -> Path:
    target = Path(out)
    if without_compression(target.name) != target.name:
        cure = f"name it without {target.suffix}"
        raise InputError("a lexicon is mapped as it is, it cannot be compressed", cure=cure, file=out)
    if is_stdout(out) or (target.exists() and not target.is_file() and not target.is_dir()):
        raise InputError("a lexicon is mapped, so it must be a regular file", cure="name a file", file=out)
    if min_count < 1 or (total is not None and total < 0):
        raise InputError("a minimum count below 1, or a total below 0", cure="give --min-count 1 or more")
    if not target.parent.is_dir():
        raise InputError("its folder does not exist", cure=f"create {target.parent} first", file=out)
    if target.is_dir():
        raise InputError("is a folder, a file was expected", cure="name a file inside it", file=out)
    return target


def runs_of(target: Path) -> Path:
    return target.with_name(target.name + ".runs")


def _table_of(
    folder: WorkFolder, target: Path, about: list[dict[str, Any]], min_count: int, total: int | None, keep_runs: bool
) -> LexiconHeader:
    """The table from the folder's one run; the folder is left with that run alone, or goes."""
    header = write_table(
        target, lambda: read_run(folder.path / ALL), seed=folder.seed, sources=about, min_count=min_count, total=total
    )
    if keep_runs:
        folder.finish({"sources": about, "total": header.total})
    else:
        folder.remove()
    return header


def counted_into_runs(folder: WorkFolder, sources: Sequence[Source], memory: int, advance: Advance) -> list[dict[str, Any]]:
    """Count every file into runs and merge them into one; returns what the header says about the sources."""
    keyed = [[(file, _key(source, file, place)) for file in source.files()] for place, source in enumerate(sources)]
    folder.restrict([key for files in keyed for _, key in files])
    about = []
    for source, files in zip(sources, keyed, strict=True):
        skipped: Counter[str] = Counter()
        lines = 0
        for file, key in files:
            _count_file(folder, source, file, key, memory, advance)
            skipped += folder.files[key].skipped
            lines += folder.files[key].line - 1
        about.append(source.about() | {"lines": lines} | ({"skipped": dict(skipped)} if skipped else {}))
    write_run(folder.path / ALL, merged(folder.blocks(), memory))
    return about


def _count_file(folder: WorkFolder, source: Source, file: Path, key: str, memory: int, advance: Advance) -> None:
    progress = folder.files[key]
    if progress.done:
        advance(file.stat().st_size)
        return
    read = source.reader(file, folder.seed)
    if isinstance(read, ArpaReader):
        # Its longer n-grams build on the shorter ones, so it is read from its start.
        progress = FileProgress()
    waiting: list[Records] = []
    held = 0
    limit = max(memory // SORTING_BYTES, 1)
    for block in blocks(file, start=progress.end, line=progress.line):
        batch = read(block)
        progress.skipped += batch.skipped
        progress.end, progress.line = block.end, block.line + block.lines
        waiting.append(batch.records)
        held += len(batch.records.first)
        if held > limit:
            records = summed(Records.joined(waiting))
            waiting, held = [records], len(records.first)
            # Text repeats itself: as long as summing up frees half the room, no run is needed.
            if held > limit // 2:
                folder.add_run(key, records, progress)
                waiting, held = [], 0
        advance(len(block.data))
    progress.done = True
    folder.add_run(key, summed(Records.joined(waiting)), progress)


def _key(source: Source, file: Path, place: int) -> str:
    facts = file.stat()
    options = [source.kind, source.format, source.scale, source.column, source.statistics]
    return json.dumps([place, str(file.resolve()), facts.st_size, facts.st_mtime_ns, options])


def source_on_disk(source: Source, folder: Path, stack: contextlib.ExitStack) -> Source:
    """A source that can be read twice: what comes through a pipe is kept beside the lexicon while it is needed."""
    if source.path.is_dir() or is_regular(source.path):
        return source
    name = "stdin" if is_stdin(source.path) else "pipe" if source.path.parent.name == "fd" else source.path.name
    return replace(source, path=stack.enter_context(on_disk(source.path, folder)), name=name)
