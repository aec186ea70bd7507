"""Machine annotators in the lines of a JSONL corpus: gathered over its queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from caesura.corpus.machines import Machine, WorkerKind
from caesura.corpus.votes import Vote, Votes
from caesura.foundation import InputError, one_of


class Machines:
    """Gathers kinds, answers and settings; `all` is what a corpus holds."""

    def __init__(self) -> None:
        self._kinds: dict[str, WorkerKind] = {}
        self._answers: dict[str, dict[str, Votes]] = {}
        self._settings: dict[str, dict[str, Any]] = {}

    @property
    def all(self) -> dict[str, Machine]:
        return {name: Machine(kind, self._answers[name], self._settings.get(name, {})) for name, kind in self._kinds.items()}

    def settings(self, value: object) -> None:
        """The line that says how machines were asked."""
        if not isinstance(value, dict) or not all(isinstance(about, dict) for about in value.values()):
            raise InputError("the settings of machines are not an object of objects", cure='write {"gpt": {"model": "...", ...}}')
        self._settings |= value

    def answers(self, query_id: str, value: object, vote: Callable[[object], Vote]) -> None:
        """The machines of one query's line; `vote` reads one of its votes."""
        if not isinstance(value, dict):
            raise InputError("'machines' is not an object of name and answers")
        for name, given in value.items():
            if not isinstance(given, dict) or not isinstance(given.get("votes"), list):
                raise InputError(f"the machine '{name}' has no votes", cure='write {"kind": "segmenter", "votes": [...]}')
            kind = WorkerKind(one_of("kind of machine", given.get("kind"), [kind for kind in WorkerKind if kind != "person"]))
            if self._kinds.setdefault(name, kind) is not kind:
                raise InputError(
                    f"'{name}' is a {self._kinds[name]} in an earlier line and a {kind} here", cure="a machine has one kind"
                )
            self._answers.setdefault(name, {})[query_id] = Votes(tuple(vote(item) for item in given["votes"]))
