"""A page that came in, before anything is decided about it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from caesura.campaign.values import Campaign, Role, Worker


@dataclass(frozen=True)
class ReceivedPage:
    """Whose it is, its row in the store, its items in their order with what the worker answered before, and the comment sent."""

    worker: Worker
    campaign: Campaign
    page: dict[str, Any]
    rows: Sequence[Any]
    comment: str

    @property
    def place(self) -> dict[str, Any]:
        """Where it belongs, for the trace."""
        return {"worker": self.worker.id, "page": self.page["id"]}


def compared(row: Any, text: str) -> tuple[list[str], bool | None]:
    """The accepted answers of a test or training item, and whether the text is one of them; None where nothing is known."""
    accepted: list[str] = json.loads(row.accepted) if row.role != Role.ORDINARY else []
    return accepted, text in accepted if accepted else None
