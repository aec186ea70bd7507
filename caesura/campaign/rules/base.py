"""What a rule of quality control is: a name, parameters, and what it says at three moments.

A rule is on or off, and everything it does leaves an event. It looks at a worker's record (`Worker`) and, when a page comes in, at
the page (`Turn`); it answers with a `Verdict` or None.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from caesura.campaign.values import Worker
from caesura.foundation import InputError, unknown


class Action(StrEnum):
    """What a rule wants done: only told, looked at by the owner, the page sent back, or no more pages for this worker.

    `withdraw` shuts the worker out and takes their answers out of the count as well.
    """

    WARN = "warn"
    REVIEW = "review"
    REFUSE = "refuse"
    EXCLUDE = "exclude"
    WITHDRAW = "withdraw"


@dataclass(frozen=True)
class Verdict:
    """`reason` is shown to the annotator, and kept with the event; `again` says that a refused page may be sent again."""

    action: Action
    reason: str
    again: bool = False


@dataclass(frozen=True)
class Turn:
    """A page that comes in. `seconds` is None where the clock cannot be trusted (it went backwards meanwhile)."""

    seconds: float | None
    is_training: bool
    items: int


@dataclass(frozen=True)
class Rule:
    """`parameters` is a frozen dataclass whose fields have the defaults.

    `admits` is asked before a page is given out, `at_entry` when one comes in and before anything is stored, `afterwards` when its
    answers are stored and the worker's record is brought up to date.
    """

    name: str
    description: str
    source: str
    parameters: type[Any]
    admits: Callable[[Any, Worker], Verdict | None] | None = None
    at_entry: Callable[[Any, Turn], Verdict | None] | None = None
    afterwards: Callable[[Any, Worker, Turn], Verdict | None] | None = None


def told(what: str, choices: tuple[str, ...] = ()) -> dict[str, Any]:
    """Metadata of a parameter: what a form says beside it and, where only some values will do, which."""
    return {"told": what, "choices": choices}


def one_of(name: str, value: object, *allowed: Action) -> Action:
    if value not in allowed:
        raise unknown(f"value of {name}", value, allowed)
    return Action(str(value))


def number(name: str, value: object, least: float, most: float) -> None:
    if type(value) not in (int, float) or not least <= value <= most:  # type: ignore[operator]
        raise InputError(f"{name} is {value!r}", cure=f"give a number from {least:g} to {most:g}")


def whole(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise InputError(f"{name} is {value!r}", cure=f"give a whole number from {least} to {most}")
