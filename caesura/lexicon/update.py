"""A lexicon that grows: new logs are counted and added to what an earlier build counted, whose runs lie beside the lexicon.

Earlier counts can decay: each is multiplied by a number below 1 and rounded down, so that what nobody types any more falls out.
Memory is bounded as in a build. The lexicon is replaced in one step, and whoever has the old one open goes on reading it; a server
takes the new one with its next reload. The runs are replaced first: an update that is killed in between is finished by the next
one, and no log is counted twice.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from caesura.foundation import Advance, InputError, PathLike, unwatched
from caesura.lexicon.build import MEMORY, checked_target, counted_into_runs, runs_of, source_on_disk
from caesura.lexicon.formats import Source
from caesura.lexicon.layout import LexiconHeader
from caesura.lexicon.lexicon import Lexicon
from caesura.lexicon.placement import SameFingerprintError
from caesura.lexicon.records import TITLE_KIND, Records
from caesura.lexicon.runs import HashCollisionError, merged, read_run, write_run
from caesura.lexicon.workfolder import ALL, WorkFolder, kept_runs
from caesura.lexicon.write import write_table

#: What the sources of a lexicon say about a log that was added: which bytes it had.
DIGEST_KEY = "digest"

_PIECE = 1 << 20


def update_lexicon(
    lexicon: PathLike,
    sources: Sequence[Source] = (),
    *,
    shards: Sequence[PathLike] = (),
    decay: float = 1.0,
    min_count: int = 1,
    memory: int = MEMORY,
    advance: Advance = unwatched,
) -> LexiconHeader:
    """Add logs (or other sources) and shards (lexicons with their runs, counted elsewhere) to a lexicon built with `keep_runs`.

    `decay` is what earlier counts are multiplied by. A source that was added before is refused.
    """
    target = checked_target(lexicon, min_count, None)
    if not 0 < decay <= 1:
        raise InputError(f"a decay of {decay}", cure="it lies between 0 and 1; 1 keeps the old counts as they are")
    if not sources and not shards:
        raise InputError("nothing to add", cure="give --log or --shard")
    with Lexicon.open(target) as opened:
        known = opened.header.sources
    old, facts = kept_runs(runs_of(target))
    with contextlib.ExitStack() as stack:
        copies = [source_on_disk(source, target.parent, stack) for source in sources]
        digests = [_digest(source.files()) for source in copies]
        counted_before = {fact.get(DIGEST_KEY) for fact in facts["sources"]}
        again = bool(digests) and not shards and counted_before.issuperset(digests)
        if again and list(known) != facts["sources"]:  # the last update was killed before it wrote the table
            return _table(target, runs_of(target) / ALL, facts, min_count)
        for source, digest in zip(sources, digests, strict=True):
            if digest in counted_before:
                raise InputError("was counted already", cure="leave it out", file=source.path)
        parts = [kept_runs(Path(path) if Path(path).is_dir() else runs_of(Path(path))) for path in shards]
        if any(part["seed"] != facts["seed"] for _, part in parts):
            raise InputError("a shard was built with another seed", cure="build it again with the lexicon's --seed")
        folder = WorkFolder(target.with_name(target.name + ".update.runs"), facts["seed"])
        try:
            about = counted_into_runs(folder, copies, memory, advance) if copies else []
            fresh = read_run(folder.path / ALL) if copies else []
            about = [fact | {DIGEST_KEY: digest} for fact, digest in zip(about, digests, strict=True)]
            added = [block for blocks, _ in parts for block in blocks] + fresh
            everything = {
                "sources": _decayed_facts(facts["sources"], decay) + [one for _, part in parts for one in part["sources"]] + about,
                "total": int(facts["total"] * decay) + sum(part["total"] for _, part in parts) + _words(fresh),
            }
            write_run(folder.path / "next.run", merged([*_decayed(old, decay, memory), *added], memory))
            header = _replaced(target, folder, everything, min_count)
        except (HashCollisionError, SameFingerprintError):
            raise InputError(
                "two n-grams have the same hash now", cure="build the lexicon again from all its sources, with another --seed"
            ) from None
        finally:
            (folder.path / "next.run").unlink(missing_ok=True)
            folder.remove()
    return header


def _replaced(target: Path, folder: WorkFolder, facts: dict[str, Any], min_count: int) -> LexiconHeader:
    """The runs first, then the table: each in one step."""
    kept = WorkFolder(runs_of(target), folder.seed)
    try:
        (folder.path / "next.run").replace(kept.path / ALL)
        kept.finish(facts)
    finally:
        kept.release()
    return _table(target, runs_of(target) / ALL, facts, min_count)


def _table(target: Path, run: Path, facts: dict[str, Any], min_count: int) -> LexiconHeader:
    _, kept = kept_runs(run.parent)
    return write_table(
        target, lambda: read_run(run), seed=kept["seed"], sources=facts["sources"], min_count=min_count, total=facts["total"]
    )


def _decayed(blocks: Iterable[Records], decay: float, memory: int) -> Iterator[Records]:
    """Old counts, made smaller; what has none left and is not a title falls out."""
    for block in blocks:
        if decay == 1:
            yield block
            continue
        for start in range(0, len(block.first), step := max(1, memory // 200)):
            piece = block.picked(slice(start, start + step))
            counts = np.floor(piece.counts * decay).astype(np.uint64)
            stays = (counts > 0) | (piece.kinds >= TITLE_KIND)
            yield Records(piece.first, piece.second, counts, piece.kinds).picked(stays)


def _decayed_facts(sources: Sequence[dict[str, Any]], decay: float) -> list[dict[str, Any]]:
    """What a lexicon says about its sources: how much of each still counts."""
    if decay == 1:
        return list(sources)
    return [fact | {"weight": round(fact.get("weight", 1.0) * decay, 6)} for fact in sources]


def _words(blocks: Iterable[Records]) -> int:
    """The one-word counts together."""
    return sum(int(block.counts[(block.kinds & ~np.uint8(TITLE_KIND)) == 1].sum()) for block in blocks)


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        with file.open("rb") as raw:
            while piece := raw.read(_PIECE):
                digest.update(piece)
    return digest.hexdigest()[:16]
