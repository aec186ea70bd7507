"""Values of the campaign room as JSON documents."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from caesura.campaign import Campaign, NoPage, TaskPage, Worker
from caesura.campaign.annotating import Ended, Ending, Receipt

Json = dict[str, Any]


def campaign_document(campaign: Campaign) -> Json:
    """For its owner only: the link invites anyone who has it."""
    return {
        "key": campaign.key,
        "name": campaign.name,
        "task": campaign.task,
        "state": campaign.state.value,
        "link": campaign.link,
        "plan": campaign.plan.document(),
        "created_at": campaign.created_at,
    }


def worker_document(worker: Worker) -> Json:
    """For the owner: with the worker's link, which the owner sends out."""
    return asdict(worker) | {"state": worker.state.value}


def page_document(found: TaskPage | NoPage, ended: Ended | None = None) -> Json:
    """A page as the annotator gets it, or why there is none and, where it is over for them, how it ended and their code."""
    if isinstance(found, NoPage):
        if ended is None or ended.ending is Ending.OPEN:
            return {"page": None, "nothing": found.value}
        code = {"completion_code": ended.code} if ended.code else {}
        address = {"completion_address": ended.address} if ended.address else {}
        return {"page": None, "nothing": found.value, "ending": ended.ending.value, **code, **address}
    items = [
        {"place": item.place, "text": item.text, "words": list(item.words)}
        | ({"paragraph": item.paragraph} if item.paragraph else {})
        | ({"choices": list(item.choices)} if item.choices else {})
        for item in found.items
    ]
    shown = {"key": found.key, "task": found.task, "is_training": found.is_training, "items": items}
    return {"page": shown | {"issued_at": found.issued_at, "expires_at": found.expires_at}, "nothing": None}


def receipt_document(receipt: Receipt) -> Json:
    return asdict(receipt)
