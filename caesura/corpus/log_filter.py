"""Filters a query log into lines worth annotating, in two passes, and says how many lines fell at each step.

The first pass finds the users that fall, the second looks at each query; see `log_users`, `log_rules` and `log_groups` for what
the steps mean. Lines stream through: memory does not grow with the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caesura.corpus.log_groups import group_step, grouped
from caesura.corpus.log_reader import Fields, LogBlock, LogFile, LogLine, logs_on_disk, read_blocks, total_bytes
from caesura.corpus.log_rules import LogRules, query_step
from caesura.corpus.log_steps import Steps
from caesura.corpus.log_users import dropped_users
from caesura.foundation import Advance, PathLike, unwatched


def filter_log(
    paths: Sequence[PathLike],
    rules: LogRules | None = None,
    *,
    steps: Steps | None = None,
    lenient: bool = False,
    advance: Advance = unwatched,
) -> Iterator[LogLine]:
    """The lines that remain, in the order of the log; `-` is standard input, gzip is unpacked.

    `steps` is filled in on the way and complete when the last line was taken. `advance` gets the bytes read from disk,
    in all `log_passes(rules)` times the size of the logs.
    """
    with logs_on_disk(paths) as files:
        yield from filter_files(files, rules or LogRules(), Steps() if steps is None else steps, lenient=lenient, advance=advance)


def filter_files(files: Sequence[LogFile], rules: LogRules, steps: Steps, *, lenient: bool, advance: Advance) -> Iterator[LogLine]:
    """As `filter_log`, for logs that are on disk."""
    steps.fell = dict.fromkeys(rules.steps, 0)
    dropped: dict[str, str] = {}
    if rules.users.any:
        dropped = dropped_users(_all_blocks(files, None, lenient, advance), rules.users)
    kept = _kept(_all_blocks(files, steps, lenient, advance), dropped, rules, steps)
    if rules.frequency is None and rules.click_entropy is None:
        yield from map(LogLine._make, kept)
    else:
        yield from grouped(kept, group_step(rules.frequency, rules.click_entropy), steps, log_bytes=total_bytes(files))


def log_passes(rules: LogRules) -> int:
    """How often the log is read."""
    return 2 if rules.users.any else 1


def _all_blocks(files: Sequence[LogFile], steps: Steps | None, lenient: bool, advance: Advance) -> Iterator[LogBlock]:
    for file in files:
        yield from read_blocks(file, lenient=lenient, steps=steps, advance=advance)


def _kept(blocks: Iterator[LogBlock], dropped: dict[str, str], rules: LogRules, steps: Steps) -> Iterator[Fields]:
    step_of, fell, clicked_only = query_step(rules), steps.fell, rules.clicked
    for block in blocks:
        for fields in block:
            user, query, _, clicks = fields
            step: str | None
            if user in dropped:
                step = dropped[user]
            elif clicked_only and (not clicks or clicks[-1] == "\t"):
                step = "clicked"
            else:
                step = step_of(query)
            if step is None:
                yield fields
            else:
                fell[step] += 1
