"""What a machine is sent: a template in a file, filled with the item and, where there are some, examples.

A template has parts under `[system]` (optional), `[example]` and `[user]`. `{{query}}`, `{{paragraph}}`, `{{choices}}` and, in an
example, `{{answer}}` stand for themselves; `{{examples}}` for the examples one after the other. Everything else is sent as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from caesura.campaign.machines.sources import Message
from caesura.campaign.tasks import TASKS
from caesura.campaign.values import Item
from caesura.foundation import InputError, PathLike, existing

_PARTS = ("system", "example", "user")
_PLACES = re.compile(r"\{\{(\w+)\}\}")
_KNOWN = {"system": frozenset[str](), "example": frozenset(("query", "paragraph", "choices", "answer"))}
_KNOWN["user"] = frozenset(("query", "paragraph", "choices", "examples"))
_AGAIN = "Your last answer was refused: {problem}. Answer again, with one JSON object and nothing else."


@dataclass(frozen=True)
class Example:
    """An item with the answer considered right."""

    text: str
    answer: str
    paragraph: str = ""


@dataclass(frozen=True)
class Prompt:
    """A template for one task, with its examples. Together with an item it is all that decides what is sent."""

    task: str
    system: str
    example: str
    user: str
    examples: tuple[Example, ...] = ()

    def messages(self, item: Item, problem: str | None = None) -> tuple[Message, ...]:
        """`problem` is why the answer before was refused, where the machine is asked again."""
        shown = "\n\n".join(self._filled(self.example, each.text, each.paragraph, each.answer) for each in self.examples)
        user = self._filled(self.user, item.text, item.paragraph, None, shown)
        system = [{"role": "system", "content": self.system}] if self.system else []
        again = [{"role": "user", "content": _AGAIN.format(problem=problem)}] if problem is not None else []
        return (*system, {"role": "user", "content": user}, *again)

    @property
    def about(self) -> dict[str, Any]:
        """What a corpus keeps, and `prompt_from` reads."""
        examples = [{key: value for key, value in vars(each).items() if value} for each in self.examples]
        return {"task": self.task, "system": self.system, "example": self.example, "user": self.user, "examples": examples}

    def _filled(self, part: str, text: str, paragraph: str, answer: str | None, examples: str = "") -> str:
        task = TASKS[self.task]
        choices = "\n".join(task.choices(task.words(text))) if "{{choices}}" in part else ""
        values = {"query": text, "paragraph": paragraph, "choices": choices, "examples": examples}
        if answer is not None:
            values["answer"] = json.dumps(answer, ensure_ascii=False)
        # In one pass: what a query holds is never filled itself.
        filled = _PLACES.sub(lambda found: values.get(found[1], found[0]), part)
        return re.sub(r"\n{3,}", "\n\n", filled).strip()


def prompt_from(about: Mapping[str, Any]) -> Prompt:
    """The prompt that a corpus's metadata holds."""
    examples = tuple(Example(**each) for each in about["examples"])
    return Prompt(about["task"], about["system"], about["example"], about["user"], examples)


def read_prompt(task: str, file: PathLike | None = None, examples: Sequence[Example] = ()) -> Prompt:
    """The task's own template, or one from a file."""
    path = Path(__file__).parent / "prompts" / f"{TASKS[task].name}.txt" if file is None else existing(file)
    if not Path(path).is_file():
        raise InputError(f"there is no prompt for the task {task}", cure="give one with --prompt FILE")
    parts = _parts(Path(path).read_text(encoding="utf-8"), path)
    if examples and ("{{examples}}" not in parts["user"] or not parts["example"]):
        raise InputError("the template has no place for examples", cure="write {{examples}} and a part [example]", file=path)
    return Prompt(task, parts["system"], parts["example"], parts["user"], tuple(examples))


def _parts(text: str, path: PathLike) -> dict[str, str]:
    parts = dict.fromkeys(_PARTS, "")
    current: str | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() in {f"[{name}]" for name in _PARTS}:
            current = line.strip()[1:-1]
            continue
        if current is None:
            if line.strip():
                raise InputError("text before the first part", cure="begin with [system] or [user]", file=path, line=number)
            continue
        for place in _PLACES.findall(line):
            if place not in _KNOWN[current]:
                known = ", ".join(sorted(_KNOWN[current])) or "nothing"
                raise InputError(
                    f"{{{{{place}}}}} is unknown in [{current}]", cure=f"choose one of {known}", file=path, line=number
                )
        parts[current] += line + "\n"
    if "{{query}}" not in parts["user"]:
        raise InputError("the part [user] never shows the {{query}}", cure="write {{query}} where it belongs", file=path)
    return {name: part.strip() for name, part in parts.items()}
