"""Potato: a folder that is a whole project (`config.yaml`, `data/queries.jsonl`), and what annotators leave in it.

Annotators mark segments and then say that they are done, so that a query without marks can be told from one nobody saw. Potato
keeps each annotator's work in `annotation_output/NAME/user_state.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from caesura.campaign.platforms.annotations import Collected, CollectedAnswer
from caesura.campaign.platforms.marking import SEGMENT, UNCLEAR, VERDICTS, answer_from, checked_items, what_to_do
from caesura.campaign.tasks import TASKS, task_named
from caesura.campaign.values import Item
from caesura.foundation import InputError, PathLike, existing, lines, written, written_folder

_CONFIG, _QUERIES, _ANSWERS = "config.yaml", "data/queries.jsonl", "annotation_output"
_MARKS, _CHOICE = "segments", "choice"
DONE = "done"


def write_potato(items: Sequence[Item], task: str, folder: PathLike, *, title: str = "Search queries") -> int:
    """A project folder: start it with `potato start FOLDER`. Returns how many items it has."""
    kind = checked_items(items, task)
    choices = [*VERDICTS] if kind.name == "judgement" else [DONE, UNCLEAR] if kind.name == "options" else [DONE]
    marks = {"annotation_type": "span", "name": _MARKS, "description": what_to_do(task), "labels": [SEGMENT]}
    choice = {
        "annotation_type": "radio",
        "name": _CHOICE,
        "description": what_to_do(task) if kind.name == "judgement" else "When every segment is marked:",
        "labels": choices,
        "label_requirement": {"required": True},
    }
    config: dict[str, Any] = {
        "annotation_task_name": title,
        "task_dir": ".",
        "output_annotation_dir": f"{_ANSWERS}/",
        "data_files": [_QUERIES],
        "item_properties": {"id_key": "id", "text_key": "text"},
        "user_config": {"allow_all_users": True, "users": []},
        "annotation_schemes": [choice] if kind.name == "judgement" else [marks, choice],
    }
    with written_folder(folder) as made:
        with written(made / _CONFIG) as stream:
            json.dump(config, stream, ensure_ascii=False, indent=1)  # JSON is YAML
            stream.write("\n")
        (made / "data").mkdir()
        with written(made / _QUERIES) as stream:
            for item in items:
                line = {"id": item.name, "text": _shown(item, task), "query": item.text, "task": task}
                stream.write(json.dumps(line, ensure_ascii=False) + "\n")
    return len(items)


def _shown(item: Item, task: str) -> str:
    return f"{item.text}\n\n{item.paragraph}" if task == "judgement" else item.text


def read_potato(folder: PathLike, *, lenient: bool = False) -> Collected:
    """The answers in a project's folder; queries that an annotator did not call done are left out."""
    root = existing(folder)
    if not (root / _QUERIES).is_file():
        raise InputError(
            f"has no {_QUERIES}", cure="give the folder that `caesura campaign batch --platform potato` made", file=folder
        )
    queries = dict(_queries(root / _QUERIES))
    tasks = {task for _, task in queries.values()}
    if len(tasks) != 1 or not tasks <= TASKS.keys():
        raise InputError("does not name exactly one task", cure="create the folder again", file=root / _QUERIES)
    kind = task_named(tasks.pop())
    collected = Collected(kind.name, root.name)
    for file in sorted(root.glob(f"{_ANSWERS}/**/user_state.json")):
        try:
            state = json.loads(file.read_text(encoding="utf-8"))
            worker = str(state["user_id"])
            labels, marks = state["instance_id_to_label_to_value"], state["instance_id_to_span_to_value"]
            given = {
                name: [label["name"] for label, value in found if value not in (None, False)] for name, found in labels.items()
            }
            marked = {name: [(int(span["start"]), int(span["end"])) for span, _ in found] for name, found in marks.items()}
        except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
            raise InputError(
                f"not an annotator's state ({type(error).__name__})", cure="leave Potato's files as they are", file=file
            ) from None
        for name, choices in given.items():
            if name not in queries or not choices:
                continue
            collected.rows += 1
            text = queries[name][0]
            try:
                answer = answer_from(kind, text, marked.get(name, ()), choices)
            except InputError as error:
                fault = InputError(f"{worker}, {name}: {error.problem}", cure=error.cure, file=file)
                if not lenient:
                    raise fault from None
                collected.malformed.append(fault)
                continue
            collected.annotations.append(CollectedAnswer(name, text, worker, answer, None, collected.rows))
    if not collected.rows:
        raise InputError("holds no answers", cure="has anybody submitted an answer?", file=folder)
    return collected


def _queries(path: Path) -> Iterator[tuple[str, tuple[str, str]]]:
    for number, line in lines(path):
        try:
            value = json.loads(line)
            yield str(value["id"]), (str(value["query"]), str(value["task"]))
        except (KeyError, TypeError, ValueError):
            raise InputError("not a query of Caesura's", cure="create the folder again", file=path, line=number) from None
