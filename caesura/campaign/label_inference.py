"""What a label model makes of the answers: how sure each item's most likely answer is, and what each worker is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from caesura.campaign.answers import WorkerAnswer
from caesura.campaign.tasks import task_named
from caesura.labels import LabelTable, infer, label_model, label_table
from caesura.shapes import Words, count_flat, count_nested


@dataclass(frozen=True)
class InferredAnswers:
    """`likely` has each item's most likely answer and how likely it is; `accuracy` the share of a worker's answers that are right,
    as far as the model can tell. `candidates` are all answers to an item with their probabilities, the most likely first."""

    likely: Mapping[str, tuple[str, float]]
    accuracy: Mapping[str, float]
    candidates: Mapping[str, Sequence[tuple[str, float]]] = field(default_factory=dict)


def infer_answers(stored: Sequence[WorkerAnswer], task: str, model: str = "one-coin") -> InferredAnswers:
    """Fit a model to whole answers. Items whose answers are their own (segmentations) have their own classes, too."""
    if not stored:
        return InferredAnswers({}, {})
    table, options = _table(stored, task)
    fitted = infer(label_model(model), table).model
    likely = {
        str(item): (options[str(item)][int(str(table.classes[code]))], sure)
        for item, code, sure in zip(table.tasks, fitted.codes_.tolist(), fitted.posterior_.highest.tolist(), strict=True)
    }
    probable = fitted.probabilities_
    candidates = {
        str(item): sorted(
            ((answer, float(probable[row, place])) for place, answer in _columns(table, options[str(item)])),
            key=lambda one: (-one[1], one[0]),
        )
        for row, item in enumerate(table.tasks)
    }
    right = fitted.posterior_.at(table.task_codes, table.label_codes)
    shares = np.bincount(table.worker_codes, weights=right, minlength=len(table.workers)) / table.labels_per_worker
    accuracy = {str(worker): float(share) for worker, share in zip(table.workers, shares, strict=True)}
    return InferredAnswers(likely, accuracy, candidates)


def _columns(table: LabelTable, answers: Sequence[str]) -> list[tuple[int, str]]:
    """Which class stands for which answer of an item."""
    places = {int(str(label)): place for place, label in enumerate(table.classes)}
    return [(places[number], answer) for number, answer in enumerate(answers) if number in places]


def _table(stored: Sequence[WorkerAnswer], task: str) -> tuple[LabelTable, dict[str, list[str]]]:
    kind = task_named(task)
    # A judgement means the same for every item; the third option of one query has nothing to do with that of another.
    fixed = ["0", "1"] if task == "judgement" else None
    options: dict[str, list[str]] = {}
    codes: list[int] = []
    for given in stored:
        known = options.setdefault(given.item, list(fixed or ()))
        if given.answer not in known:
            known.append(given.answer)
        codes.append(known.index(given.answer))
    table = label_table([given.item for given in stored], [given.worker for given in stored], codes)
    if fixed is None:
        texts = {given.item: given.text for given in stored}
        choices = [_possible(task, kind.words(texts[str(item)])) for item in table.tasks]
        table = replace(table, choices=np.array(choices, dtype=np.int64))
    return table, options


def _possible(task: str, words: Words) -> int:
    """How many answers there could be; beyond 2^62 it makes no difference."""
    size = len(words)
    if task == "syntax":
        # Every word may hang on any other or be a root; how many of these are forests matters little to a label model.
        number = int(size**size)
    else:
        number = count_nested(size) if task == "nested" else count_flat(size) + (task == "options")
    return min(number, 2**62)
