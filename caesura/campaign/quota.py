"""How much one worker is to do, how much of it was accepted, and how it ended: complete, screened out, closed or over quota.

Nobody gets a code for nothing: completion needs as many accepted answers as the campaign asks of a worker, or at least one where it
names no number. An answer that was rejected or withdrawn, or that is malformed, is not accepted.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, bindparam, func, select

from caesura.campaign.store import Store, schema
from caesura.campaign.values import AnswerState, Campaign, CampaignState, NoPage, Worker, WorkerState

answers = schema.answers

ACCEPTED = (AnswerState.COUNTED, AnswerState.SURPLUS)
_ACCEPTED = select(func.count()).where(
    answers.c.worker == bindparam("of_worker"), answers.c.state.in_([state.value for state in ACCEPTED])
)


class Ending(StrEnum):
    """How a worker's part in a campaign ended; `OPEN` where it has not."""

    OPEN = "open"
    COMPLETE = "complete"
    OVER_QUOTA = "over-quota"
    CLOSED = "closed"
    SCREENED_OUT = "screened-out"
    REMOVED = "removed"


@dataclass(frozen=True)
class Ended:
    """An ending with its code and the address to return to, each "" where there is none."""

    ending: Ending
    code: str = ""
    address: str = ""


def accepted_answers(connection: Connection, worker: Worker) -> int:
    """Queries this worker answered and whose answers stand. Tests count as well, each time: nobody can tell them apart."""
    return int(connection.execute(_ACCEPTED, {"of_worker": worker.id}).scalar_one()) + worker.tests_done


def answers_left(connection: Connection, worker: Worker, campaign: Campaign) -> int | None:
    """How many more this worker may answer; None where there is no cap."""
    cap = campaign.plan.per_worker
    return max(0, cap - accepted_answers(connection, worker)) if cap else None


def how_it_ended(store: Store, worker: Worker, campaign: Campaign, why: NoPage) -> Ended:
    """What a worker without a page reads, and which code they get."""
    with store.reading() as connection:
        accepted = accepted_answers(connection, worker)
    ending = _ending(accepted, worker, campaign, why)
    platform = campaign.plan.platform
    code = {
        Ending.COMPLETE: campaign.plan.completion_code,
        Ending.OVER_QUOTA: platform.over_quota,
        Ending.CLOSED: platform.closed,
        Ending.SCREENED_OUT: platform.screened_out,
    }.get(ending, "")
    return Ended(ending, code, platform.address_for(code))


def _ending(accepted: int, worker: Worker, campaign: Campaign, why: NoPage) -> Ending:
    complete = accepted >= max(1, campaign.plan.per_worker)
    if why is NoPage.SHUT_OUT:
        return Ending.REMOVED if worker.state is WorkerState.REMOVED else Ending.SCREENED_OUT
    if why is NoPage.NOT_OPEN:
        if campaign.state is not CampaignState.CLOSED:
            return Ending.OPEN
        return Ending.COMPLETE if complete else Ending.CLOSED
    if why is NoPage.DONE:
        return Ending.COMPLETE if complete else Ending.OVER_QUOTA
    return Ending.OPEN
