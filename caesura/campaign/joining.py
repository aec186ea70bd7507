"""Workers: by the campaign's link, each with a link of their own from then on, or invited one by one."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, insert, select

from caesura.campaign.keys import LINK, looks_like_key, new_key
from caesura.campaign.records import CAMPAIGN_COLUMNS, WORKER_COLUMNS, UnknownError, campaign_of, worker_of
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.store.writer import Job
from caesura.campaign.stored_text import checked_name
from caesura.campaign.values import Campaign, Refusal, Worker
from caesura.foundation import InputError

MAXIMUM_WORKERS = 100_000


@dataclass(frozen=True)
class PlatformIds:
    """What a platform sends along: the ids of the worker, of the study (or HIT) and of the session (or assignment), and where the
    worker comes from."""

    worker: str | None = None
    study: str | None = None
    session: str | None = None
    country: str | None = None

    def __post_init__(self) -> None:
        for name in ("worker", "study", "session"):
            if getattr(self, name) is not None:
                checked_name(getattr(self, name), f"the platform's {name} id")
        if self.country is not None:
            checked_name(self.country, "the country")


def join_job(
    link: str, external: str | PlatformIds | None = None, approval: float | None = None, *, before: str | None = None
) -> Job[Worker | Refusal]:
    """Join by the campaign's link. Who comes again with the same platform's id is the same worker, with the same key.

    `before` is the key that this browser was given before: whoever was removed or excluded does not come back as somebody else.
    """
    ids = external if isinstance(external, PlatformIds) else PlatformIds(external)
    if approval is not None and not 0 <= approval <= 1:
        raise InputError(f"an approval rate of {approval}", cure="give a share from 0 to 1")

    def job(transaction: Transaction) -> Worker | Refusal:
        known = select(*CAMPAIGN_COLUMNS).where(schema.campaigns.c.link == link)
        row = transaction.connection.execute(known).first() if looks_like_key(link) else None
        if row is None:
            return Refusal("unknown-link", "this link leads nowhere", "ask whoever sent it for a new one")
        campaign = campaign_of(row)
        if ids.worker is None and campaign.plan.platform.only_with_id:
            return Refusal("needs-id", "this campaign is open only to those who come from its platform", "open it from there")
        if before is not None and (known_before := _shut_out_before(transaction, campaign, before)):
            return known_before
        return _joined(transaction, campaign, ids, approval)

    return job


def _shut_out_before(transaction: Transaction, campaign: Campaign, key: str) -> Worker | None:
    workers = schema.workers
    if not looks_like_key(key):
        return None
    row = transaction.connection.execute(
        select(*WORKER_COLUMNS).where(workers.c.campaign == campaign.id, workers.c.key == key, workers.c.state != "active")
    ).first()
    return None if row is None else worker_of(row)


def join(store: Store, link: str, external: str | PlatformIds | None = None, approval: float | None = None) -> Worker:
    worker = store.run(join_job(link, external, approval))
    if isinstance(worker, Refusal):
        raise UnknownError(worker.reason, cure=worker.cure)
    return worker


def invite(store: Store, campaign: Campaign, count: int = 1) -> list[Worker]:
    """New workers, each with a link of their own to be sent out."""
    if not 1 <= count <= 1000:
        raise InputError(f"{count} invitations", cure="ask for 1 to 1,000 at once")

    def job(transaction: Transaction) -> list[Worker | Refusal]:
        return [_joined(transaction, campaign, PlatformIds(), None) for _ in range(count)]

    joined = [worker for worker in store.run(job) if isinstance(worker, Worker)]
    if len(joined) < count:
        raise InputError(f"more than {MAXIMUM_WORKERS:,} workers", cure="create another campaign")
    return joined


def workers_of(store: Store, campaign: Campaign, *, only_review: bool = False) -> list[Worker]:
    """All workers in the order in which they came; `only_review` gives the review list."""
    query = select(*WORKER_COLUMNS).where(schema.workers.c.campaign == campaign.id).order_by(schema.workers.c.id)
    if only_review:
        query = query.where(schema.workers.c.needs_review)
    with store.reading() as connection:
        return [worker_of(row) for row in connection.execute(query)]


def campaign_by_link(store: Store, link: str) -> Campaign:
    """What an invitation leads to."""
    with store.reading() as connection:
        row = connection.execute(select(*CAMPAIGN_COLUMNS).where(schema.campaigns.c.link == link)).first()
    if row is None:
        raise UnknownError("this link leads nowhere", cure="ask whoever sent it for a new one")
    return campaign_of(row)


def worker_by_key(store: Store, key: str) -> tuple[Worker, Campaign]:
    query = (
        select(*WORKER_COLUMNS, *CAMPAIGN_COLUMNS)
        .join(schema.campaigns, schema.campaigns.c.id == schema.workers.c.campaign)
        .where(schema.workers.c.key == key)
    )
    with store.reading() as connection:
        row = connection.execute(query).first() if looks_like_key(key) else None
    if row is None:
        raise UnknownError("this link leads nowhere", cure="ask whoever sent it for a new one")
    return worker_of(row), campaign_of(row[len(WORKER_COLUMNS) :])


def _joined(transaction: Transaction, campaign: Campaign, ids: PlatformIds, approval: float | None) -> Worker | Refusal:
    workers, connection = schema.workers, transaction.connection
    if ids.worker is not None:
        known = select(*WORKER_COLUMNS).where(workers.c.campaign == campaign.id, workers.c.external == ids.worker)
        if (row := connection.execute(known).first()) is not None:
            return worker_of(row)
    count = connection.execute(select(func.count()).where(workers.c.campaign == campaign.id)).scalar_one()
    if count >= MAXIMUM_WORKERS:
        return Refusal("full", "the campaign has the maximum number of workers", "ask its owner")
    values = {
        "campaign": campaign.id,
        "key": new_key(LINK),
        "name": f"worker-{count + 1}",
        "external": ids.worker,
        "study": ids.study,
        "session": ids.session,
        "country": ids.country,
        "approval": approval,
        "joined_at": transaction.now,
    }
    return worker_of(connection.execute(insert(workers).values(values).returning(*WORKER_COLUMNS)).one())
