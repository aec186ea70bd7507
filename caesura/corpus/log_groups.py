"""The rules that look at all lines of a query at once: how often it was asked, and its click entropy.

A log does not fit into memory, so its lines are dealt out to temporary files by a hash of the query, the groups are judged file
by file, and the survivors are merged back into the order of the log.

Two lines hold the same query if their words are the same, upper and lower case aside. A query is asked once by a user at a
time, however many clicks followed. Its click entropy (Dou et al. 2007) is the sum over the clicked addresses of -p log2 p,
p being the share of the query's clicks that went there; a query nobody clicked on has none, and falls.
"""

from __future__ import annotations

import heapq
import math
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

from caesura.corpus.log_reader import Fields, LogLine
from caesura.corpus.log_steps import Steps

# A part of this size is held in memory at once, where it takes some ten times as much. More files than this at once
# could pass the limit a shell sets.
_PART_BYTES = 1 << 23
_MOST_PARTS = 256

_Numbered = tuple[int, LogLine]


def same_query(text: str) -> str:
    """What two spellings of one query have in common."""
    return " ".join(text.lower().split())


def click_entropy(clicked: Iterable[str]) -> float | None:
    """Over the addresses clicked, one for each click; None without clicks."""
    counts = Counter(clicked)
    total = sum(counts.values())
    if not total:
        return None
    return math.fsum(-count / total * math.log2(count / total) for count in counts.values())


def group_step(
    frequency: tuple[int | None, int | None] | None, least_entropy: float | None
) -> Callable[[list[LogLine]], str | None]:
    """A function from the lines of one query to the step at which they fall, or None."""
    minimum, maximum = frequency or (None, None)

    def step(group: list[LogLine]) -> str | None:
        if minimum is not None or maximum is not None:
            asked = len({(line.user, line.time) for line in group})
            if (minimum is not None and asked < minimum) or (maximum is not None and asked > maximum):
                return "frequency"
        if least_entropy is not None:
            entropy = click_entropy(line.clicked for line in group if line.clicked)
            if entropy is None or entropy <= least_entropy:
                return "click-entropy"
        return None

    return step


def grouped(
    lines: Iterable[Fields], step_of: Callable[[list[LogLine]], str | None], steps: Steps, *, log_bytes: int
) -> Iterator[LogLine]:
    """The lines whose query passes, in the order they came; what falls is counted in `steps`."""
    parts = max(1, min(_MOST_PARTS, log_bytes // _PART_BYTES))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="caesura-groups-")))
        dealt = [folder / f"dealt-{i}" for i in range(parts)]
        _deal(lines, dealt)
        survivors = [folder / f"left-{i}" for i in range(parts)]
        for source, target in zip(dealt, survivors, strict=True):
            _judge(source, target, step_of, steps)
            source.unlink()
        streams = [stack.enter_context(path.open(encoding="utf-8", newline="\n")) for path in survivors]
        for _, line in heapq.merge(*map(_numbered, streams)):
            yield line


def _deal(lines: Iterable[Fields], paths: list[Path]) -> None:
    with ExitStack() as stack:
        files = [stack.enter_context(path.open("w", encoding="utf-8", newline="\n")) for path in paths]
        for number, (user, query, time, clicks) in enumerate(lines):
            part = zlib.crc32(same_query(query).encode()) % len(files)
            files[part].write(f"{number}\t{user}\t{query}\t{time}{clicks}\n")


def _judge(source: Path, target: Path, step_of: Callable[[list[LogLine]], str | None], steps: Steps) -> None:
    groups: dict[str, list[LogLine]] = {}
    with source.open(encoding="utf-8", newline="\n") as dealt:
        for _, line in _numbered(dealt):
            groups.setdefault(same_query(line.query), []).append(line)
    fallen: set[str] = set()
    for query, group in groups.items():
        step = step_of(group)
        if step is not None:
            steps.drop(step, len(group))
            fallen.add(query)
    # Read again instead of keeping numbers: the survivors must come out in their order.
    with source.open(encoding="utf-8", newline="\n") as dealt, target.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(f"{number}\t{line}\n" for number, line in _numbered(dealt) if same_query(line.query) not in fallen)


def _numbered(stream: Iterable[str]) -> Iterator[_Numbered]:
    for text in stream:
        number, user, query, time, *clicks = text.rstrip("\n").split("\t")
        yield int(number), LogLine(user, query, time, "".join(f"\t{column}" for column in clicks))
