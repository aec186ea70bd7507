"""From questions to annotations: examples for the prompt, and the answers as a machine annotator, with how it was asked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from caesura.campaign.machines.asking import Asked, Asking
from caesura.campaign.machines.prompting import Example, prompt_from
from caesura.campaign.machines.sources import Message
from caesura.campaign.tasks import TASKS
from caesura.campaign.values import Item
from caesura.corpus import Corpus, Machine, Votes
from caesura.foundation import InputError, __version__
from caesura.shapes import Flat, Forest, Nested, Shape, Words, print_brackets, print_pipe


def examples_from(corpus: Corpus, task: str, number: int, seed: int, asked: Collection[str]) -> tuple[Example, ...]:
    """Queries of a corpus with their top vote, drawn from those where people agree most; none of those that will be asked about."""
    known = {tuple(text.lower().split()) for text in asked}
    wanted = {"nested": Nested, "syntax": Forest}.get(task, Flat)
    usable = [
        entry
        for entry in corpus
        if entry.votes
        and len(entry.query.words) > 1
        and isinstance(entry.votes.top.shape, wanted)
        and tuple(entry.query.text.lower().split()) not in known
    ]
    if len(usable) < number:
        raise InputError(
            f"{corpus.name} has {len(usable)} usable examples, {number} are wanted",
            cure="lower --shots; queries that are asked about cannot be examples",
        )
    clearest = sorted(usable, key=lambda entry: -entry.votes.top.count / entry.votes.total)[: max(number, len(usable) // 2)]
    drawn = Random(seed).sample(clearest, number)
    return tuple(Example(entry.query.text, _printed(entry.query.words, entry.votes.top.shape)) for entry in drawn)


def _printed(words: Words, shape: Shape) -> str:
    if isinstance(shape, Forest):
        return " ".join(f"{word}:{head}" for word, head in zip(words, shape.heads, strict=True))
    return print_brackets(words, shape) if isinstance(shape, Nested) else print_pipe(words, shape)


def machine_from(asked: Asked, asking: Asking) -> Machine:
    """The answers as a machine annotator. Who does not understand a query gives it no vote."""
    task = TASKS[asking.prompt.task]
    votes: dict[str, list[tuple[Shape, str | None, tuple[str, ...]]]] = {}
    for outcome in asked.outcomes:
        shape = None if outcome.answer is None else task.shape(task.words(outcome.item.text), outcome.answer)
        if shape is not None:
            votes.setdefault(outcome.item.name, []).append((shape, None, ()))
    return Machine(asking.source.kind, {name: Votes.count(of) for name, of in votes.items()}, about_asking(asked, asking))


def about_asking(asked: Asked, asking: Asking) -> dict[str, Any]:
    """Everything that was sent can be made again from this and the queries (`sent_again`); no secret is in it."""
    again = {f"{each.item.name}#{each.sample}": list(each.problems) for each in asked.outcomes if each.problems}
    prompted = {"again": asking.manner.again, "prompt": asking.prompt.about, "asked again because": again}
    return {
        **asking.source.settings,
        "task": asking.prompt.task,
        "samples": asking.manner.samples,
        **(prompted if asking.source.prompted else {}),
        "answers": sum(each.answer is not None for each in asked.outcomes),
        "refused": [f"{each.item.name}#{each.sample}" for each in asked.refused],
        "caesura": __version__,
    }


def sent_again(known: dict[str, Any], item: Item, sample: int) -> list[tuple[Message, ...]]:
    """The messages that were sent about one sample of one item, in order, from a machine's metadata alone."""
    prompt = prompt_from(known["prompt"])
    problems: Sequence[str] = known["asked again because"].get(f"{item.name}#{sample}", ())
    last = len(problems) if len(problems) <= known["again"] else known["again"]
    return [prompt.messages(item), *(prompt.messages(item, problem) for problem in problems[:last])]
