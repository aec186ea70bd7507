"""Results of our own tasks, on whatever platform they ran. In a table each row is a page that one worker has done."""

from __future__ import annotations

from pathlib import Path

from caesura.campaign.platforms.annotations import Collected, CollectedAnswer
from caesura.campaign.platforms.cells import VARIABLE, read_cell
from caesura.campaign.platforms.label_studio import read_label_studio
from caesura.campaign.platforms.potato import read_potato
from caesura.campaign.platforms.rows import is_rejected, read_rows, seconds_of, worker_of
from caesura.campaign.tasks import task_named
from caesura.foundation import InputError, PathLike, is_stdin, peeked

#: The column by which results of our templates are known.
INPUT = f"Input.{VARIABLE}"


def read_results(path: PathLike, *, rejected: bool = False, lenient: bool = False) -> Collected:
    """All answers. Assignments that were rejected are left out unless asked for; `lenient` passes over answers that do not fit.

    A folder is a project of Potato, a JSON list an export of Label Studio, everything else a table.
    """
    if not is_stdin(path) and Path(path).is_dir():
        return read_potato(path, lenient=lenient)
    with peeked(path) as file:
        if file.head(64).lstrip().startswith(b"["):
            return read_label_studio(file, lenient=lenient)
        return _read_table(file, rejected, lenient)


def _read_table(path: PathLike, rejected: bool, lenient: bool) -> Collected:
    names, rows = read_rows(path)
    if INPUT not in names:
        raise InputError(
            f"there is no column '{INPUT}'",
            cure="give results of a template of Caesura's; `caesura campaign import` reads other tables",
            file=path,
            line=1,
        )
    collected: Collected | None = None
    for line, row in rows:
        try:
            task, items = read_cell(row[INPUT])
        except InputError as error:
            raise error.at(path, line) from None
        if collected is None:
            collected = Collected(task, Path(str(path)).name.split(".")[0])
        if task != collected.task:
            raise InputError(
                f"a page of the task {task}, those before are of {collected.task}", cure="one task per file", file=path, line=line
            )
        collected.rows += 1
        if is_rejected(row) and not rejected:
            collected.rejected += 1
            continue
        seconds = seconds_of(row, path, line)
        share = None if seconds is None else seconds / len(items)
        for place, item in enumerate(items, start=1):
            try:
                words = task_named(task).words(item.text)
                answer = task_named(task).read(words, row.get(f"Answer.answer-{place}", "").strip())
                collected.annotations.append(CollectedAnswer(item.name, item.text, worker_of(row, line), answer, share, line))
            except InputError as error:
                problem = InputError(f"Answer.answer-{place}: {error.problem}", cure=error.cure, file=path, line=line)
                if not lenient:
                    raise problem from None
                collected.malformed.append(problem)
    if collected is None:
        raise InputError("there are no results", cure="is the batch done?", file=path)
    return collected
