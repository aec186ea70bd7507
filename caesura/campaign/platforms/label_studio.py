"""Label Studio: the labelling interface as XML, tasks as JSON, and its JSON export back in.

Annotators mark segments; a submitted task without marks has every word alone. Tasks carry the item's name in `data`, so that
results find their way back whatever Label Studio calls them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from caesura.campaign.platforms.annotations import Collected, CollectedAnswer
from caesura.campaign.platforms.marking import (
    SEGMENT,
    UNCLEAR,
    VERDICTS,
    answer_from,
    checked_items,
    marks_from,
    task_for_platforms,
    what_to_do,
)
from caesura.campaign.tasks import TASKS, task_named
from caesura.campaign.values import Item
from caesura.foundation import InputError, PathLike, lines, unknown, written

_MARKS, _CHOICE, _TEXT = "segments", "choice", "query"


def label_studio_interface(task: str) -> str:
    """What is pasted under *Labeling Interface*, *Code*."""
    kind = task_for_platforms(task)
    header = f"  <Header value={quoteattr(what_to_do(task))}/>"
    if kind.name == "judgement":
        shown = ['  <Text name="query" value="$text"/>', '  <Text name="paragraph" value="$paragraph"/>', *_choices(VERDICTS, True)]
    else:
        marks = f'  <Labels name="{_MARKS}" toName="{_TEXT}"><Label value="{SEGMENT}"/></Labels>'
        unclear = _choices([UNCLEAR], False) if kind.name == "options" else []
        shown = [marks, f'  <Text name="{_TEXT}" value="$text" granularity="word"/>', *unclear]
    return "\n".join(["<View>", header, *shown, "</View>", ""])


def _choices(names: Iterable[str], required: bool) -> list[str]:
    listed = "".join(f'<Choice value="{name}"/>' for name in names)
    return [f'  <Choices name="{_CHOICE}" toName="{_TEXT}" choice="single" required="{str(required).lower()}">{listed}</Choices>']


def write_label_studio(items: Sequence[Item], task: str, path: PathLike) -> int:
    """Tasks to import; returns how many."""
    checked_items(items, task)
    with written(path) as stream:
        json.dump(
            [{"data": _data(item.name, item.text, task, item.paragraph)} for item in items], stream, ensure_ascii=False, indent=1
        )
        stream.write("\n")
    return len(items)


def write_label_studio_answers(answers: Sequence[CollectedAnswer], task: str, path: PathLike) -> None:
    """Tasks with the answers that were given as annotations, for projects that go on in Label Studio."""
    kind = task_named(task)
    tasks: dict[str, dict[str, Any]] = {}
    for one in answers:
        made = tasks.setdefault(one.item, {"data": _data(one.item, one.text, task, ""), "annotations": []})
        marks, choice = marks_from(kind, one.text, one.answer)
        found: list[dict[str, Any]] = [
            {
                "type": "labels",
                "from_name": _MARKS,
                "to_name": _TEXT,
                "value": {"start": start, "end": end, "text": one.text[start:end], "labels": [SEGMENT]},
            }
            for start, end in marks
        ]
        if choice is not None:
            found.append({"type": "choices", "from_name": _CHOICE, "to_name": _TEXT, "value": {"choices": [choice]}})
        timed = {} if one.seconds is None else {"lead_time": one.seconds}
        made["annotations"].append({"result": found, "completed_by": {"email": one.worker}, **timed})
    with written(path) as stream:
        json.dump(list(tasks.values()), stream, ensure_ascii=False, indent=1)
        stream.write("\n")


def _data(name: str, text: str, task: str, paragraph: str) -> dict[str, str]:
    return {"item": name, "text": text, "task": task} | ({"paragraph": paragraph} if paragraph else {})


def read_label_studio(path: PathLike, *, lenient: bool = False) -> Collected:
    """The export called JSON. Skipped tasks give no answer."""
    try:
        tasks = json.loads("\n".join(line for _, line in lines(path)))
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON ({error})", cure="export the project as JSON", file=path) from None
    if not isinstance(tasks, list) or not all(isinstance(task, dict) for task in tasks):
        raise InputError("not a list of tasks", cure="export the project as JSON", file=path)
    collected: Collected | None = None
    for number, task in enumerate(tasks, start=1):
        data = task.get("data")
        if not isinstance(data, dict) or not all(isinstance(data.get(key), str) for key in ("item", "text", "task")):
            raise InputError(
                f"task {number} is not one of Caesura's",
                cure="create tasks with `caesura campaign batch --platform label-studio`",
                file=path,
            )
        if not isinstance(task.get("annotations"), list):
            raise InputError(f"task {number} has no annotations", cure="export as JSON, not JSON-MIN", file=path)
        if data["task"] not in TASKS:
            raise unknown("task", data["task"], TASKS).at(path)
        if collected is None:
            collected = Collected(data["task"], Path(str(path)).name.split(".")[0])
        if data["task"] != collected.task:
            raise InputError(
                f"task {number} is of {data['task']}, those before of {collected.task}", cure="one task per file", file=path
            )
        for annotation in task["annotations"]:
            collected.rows += 1
            try:
                if not annotation.get("was_cancelled"):
                    collected.annotations.append(_answer(annotation, data, collected, number))
            except (InputError, AttributeError, KeyError, TypeError, ValueError) as error:
                problem = error.problem if isinstance(error, InputError) else "an annotation is not as Label Studio writes it"
                fault = InputError(f"task {number}: {problem}", cure=getattr(error, "cure", "") or "export again", file=path)
                if not lenient:
                    raise fault from None
                collected.malformed.append(fault)
    if collected is None:
        raise InputError("there are no tasks", cure="is the project empty?", file=path)
    return collected


def _answer(annotation: dict[str, Any], data: dict[str, str], collected: Collected, number: int) -> CollectedAnswer:
    marks, choices = [], []
    for part in annotation["result"]:
        value = part["value"]
        if part["type"] == "labels":
            marks.append((int(value["start"]), int(value["end"])))
        elif part["type"] == "choices":
            choices += value["choices"]
    by = annotation.get("completed_by")
    who = by.get("email") or by.get("id") if isinstance(by, dict) else by
    worker = f"anonymous {annotation.get('id', number)}" if who is None else str(who)
    seconds = annotation.get("lead_time")
    answer = answer_from(task_named(collected.task), data["text"], marks, choices)
    return CollectedAnswer(data["item"], data["text"], worker, answer, None if seconds is None else float(seconds), number)
