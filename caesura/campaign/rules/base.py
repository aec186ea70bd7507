"""What a rule of quality control is: a name, parameters, and what it says at certain moments (its hooks).

A rule is on or off, and everything it does leaves an event. Rules look at a worker's record (`Worker`), at a page that comes in
(`Submission`) and at the answers so far; nothing outside this folder knows any of them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from caesura.campaign.values import Role, Worker
from caesura.foundation import InputError, one_of

if TYPE_CHECKING:
    from caesura.campaign.answers import WorkerAnswer


class Action(StrEnum):
    """What a rule wants done: the annotator warned, the worker reviewed by the owner, the page sent back, or no more pages.

    `withdraw` excludes the worker and takes their answers out of the count as well.
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
class Submission:
    """A page that comes in. `seconds` is None where the clock cannot be trusted (it went backwards meanwhile)."""

    seconds: float | None
    is_training: bool
    items: int


@dataclass(frozen=True)
class Rule:
    """`parameters` is a frozen dataclass whose fields have the defaults; each hook gets it first.

    - `admits(worker)`: asked before a page is given out.
    - `practice_due(worker)`: how many practice items come before the work.
    - `tests_due(worker, items)`: how many of the next items are tests.
    - `tests_every()`: one item in how many is a test.
    - `tests_rotate()`: whether tests may come again for a worker who has had them all.
    - `tests_minimum()`: after how many tests a worker is judged.
    - `at_entry(submission)`: asked when a page comes in, before anything is stored.
    - `page_seconds()`: how long a page may take.
    - `afterwards(worker, submission)`: asked when its answers are stored and the worker's record is up to date.
    - `first_annotations(maximum)`: how many answers an item gets to begin with.
    - `unsure_items(answers, task)`: the names of items that need one more answer.
    - `worker_figures(worker)`: columns of the workers' table; the parameters are None where the rule is off.

    `needs` names the kind of item without which the rule does nothing; `is_usual` rules are on in a new campaign's form;
    `presets` has the parameters for the presets of quality (`light`, `strict`) in which it is on.
    """

    name: str
    description: str
    source: str
    parameters: type[Any]
    admits: Callable[[Any, Worker], Verdict | None] | None = None
    practice_due: Callable[[Any, Worker], int] | None = None
    tests_due: Callable[[Any, Worker, int], int] | None = None
    tests_every: Callable[[Any], int] | None = None
    tests_rotate: Callable[[Any], bool] | None = None
    tests_minimum: Callable[[Any], int] | None = None
    at_entry: Callable[[Any, Submission], Verdict | None] | None = None
    page_seconds: Callable[[Any], float] | None = None
    afterwards: Callable[[Any, Worker, Submission], Verdict | None] | None = None
    first_annotations: Callable[[Any, int], int] | None = None
    unsure_items: Callable[[Any, Sequence[WorkerAnswer], str], Iterable[str]] | None = None
    worker_figures: Callable[[Any, Worker], Mapping[str, Any]] | None = None
    needs: Role | None = None
    is_usual: bool = False
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def described(label: str, choices: Sequence[str] = (), suggested: object = None) -> dict[str, Any]:
    """Metadata of a parameter for forms: its label, the values to choose from where there are few, and what to suggest where
    that is not the default."""
    return {"label": label, "choices": tuple(choices), "suggested": suggested}


def one_action(value: object, allowed: Sequence[Action]) -> Action:
    return Action(one_of("action", value, allowed))


def number(name: str, value: object, minimum: float, maximum: float) -> None:
    if type(value) not in (int, float) or not minimum <= value <= maximum:  # type: ignore[operator]
        raise InputError(f"{name} is {value!r}", cure=f"give a number from {minimum:g} to {maximum:g}")


def whole(name: str, value: object, minimum: int, maximum: int) -> None:
    if type(value) is not int or not minimum <= value <= maximum:
        raise InputError(f"{name} is {value!r}", cure=f"give a whole number from {minimum} to {maximum:,}")
