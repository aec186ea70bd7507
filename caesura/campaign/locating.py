"""Countries of workers out of a platform's export, for campaigns whose joining links do not carry them."""

from __future__ import annotations

from sqlalchemy import update

from caesura.campaign.platforms.rows import read_rows
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.stored_text import checked_name
from caesura.campaign.tracing import trace
from caesura.campaign.values import Campaign
from caesura.foundation import InputError, PathLike

#: What platforms call the two columns: Prolific's demographic export, Mechanical Turk's, and plain words.
_IDS = ("participant id", "participant_id", "workerid", "worker_id", "worker", "external")
_COUNTRIES = ("country of residence", "current country of residence", "country", "workercountry")


def locate_workers(store: Store, campaign: Campaign, path: PathLike) -> int:
    """Note the country of each worker that the table names by the platform's id; how many of the campaign's workers it named."""
    header, rows = read_rows(path)
    identifier, country = (_column(header, known, what, path) for known, what in ((_IDS, "id"), (_COUNTRIES, "country")))
    countries = {
        row[identifier].strip(): row[country].strip() for _, row in rows if row[identifier].strip() and row[country].strip()
    }
    for name in countries.values():
        checked_name(name, "the country")
    workers = schema.workers

    def job(transaction: Transaction) -> int:
        located = 0
        for external, name in countries.items():
            where = (workers.c.campaign == campaign.id) & (workers.c.external == external)
            located += transaction.connection.execute(update(workers).where(where).values(country=name)).rowcount
        trace(transaction, campaign.id, "workers located", detail=f"{located} workers")
        return located

    return store.run(job)


def _column(header: list[str], known: tuple[str, ...], what: str, path: PathLike) -> str:
    named = {name.strip().casefold(): name for name in header}
    for name in known:
        if name in named:
            return named[name]
    raise InputError(f"no column holds the {what}", cure=f"call one '{known[0]}'", file=path, line=1)
