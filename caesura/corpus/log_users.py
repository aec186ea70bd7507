"""The rules about users (Beyer's thesis, 3.1): who asks like a machine is dropped with all of their queries.

A user falls who asked more than 10,000 queries, whose queries are over 100 characters long on average, or who waited
under one second on average between two queries: (last time - first time) / (queries - 1).

AOL-style logs hold one line for each click, so a query with three clicks stands there three times. Lines that follow one
another in a user's history with the same query and the same time are therefore one query, for all three rules.

Memory stays bounded however many users there are: when too many histories are open, they are written to temporary files
by a hash of the user, and joined again file by file.
"""

from __future__ import annotations

import calendar
import contextlib
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from caesura.corpus.log_reader import LogBlock

#: The steps, in the order in which they are tried: a user falls at the first that catches him.
USER_STEPS = ("user-queries", "user-characters", "user-gap")

_MOST_OPEN = 250_000
_PARTS = 64

# What is known of a user so far: queries, characters, earliest and latest time, and the first and the last line's query
# and time, by which two pieces of one history are joined. A list and not a class: this is changed once for every line.
_History = list[int | str]
_QUERIES, _CHARACTERS, _EARLIEST, _LATEST, _OPENING, _OPENED, _RECENT, _ASKED = range(8)


@dataclass(frozen=True, slots=True)
class UserRules:
    """The bounds; None turns a rule off."""

    max_queries: int | None = 10_000
    max_characters: float | None = 100
    min_gap: float | None = 1

    @property
    def any(self) -> bool:
        return any(bound is not None for bound in (self.max_queries, self.max_characters, self.min_gap))

    def step_for(self, queries: int, characters: int, earliest: str, latest: str) -> str | None:
        """The step at which such a user falls, if any."""
        if self.max_queries is not None and queries > self.max_queries:
            return "user-queries"
        if self.max_characters is not None and characters > self.max_characters * queries:
            return "user-characters"
        # A single query has no gap.
        if self.min_gap is not None and queries > 1 and _seconds(latest) - _seconds(earliest) < self.min_gap * (queries - 1):
            return "user-gap"
        return None


def dropped_users(blocks: Iterable[LogBlock], rules: UserRules, *, most_open: int = _MOST_OPEN) -> dict[str, str]:
    """The first pass: user -> the step at which they fall."""
    histories: dict[str, _History] = {}
    with contextlib.ExitStack() as stack:
        parts: list[Path] = []
        for block in blocks:
            _add(histories, block)
            if len(histories) > most_open:
                parts = parts or _part_files(stack)
                _spill(histories, parts)
        if not parts:
            return dict(_falling(histories, rules))
        _spill(histories, parts)
        return {user: step for part in parts for user, step in _falling(_joined(part), rules)}


def _add(histories: dict[str, _History], block: LogBlock) -> None:
    find = histories.get
    for user, query, time, _ in block:
        known = find(user)
        if known is None:
            histories[user] = [1, len(query), time, time, query, time, query, time]
            continue
        if time == known[7] and query == known[6]:
            continue  # another click on the same query
        known[0] += 1  # type: ignore[operator]
        known[1] += len(query)  # type: ignore[operator]
        known[6] = query
        known[7] = time
        # Times of one form compare as text.
        if time > known[3]:  # type: ignore[operator]
            known[3] = time
        elif time < known[2]:  # type: ignore[operator]
            known[2] = time


def _falling(histories: dict[str, _History], rules: UserRules) -> Iterator[tuple[str, str]]:
    for user, (queries, characters, earliest, latest, *_) in histories.items():
        step = rules.step_for(int(queries), int(characters), str(earliest), str(latest))
        if step is not None:
            yield user, step


def _part_files(stack: contextlib.ExitStack) -> list[Path]:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="caesura-users-")))
    return [folder / str(i) for i in range(_PARTS)]


def _spill(histories: dict[str, _History], parts: list[Path]) -> None:
    """Append all open histories to the files and close them."""
    lines: list[list[str]] = [[] for _ in parts]
    for user, history in histories.items():
        lines[zlib.crc32(user.encode()) % len(parts)].append("\t".join([user, *map(str, history)]))
    for part, of_part in zip(parts, lines, strict=True):
        with part.open("a", encoding="utf-8", newline="\n") as out:
            out.writelines(f"{line}\n" for line in of_part)
    histories.clear()


def _joined(part: Path) -> dict[str, _History]:
    histories: dict[str, _History] = {}
    with part.open(encoding="utf-8", newline="\n") as spilled:
        for line in spilled:
            user, *fields = line.rstrip("\n").split("\t")
            later: _History = [int(fields[_QUERIES]), int(fields[_CHARACTERS]), *fields[_EARLIEST:]]
            earlier = histories.get(user)
            histories[user] = later if earlier is None else _continued(earlier, later)
    return histories


def _continued(earlier: _History, later: _History) -> _History:
    """One history of two pieces; a query whose clicks lie in both counts once."""
    twice = earlier[_RECENT] == later[_OPENING] and earlier[_ASKED] == later[_OPENED]
    return [
        int(earlier[_QUERIES]) + int(later[_QUERIES]) - twice,
        int(earlier[_CHARACTERS]) + int(later[_CHARACTERS]) - (len(str(later[_OPENING])) if twice else 0),
        min(str(earlier[_EARLIEST]), str(later[_EARLIEST])),
        max(str(earlier[_LATEST]), str(later[_LATEST])),
        *earlier[_OPENING:_RECENT],
        *later[_RECENT:],
    ]


def _seconds(time: str) -> int:
    # timegm takes a 31st of February for the 3rd of March: the reader has checked the form, a log's calendar is its own.
    return calendar.timegm((int(time[:4]), int(time[5:7]), int(time[8:10]), int(time[11:13]), int(time[14:16]), int(time[17:])))
