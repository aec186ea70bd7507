"""One person's data: everything that is kept about them as one document, and its erasure, with a line in the trace."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Literal

from sqlalchemy import delete, select, update

from caesura.campaign.answers import stored_answers
from caesura.campaign.keys import LINK, new_key
from caesura.campaign.pages import release
from caesura.campaign.records import UnknownError, find_worker
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.tracing import events_of, trace
from caesura.campaign.values import AnswerState, Campaign, WorkerState
from caesura.campaign.withdrawing import withdraw_answers
from caesura.foundation import one_of

answers, events, pages, workers = schema.answers, schema.events, schema.pages, schema.workers

#: What becomes of the votes of somebody whose data are erased.
VOTES = ("keep", "withdraw")


def export_person(store: Store, campaign: Campaign, name: str, *, by: str = "") -> dict[str, Any]:
    """All that is kept about a worker, as plain values."""
    with store.reading() as connection:
        worker = find_worker(connection, campaign.id, name)
        given = [asdict(one) for one in stored_answers(connection, campaign, tuple(AnswerState)) if one.worker == name]
        of = select(pages).where(pages.c.worker == worker.id).order_by(pages.c.id)
        sent = [dict(row) for row in connection.execute(of).mappings()]
    shown = ("key", "is_training", "state", "issued_at", "expires_at", "submitted_at", "milliseconds", "decision", "comment")
    document = {
        "campaign": campaign.name,
        "worker": asdict(worker) | {"state": worker.state.value},
        "pages": [{name: row[name] for name in shown} for row in sent],
        "answers": given,
        "events": [asdict(event) for event in events_of(store, campaign, worker=name)],
    }
    store.run(lambda transaction: trace(transaction, campaign.id, "person's data exported", worker=worker.id, by=by))
    return document


def erase_person(store: Store, campaign: Campaign, name: str, votes: Literal["keep", "withdraw"], *, by: str = "") -> int:
    """Erase all that says who a worker was: ids, link, comments, details of events. How many answers left the count.

    Their votes stay under a name that says nothing (`keep`), or are withdrawn and erased as well.
    """
    one_of("way with the votes", votes, VOTES)

    def job(transaction: Transaction) -> int | None:
        connection = transaction.connection
        try:
            worker = find_worker(connection, campaign.id, name)
        except UnknownError:
            return None
        for page in connection.execute(select(pages.c.id).where(pages.c.worker == worker.id, pages.c.state == "open")).scalars():
            release(transaction, page, "released")
        gone = 0
        if votes == "withdraw":
            gone = withdraw_answers(transaction, worker)
            connection.execute(delete(answers).where(answers.c.worker == worker.id))
        anonymous = {"key": new_key(LINK), "name": f"erased-{worker.id}", "external": None, "study": None, "session": None}
        anonymous["country"] = None
        state = {"state": WorkerState.REMOVED, "reason": "", "needs_review": False, "approval": None}
        connection.execute(update(workers).where(workers.c.id == worker.id).values(anonymous | state))
        connection.execute(update(pages).where(pages.c.worker == worker.id).values(comment="", receipt=None))
        connection.execute(update(events).where(events.c.worker == worker.id).values(detail=""))
        what = "votes kept without a name" if votes == "keep" else f"{gone} votes withdrawn"
        trace(transaction, campaign.id, "person erased", worker=worker.id, detail=what, by=by)
        return gone

    erased = store.run(job)
    if erased is None:
        raise UnknownError(f"no worker {name[:200]} in this campaign", cure="names are those of the workers' table")
    return erased
