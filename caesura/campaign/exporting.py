"""Out of the store: a corpus with votes, labels for label models, or every answer with its history."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from caesura.campaign.adjudicating import adjudications_of
from caesura.campaign.answers import WorkerAnswer, items_of_role, stored_answers
from caesura.campaign.comments import comment_words
from caesura.campaign.forests import filled, proposals_of, write_treebank
from caesura.campaign.joining import workers_of
from caesura.campaign.machine_answers import machine_answers_of, machines_of
from caesura.campaign.payout import write_payments, write_prolific_approvals, write_prolific_bonuses, write_turk_approvals
from caesura.campaign.platforms.annotations import CollectedAnswer
from caesura.campaign.platforms.label_studio import write_label_studio_answers
from caesura.campaign.records import find_worker
from caesura.campaign.rules.trust import trust_score
from caesura.campaign.store import Store
from caesura.campaign.tasks import Task, task_named
from caesura.campaign.values import AnswerState, Campaign, Role
from caesura.corpus import Corpus, Entry, Query, Votes, write_corpus
from caesura.foundation import InputError, PathLike, one_of, write_csv, written
from caesura.shapes import Forest, Shape

#: Under this name the corpus has what was decided at the adjudication desk.
ADJUDICATED = "adjudicated"


def export_corpus(store: Store, campaign: Campaign) -> Corpus:
    """The campaign's queries with the votes that count. Who does not understand a query gives it no vote.

    What was adjudicated stands apart, among the corpus's outputs, and so do machine annotators.
    """
    task = _segmenting_task(campaign)
    with store.reading() as connection:
        listed = items_of_role(connection, campaign, Role.ORDINARY)
        stored = stored_answers(connection, campaign)
    entries = _entries(task, listed, stored, proposals_of(store, campaign) if task.takes_proposals else {})
    decided = {}
    for one in adjudications_of(store, campaign):
        shape = task.shape(task.words(one.text), one.answer)
        if shape is not None:
            decided[one.item] = shape
    return Corpus(campaign.name, entries, {ADJUDICATED: decided} if decided else {}, machines_of(store, campaign))


def export_training(store: Store, campaign: Campaign) -> Corpus:
    """What workers answered in the practice round, as a corpus with votes (Lioma et al. 2018, tables 1 and 2).

    A campaign without practice gives an empty one.
    """
    task = _segmenting_task(campaign)
    with store.reading() as connection:
        listed = items_of_role(connection, campaign, Role.TRAINING)
        stored = stored_answers(connection, campaign, (AnswerState.TRAINING,))
    return Corpus(f"{campaign.name} training", _entries(task, listed, stored))


def _segmenting_task(campaign: Campaign) -> Task:
    task = task_named(campaign.task)
    if task.name == "judgement":
        raise InputError("judgements are labels, not segmentations", cure="export them as labels")
    return task


def _entries(
    task: Task,
    listed: Sequence[tuple[str, str]],
    stored: Iterable[WorkerAnswer],
    proposals: Mapping[str, Forest] | None = None,
) -> tuple[Entry, ...]:
    """The queries with their votes; forests take their tags and relations from the proposals."""
    votes: dict[str, list[tuple[Shape, str | None, tuple[str, ...]]]] = {name: [] for name, _ in listed}
    for given in stored:
        shape = task.shape(task.words(given.text), given.answer)
        if isinstance(shape, Forest):
            shape = filled(shape, (proposals or {}).get(given.item))
        if shape is not None:
            votes[given.item].append((shape, given.worker, ()))
    return tuple(Entry(Query(name, text), Votes.count(votes[name])) for name, text in listed)


def trust_of(store: Store, campaign: Campaign) -> dict[str, float]:
    """Each worker's trust, as the rule of that name scores it, whether it is on or not."""
    return {worker.name: trust_score(worker) for worker in workers_of(store, campaign)}


def export_answers(store: Store, campaign: Campaign, worker: str | None = None) -> list[WorkerAnswer]:
    """Every answer ever given, whatever became of it; of one worker, where they are to be reviewed."""
    with store.reading() as connection:
        if worker is not None:
            find_worker(connection, campaign.id, worker)
        stored = stored_answers(connection, campaign, tuple(AnswerState))
    return [given for given in stored if worker in (None, given.worker)]


def _write_jsonl(store: Store, campaign: Campaign, path: PathLike) -> None:
    write_corpus(export_corpus(store, campaign), path, "jsonl")


def _write_webis(store: Store, campaign: Campaign, path: PathLike) -> None:
    write_corpus(export_corpus(store, campaign), path, "webis")


def _write_training(store: Store, campaign: Campaign, path: PathLike) -> None:
    write_corpus(export_training(store, campaign), path, "jsonl")


def _write_trust(store: Store, campaign: Campaign, path: PathLike) -> None:
    with written(path) as stream:
        stream.writelines(f"{name}\t{trust:.6f}\n" for name, trust in trust_of(store, campaign).items())


def _write_comments(store: Store, campaign: Campaign, path: PathLike) -> None:
    with written(path) as stream:
        write_csv(stream, ("word", "count", "in_training"), comment_words(export_answers(store, campaign)))


def _write_conllu(store: Store, campaign: Campaign, path: PathLike) -> None:
    write_corpus(export_corpus(store, campaign), path, "conllu")


def _write_labels(store: Store, campaign: Campaign, path: PathLike) -> None:
    with store.reading() as connection:
        stored = stored_answers(connection, campaign)
    with written(path) as stream:
        rows = ((given.item, given.worker, given.answer, round(given.seconds, 3)) for given in stored)
        write_csv(stream, ("task", "worker", "label", "seconds"), rows)


def _write_answers(store: Store, campaign: Campaign, path: PathLike) -> None:
    header = (
        "item",
        "text",
        "role",
        "worker",
        "external",
        "study",
        "session",
        "country",
        "answer",
        "state",
        "is_right",
        "seconds",
        "at",
        "page",
        "comment",
    )
    with written(path) as stream:
        write_csv(stream, header, ([getattr(given, name) for name in header] for given in export_answers(store, campaign)))


def _write_label_studio(store: Store, campaign: Campaign, path: PathLike) -> None:
    with store.reading() as connection:
        stored = stored_answers(connection, campaign)
    answers = [
        CollectedAnswer(one.item, one.text, one.worker, one.answer, one.seconds, place) for place, one in enumerate(stored, start=1)
    ]
    write_label_studio_answers(answers, campaign.task, path)


def _write_machines(store: Store, campaign: Campaign, path: PathLike) -> None:
    header = ("item", "text", "machine", "kind", "sample", "answer")
    with written(path) as stream:
        write_csv(stream, header, ([getattr(one, name) for name in header] for one in machine_answers_of(store, campaign)))


def _write_decisions(store: Store, campaign: Campaign, path: PathLike) -> None:
    header = ("item", "text", "answer", "reason", "by", "at")
    with written(path) as stream:
        write_csv(stream, header, ([getattr(one, name) for name in header] for one in adjudications_of(store, campaign)))


def _write_inferred(store: Store, campaign: Campaign, path: PathLike) -> None:
    from caesura.campaign.label_inference import infer_answers

    with store.reading() as connection:
        stored = stored_answers(connection, campaign)
    texts = {given.item: given.text for given in stored}
    rows = (
        (item, texts[item], answer, round(chance, 6))
        for item, (answer, chance) in infer_answers(stored, campaign.task).likely.items()
    )
    with written(path) as stream:
        write_csv(stream, ("task", "text", "label", "probability"), rows)


def _write_report(store: Store, campaign: Campaign, path: PathLike) -> None:
    from caesura.campaign.dashboard import figures

    with written(path) as stream:
        stream.write(json.dumps(figures(store, campaign), ensure_ascii=False, indent=1) + "\n")


#: Form -> what writes it. `webis` is a folder, the others are files.
FORMS: dict[str, Callable[[Store, Campaign, PathLike], None]] = {
    "jsonl": _write_jsonl,
    "webis": _write_webis,
    "conllu": _write_conllu,
    "treebank": write_treebank,
    "labels": _write_labels,
    "answers": _write_answers,
    "machines": _write_machines,
    "report": _write_report,
    "decisions": _write_decisions,
    "inferred": _write_inferred,
    "training": _write_training,
    "trust-scores": _write_trust,
    "comments": _write_comments,
    "label-studio": _write_label_studio,
    "payments": write_payments,
    "prolific-bonuses": write_prolific_bonuses,
    "prolific-approvals": write_prolific_approvals,
    "turk-approvals": write_turk_approvals,
}
#: How a file of each form is called.
ENDINGS = {
    "jsonl": ".jsonl",
    "webis": "",
    "conllu": ".conllu",
    "treebank": ".treebank.conllu",
    "labels": ".labels.csv",
    "answers": ".answers.csv",
    "machines": ".machines.csv",
    "report": ".report.json",
    "decisions": ".decisions.csv",
    "inferred": ".inferred.csv",
    "training": ".training.jsonl",
    "trust-scores": ".trust.tsv",
    "comments": ".comments.csv",
    "label-studio": ".label-studio.json",
    "payments": ".payments.csv",
    "prolific-bonuses": ".prolific-bonuses.csv",
    "prolific-approvals": ".prolific-approvals.txt",
    "turk-approvals": ".turk-approvals.csv",
}


def forms_of(task: str) -> tuple[str, ...]:
    """The forms that can hold what a task brings: judgements are not a corpus, the layout of WQSC has no trees, CoNLL-U has only
    forests."""
    unfit = {"judgement": ("jsonl", "webis", "training"), "nested": ("webis",), "syntax": ("webis",)}.get(task, ())
    if task != "syntax":
        unfit += ("conllu", "treebank")
    return tuple(form for form in FORMS if form not in unfit)


def write_export(store: Store, campaign: Campaign, path: PathLike, form: str = "jsonl") -> None:
    """Write the campaign in one of `FORMS`."""
    one_of("form", form, FORMS)
    if form not in forms_of(campaign.task):
        reasons = {"judgement": "judgements are labels, not segmentations"}
        if campaign.task == "nested" and form == "webis":
            reasons["nested"] = f"{form} cannot hold nested segmentations"
        reason = reasons.get(campaign.task, f"{form} cannot hold answers of the task {campaign.task}")
        raise InputError(reason, cure=f"export them as {', '.join(forms_of(campaign.task))}")
    if str(path) != "-" and form != "webis" and Path(path).is_dir():
        raise InputError("is a folder, a file was expected", cure="name a file inside it", file=path)
    FORMS[form](store, campaign, path)
