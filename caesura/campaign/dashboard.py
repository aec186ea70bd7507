"""All figures of the dashboard: progress, agreement, bias, workers, and the items that split the crowd.

Agreement is computed from the exported corpus by the same function as `caesura agreement`, so that the two can only agree.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from functools import lru_cache
from threading import Lock
from typing import Any

from caesura.agreement import agreement_by_kind, bias_report, measure_agreement
from caesura.campaign.adjudicating import vote_spread
from caesura.campaign.answers import WorkerAnswer, stored_answers
from caesura.campaign.coverage import coverage_of
from caesura.campaign.exporting import export_corpus
from caesura.campaign.forests import head_agreement
from caesura.campaign.growth import growth
from caesura.campaign.joining import workers_of
from caesura.campaign.label_inference import InferredAnswers, infer_answers
from caesura.campaign.machine_answers import machine_counts
from caesura.campaign.payment import hourly_wage
from caesura.campaign.progress_report import progress
from caesura.campaign.rules import RULES
from caesura.campaign.store import Store
from caesura.campaign.values import Campaign, Worker
from caesura.corpus import Corpus
from caesura.foundation import InputError

Document = dict[str, Any]


def figures(store: Store, campaign: Campaign) -> Document:
    """Everything as one JSON document. What cannot be said yet is None, with the reason beside it.

    `bias` has the habits to warn of, `habits` what there is to say about them all.
    """
    with store.reading() as connection:
        stored = stored_answers(connection, campaign)
    labelling = _labelled(tuple(stored), campaign.task)
    coverage = coverage_of(store, campaign)
    document: Document = {
        "campaign": {"key": campaign.key, "name": campaign.name, "task": campaign.task, "state": campaign.state.value},
        "progress": progress(store, campaign).document(),
        "workers": [worker_row(campaign, worker, labelling) for worker in workers_of(store, campaign)],
        "machines": machine_counts(store, campaign),
        "kinds": [],
        "split": split_items(stored, labelling),
        "growth": asdict(growth(stored)),
        "tests": None if coverage is None else {"sentence": coverage.sentence, "is_enough": coverage.is_enough},
        "at": store.clock.now(),
    }
    if campaign.task == "judgement":
        return document | {"agreement": None, "bias": None, "habits": None, "why": "judgements are labels: see caesura labels"}
    heads = {"heads": head_agreement(store, campaign)} if campaign.task == "syntax" else {}
    corpus = export_corpus(store, campaign)
    return document | _agreement(corpus) | {"kinds": agreement_by_kind(corpus)} | heads


def worker_row(campaign: Campaign, worker: Worker, labelling: InferredAnswers) -> Document:
    """A row of the workers' table."""
    payment = campaign.plan.payment
    active = {rule.name: parameters for rule, parameters in campaign.plan.active}
    of_rules = [rule.worker_figures(active.get(rule.name), worker) for rule in RULES.values() if rule.worker_figures]
    return {
        "worker": worker.name,
        "external": worker.external,
        "state": worker.state.value,
        "reason": worker.reason,
        "needs_review": worker.needs_review,
        "warnings": worker.warnings,
        "pages": worker.pages,
        "answers": worker.answers,
        "seconds_per_page": worker.milliseconds / 1000 / worker.pages if worker.pages else None,
        "tests": worker.tests_done,
        "test_score": worker.tests_right / worker.tests_done if worker.tests_done else None,
        "training": worker.training_done,
        "training_score": 1 - worker.training_wrong / worker.training_done if worker.training_done else None,
        "estimated_accuracy": labelling.accuracy.get(worker.name),
        **{name: value for figures in of_rules for name, value in figures.items()},
        "hourly_wage": None if payment is None else hourly_wage(worker.pages * payment.per_page, worker.milliseconds),
    }


def split_items(stored: list[WorkerAnswer], labelling: InferredAnswers, limit: int = 20) -> list[Document]:
    """The items that split the crowd most, by the spread of their votes, with what was answered."""
    by_item: dict[str, list[WorkerAnswer]] = {}
    for given in stored:
        by_item.setdefault(given.item, []).append(given)
    votes = {name: Counter(given.answer for given in of) for name, of in by_item.items()}
    spreads = {name: vote_spread(list(counts.values())) for name, counts in votes.items() if len(counts) > 1}
    rows = []
    for name in sorted(spreads, key=lambda name: (-spreads[name], name))[:limit]:
        listed = [{"answer": answer, "count": count} for answer, count in votes[name].most_common()]
        text, (likely, probability) = by_item[name][0].text, labelling.likely[name]
        row = {"item": name, "text": text, "likely": likely, "probability": probability, "spread": spreads[name]}
        rows.append(row | {"answers": listed})
    return rows


@lru_cache(maxsize=32)
def _labelled(stored: tuple[WorkerAnswer, ...], task: str) -> InferredAnswers:
    """A dashboard asks every few seconds, answers come less often."""
    return infer_answers(stored, task)


def _agreement(corpus: Corpus) -> Document:
    # One at a time: long trees take a while the first time, and who asks again meanwhile is to wait for that.
    with _COUNTING:
        return _counted(corpus)


def _counted(corpus: Corpus) -> Document:
    known = _AGREEMENTS.get(corpus.fingerprint)
    if known is None:
        try:
            measured = measure_agreement(corpus)
            report = bias_report(corpus)
            known = {"agreement": measured.as_row(), "bias": list(report.warnings), "habits": list(report.sentences), "why": None}
        except InputError as error:
            known = {"agreement": None, "bias": None, "habits": None, "why": error.problem}
        while len(_AGREEMENTS) >= 32:
            _AGREEMENTS.pop(next(iter(_AGREEMENTS)), None)
        _AGREEMENTS[corpus.fingerprint] = known
    return known


#: By what the corpus holds: the newest few, as for the models above.
_AGREEMENTS: dict[str, Document] = {}
_COUNTING = Lock()
