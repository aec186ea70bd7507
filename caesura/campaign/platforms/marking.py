"""Tasks on tools where annotators mark words of a text: which tasks can run there, and what their marks mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from caesura.campaign.tasks import NOT_UNDERSTOOD, Task, task_named
from caesura.campaign.values import Item
from caesura.foundation import InputError
from caesura.shapes import Flat, Nested, Span, flat_from_marks, marks_of, nested_from_marks, print_brackets, print_pipe

#: What a marked run of words is called, and the choice of who does not understand a query.
SEGMENT = "segment"
UNCLEAR = "not understood"
#: The choices of a judgement, as people read them.
VERDICTS = {"yes": "1", "no": "0"}

_WHAT_TO_DO = {
    "flat": "Mark the words that belong together. Words that stand alone need no mark.",
    "options": "Mark the words that belong together. Words that stand alone need no mark.",
    "nested": "Mark every two parts that belong together: two words, then that pair with its neighbour, up to the whole query.",
    "judgement": "Does the paragraph answer the question?",
}


def what_to_do(task: str) -> str:
    return _WHAT_TO_DO[task]


def task_for_platforms(name: str) -> Task:
    """The task, if pages other than the studio's can ask it."""
    kind = task_named(name)
    if kind.takes_proposals:
        raise InputError(f"the task {name} cannot be done on platforms", cure="let annotators come to the studio")
    return kind


def checked_items(items: Sequence[Item], task: str) -> Task:
    """The task, if it can be asked of each of the items; names must differ."""
    kind = task_for_platforms(task)
    if not items:
        raise InputError("there is nothing to ask", cure="give at least one query")
    names: set[str] = set()
    for item in items:
        try:
            kind.check(item.text, item.paragraph)
        except InputError as error:
            raise InputError(f"item {item.name[:60]}: {error.problem}", cure=error.cure) from None
        if item.name in names:
            raise InputError(f"two items are called {item.name[:60]}", cure="give each a name of its own")
        names.add(item.name)
    return kind


def answer_from(task: Task, text: str, marks: Sequence[Span], choices: Iterable[str]) -> str:
    """The canonical answer that marks and choices stand for."""
    labels = set(choices)
    if task.name == "judgement":
        if len(labels) != 1 or not labels <= VERDICTS.keys():
            raise InputError("a judgement is yes or no", cure="choose one of them")
        return VERDICTS[labels.pop()]
    if UNCLEAR in labels:
        return task.read(task.words(text), NOT_UNDERSTOOD)
    words = task.words(text)
    if task.name == "nested":
        return print_brackets(words, nested_from_marks(text, marks))
    return print_pipe(words, flat_from_marks(text, marks))


def marks_from(task: Task, text: str, answer: str) -> tuple[tuple[Span, ...], str | None]:
    """The marks and the choice that stand for a canonical answer: the way back of `answer_from`."""
    if task.name == "judgement":
        return (), next(name for name, value in VERDICTS.items() if value == answer)
    shape = task.shape(task.words(text), answer)
    if isinstance(shape, Flat | Nested):
        return marks_of(text, [(first, last) for first, last in shape.spans if last - first > 1]), None
    return (), UNCLEAR
