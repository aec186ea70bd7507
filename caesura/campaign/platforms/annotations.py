"""What comes back, whatever it came in: one answer of one worker to one item, and what was left out on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from caesura.campaign.tasks import NOT_UNDERSTOOD, task_named
from caesura.corpus import Corpus, Duplicates, Entry, Query, Votes, duplicates_rule
from caesura.foundation import InputError, PathLike, write_csv, written
from caesura.shapes import Shape


@dataclass(frozen=True, slots=True)
class CollectedAnswer:
    """`answer` is in the task's canonical form; `line` is where it stands in the file."""

    item: str
    text: str
    worker: str
    answer: str
    seconds: float | None
    line: int


@dataclass
class Collected:
    """The annotations of one file. `repeated` are those that a worker gave again to an item they had answered before."""

    task: str
    name: str
    annotations: list[CollectedAnswer] = field(default_factory=list)
    rows: int = 0
    rejected: int = 0
    repeated: list[CollectedAnswer] = field(default_factory=list)
    malformed: list[InputError] = field(default_factory=list)

    def settled(self, duplicates: Duplicates | str) -> Collected:
        """The same with one answer for each worker and item, by the rule; an item keeps the place it had first."""
        rule = duplicates_rule(duplicates)
        kept: dict[tuple[str, str], CollectedAnswer] = {}
        repeated = []
        for one in self.annotations:
            pair = (one.worker, one.item)
            if pair in kept:
                repeated.append(one)
            if pair not in kept or rule is Duplicates.LAST:
                kept[pair] = one
        annotations = self.annotations if rule is Duplicates.ALL else list(kept.values())
        return Collected(self.task, self.name, annotations, self.rows, self.rejected, repeated, self.malformed)

    def document(self) -> dict[str, object]:
        """What was found, as facts."""
        return {
            "task": self.task,
            "rows": self.rows,
            "rejected": self.rejected,
            "malformed": len(self.malformed),
            "repeated": len(self.repeated),
            "items": len({one.item for one in self.annotations}),
            "workers": len({one.worker for one in self.annotations}),
            "annotations": len(self.annotations),
            "not_understood": sum(one.answer == NOT_UNDERSTOOD for one in self.annotations),
        }


def corpus_from(collected: Collected) -> Corpus:
    """A corpus with votes. Who does not understand a query gives it no vote."""
    task = task_named(collected.task)
    if task.name == "judgement":
        raise InputError("judgements are labels, not segmentations", cure="write them as labels: -o labels.csv")
    texts: dict[str, str] = {}
    votes: dict[str, list[tuple[Shape, str | None, tuple[str, ...]]]] = {}
    for one in collected.annotations:
        texts.setdefault(one.item, one.text)
        given = votes.setdefault(one.item, [])
        shape = task.shape(task.words(one.text), one.answer)
        if shape is not None:
            given.append((shape, one.worker, ()))
    return Corpus(collected.name, tuple(Entry(Query(name, texts[name]), Votes.count(votes[name])) for name in texts))


def write_label_rows(annotations: Sequence[CollectedAnswer], path: PathLike) -> None:
    """`task,worker,label` for label models, with `seconds` where all are known."""
    timed = all(one.seconds is not None for one in annotations)
    header = ("task", "worker", "label", *(["seconds"] if timed else ()))
    with written(path) as stream:
        rows = ((one.item, one.worker, one.answer, *([round(one.seconds or 0, 3)] if timed else ())) for one in annotations)
        write_csv(stream, header, rows)
