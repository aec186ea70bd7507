"""The table written: sorted records in, a lexicon file out.

Two passes over the records: the first counts what will be kept and collects the large counts, the second places page after page and
writes each as soon as it is full. Memory stays at one block, whatever the table's size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import IO, TYPE_CHECKING

import numpy as np

from caesura.foundation import Advance, InputError, PathLike, unwatched, written_bytes
from caesura.lexicon.layout import (
    DIGEST,
    LARGE,
    PAGE_LINES,
    SLOTS,
    TITLE,
    LexiconHeader,
    SourceFacts,
    encode_sources,
    packed_header,
    padded,
)
from caesura.lexicon.placement import home_lines_for, line_numbers, placed, turned
from caesura.lexicon.protocol import LARGEST_COUNT, LONGEST_COUNTED
from caesura.lexicon.records import TITLE_KIND, Records

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.uint64]

#: Spilled entries get lines of their own, filled to this share at most, so that they never spill again.
_SPILL_LOAD = 0.4


@dataclass
class _Tally:
    """What the first pass learns."""

    entries: int = 0
    titles: int = 0
    longest: int = 0
    total: int = 0
    ngrams: list[int] = field(default_factory=lambda: [0] * LONGEST_COUNTED)
    large: Numbers = field(default_factory=lambda: np.empty(0, np.uint64))

    def add(self, all_records: Records, min_count: int) -> None:
        words = all_records.kinds & ~np.uint8(TITLE_KIND)
        # N is a property of the text that was counted, so n-grams too rare to keep still belong to it.
        self.total += sum(map(int, all_records.counts[words == 1].tolist()))
        kept = _kept(all_records, min_count)
        words = kept.kinds & ~np.uint8(TITLE_KIND)
        self.entries += len(words)
        self.titles += int((kept.kinds >= TITLE_KIND).sum())
        self.longest = max(self.longest, int(words.max(initial=0)))
        for size, number in enumerate(
            np.bincount(words[kept.counts > 0], minlength=LONGEST_COUNTED + 1)[1 : LONGEST_COUNTED + 1].tolist()
        ):
            self.ngrams[size] += number
        self.large = np.union1d(self.large, kept.counts[kept.counts >= LARGE])
        if len(self.large) > LARGE:
            raise InputError(f"more than {LARGE} different counts of {LARGE} and more", cure="scale the counts down")


def write_table(
    path: PathLike,
    blocks: Callable[[], Iterable[Records]],
    *,
    seed: int,
    sources: Sequence[SourceFacts],
    min_count: int = 1,
    total: int | None = None,
    advance: Advance = unwatched,
) -> LexiconHeader:
    """Write what `blocks()` yields: sorted, each n-gram once; it is asked for twice.

    N-grams below `min_count` are left out, unless they are titles.
    """
    tally = _Tally()
    for block in blocks():
        tally.add(block, min_count)
    counted = tally.total if total is None else total
    if counted > LARGEST_COUNT:
        raise InputError("the one-word counts add up to more than 2^64-1", cure="scale the counts down, or state --total")
    header = LexiconHeader(
        seed=seed,
        large_counts=len(tally.large),
        home_lines=home_lines_for(tally.entries),
        spill_lines=0,
        entries=tally.entries,
        titles=tally.titles,
        longest=tally.longest,
        total=counted,
        ngrams=tuple(tally.ngrams),
        encoded_sources=encode_sources(sources),
        body_digest=bytes(DIGEST),
    )
    with written_bytes(path) as out:
        out.write(packed_header(header))
        body = _Body(out)
        body.write(tally.large.astype("<u8").tobytes().ljust(padded(8 * len(tally.large)), b"\0"))
        spilled: list[tuple[Numbers, Numbers]] = []
        for slots in _pages(blocks(), header, tally.large, min_count, spilled, advance):
            body.write(slots.astype("<u8", copy=False).data)
        spill = _spill_slots(spilled)
        body.write(spill.astype("<u8", copy=False).data)
        header = replace(header, spill_lines=len(spill) // SLOTS, body_digest=body.digest.digest())
        out.seek(0)
        out.write(packed_header(header))
    return header


class _Body:
    """Everything after the header, digested as it is written."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self.digest = blake2b(digest_size=DIGEST)

    def write(self, piece: bytes | memoryview) -> None:
        self._out.write(piece)
        self.digest.update(piece)


def _kept(records: Records, min_count: int) -> Records:
    return records if min_count <= 1 else records.picked((records.counts >= min_count) | (records.kinds >= TITLE_KIND))


def _pages(
    blocks: Iterable[Records],
    header: LexiconHeader,
    large: Numbers,
    min_count: int,
    spilled: list[tuple[Numbers, Numbers]],
    advance: Advance,
) -> Iterator[Numbers]:
    """The slots of all home lines in order, in pieces of whole pages; what does not fit its page is put into `spilled`."""
    done = 0  # pages already given out
    waiting = (np.empty(0, np.uint64), np.empty(0, np.uint64))
    pages = header.home_lines // PAGE_LINES
    for block in blocks:
        kept = _kept(block, min_count)
        hashes = np.concatenate((waiting[0], kept.first))
        values = np.concatenate((waiting[1], _values(kept, large)))
        # The last page may get more from the next block: keep its entries back.
        page_numbers = line_numbers(hashes, header.home_lines) // np.uint64(PAGE_LINES)
        upto = int(page_numbers[-1]) if len(hashes) else done
        ready = int(np.searchsorted(page_numbers, upto))
        waiting = (hashes[ready:], values[ready:])
        if upto > done:
            yield _filled(hashes[:ready], values[:ready], header.home_lines, done, upto, spilled)
            done = upto
        advance(len(block.first))
    yield _filled(*waiting, header.home_lines, done, pages, spilled)


def _filled(
    hashes: Numbers, values: Numbers, home_lines: int, start: int, end: int, spilled: list[tuple[Numbers, Numbers]]
) -> Numbers:
    slots = np.zeros((end - start) * PAGE_LINES * SLOTS, np.uint64)
    lines = line_numbers(hashes, home_lines) - np.uint64(start * PAGE_LINES)
    left = placed(hashes, values, lines, slots)
    if len(left):
        spilled.append((hashes[left], values[left]))
    return slots


def _spill_slots(spilled: list[tuple[Numbers, Numbers]]) -> Numbers:
    if not spilled:
        return np.empty(0, np.uint64)
    hashes = turned(np.concatenate([piece[0] for piece in spilled]))
    values = np.concatenate([piece[1] for piece in spilled])
    order = np.argsort(hashes)
    hashes, values = hashes[order], values[order]
    lines = home_lines_for(len(hashes), _SPILL_LOAD)
    while True:
        slots = np.zeros(lines * SLOTS, np.uint64)
        if not len(placed(hashes, values, line_numbers(hashes, lines), slots)):
            return slots
        lines *= 2


def _values(records: Records, large: Numbers) -> Numbers:
    """The low 22 bits and the title bit of each slot."""
    index = np.searchsorted(large, records.counts).astype(np.uint64)
    values = np.where(records.counts < LARGE, records.counts, np.uint64(LARGE) + index)
    values |= np.where(records.kinds >= TITLE_KIND, np.uint64(TITLE), np.uint64(0))
    return values.astype(np.uint64, copy=False)
