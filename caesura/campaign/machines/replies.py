"""What of a machine's reply is accepted: a JSON object with an answer that the task reads, every word kept."""

from __future__ import annotations

import json

from caesura.campaign.tasks import TASKS
from caesura.campaign.values import Item
from caesura.foundation import InputError

#: Small models write around the object; it is looked for within this many characters.
_LOOKED_AT = 20_000


def read_reply(task: str, item: Item, text: str) -> str:
    """The canonical answer, or an `InputError` that says what is wrong with the reply."""
    kind = TASKS[task]
    found = _object(text[:_LOOKED_AT])
    if found is None:
        raise InputError("the reply holds no JSON object with an answer", cure='write {"answer": ...}')
    return kind.read(kind.words(item.text), found["answer"])


def _object(text: str) -> dict[str, object] | None:
    """The first JSON object that has an answer, whatever stands around it."""
    decoder = json.JSONDecoder()
    start = text.find("{")
    while start >= 0:
        try:
            value, _ = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict) and "answer" in value:
            return value
        start = text.find("{", start + 1)
    return None
