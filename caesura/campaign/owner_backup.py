"""The campaigns of one owner as one file, and back, into the same studio or another one: what two buttons of the pages do.

The file has the form of a whole backup, without accounts and roles. A campaign that is gone comes back under its old links; one
that is still there comes back beside it as a copy with links of its own. Everything in the file is checked: anyone may have written
it.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Table, insert, select

from caesura.campaign.backup import read_table, write_table
from caesura.campaign.keys import CAMPAIGN, LINK, PAGE, looks_like_key, new_key
from caesura.campaign.owners import Owner
from caesura.campaign.people import OwnerRole
from caesura.campaign.plan import plan_from
from caesura.campaign.records import CAMPAIGN_COLUMNS, campaign_of, open_to
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.store.migrate import newest_form
from caesura.campaign.stored_text import checked_name, checked_text
from caesura.campaign.tasks import task_named
from caesura.campaign.tracing import trace
from caesura.campaign.values import Campaign, CampaignState
from caesura.foundation import InputError, PathLike, written_bytes

campaigns, workers, pages = schema.campaigns, schema.workers, schema.pages

_HEAD = "caesura-own-campaigns.json"
_TABLES = (
    campaigns,
    schema.items,
    workers,
    pages,
    schema.page_items,
    schema.answers,
    schema.events,
    schema.adjudications,
    schema.pictures,
    schema.machines,
    schema.machine_answers,
)
_LONGEST = 5_000_000
#: Of all tables together, unpacked.
_MOST_BYTES = 512 << 20
_NEW_KEYS: dict[tuple[str, str], Callable[[], str]] = {
    ("campaigns", "key"): lambda: new_key(CAMPAIGN),
    ("campaigns", "link"): lambda: new_key(LINK),
    ("workers", "key"): lambda: new_key(LINK),
    ("pages", "key"): lambda: new_key(PAGE),
}
_NOT_ONE = InputError("the file is not a backup of campaigns", cure="choose a backup that the studio wrote")


def write_own_campaigns(store: Store, owner: Owner, path: PathLike) -> int:
    """All campaigns that this owner may change; how many there are is returned."""
    with written_bytes(path) as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        with store.reading() as connection:
            theirs = select(campaigns.c.id).where(open_to(owner.id, OwnerRole.OWNER.enough))
            rows = {table.name: write_table(archive, connection, table, _of(table, theirs)) for table in _TABLES}
        archive.writestr(_HEAD, json.dumps({"form": newest_form(), "rows": rows}))
    return rows["campaigns"]


def restore_own_campaigns(store: Store, owner: Owner, path: PathLike) -> list[Campaign]:
    """The campaigns of such a file as this owner's; all of them or, where anything is wrong, none."""
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(member.file_size for member in archive.infolist()) > _MOST_BYTES:
                raise InputError(f"the backup unpacks to more than {_MOST_BYTES >> 20} MB", cure="use: caesura campaign restore")
            form = json.loads(archive.read(_HEAD))["form"]
            if form != newest_form():
                raise InputError("the backup is of another version", cure="restore it with the version of Caesura that wrote it")
            return store.run(lambda transaction: _Restoring(transaction, owner).all_of(archive))
    except InputError:
        raise
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError, EOFError):
        raise _NOT_ONE from None


def _of(table: Table, theirs: Any) -> ColumnElement[bool]:
    if table is campaigns:
        return campaigns.c.id.in_(theirs)
    if table is schema.page_items:
        return table.c.page.in_(select(pages.c.id).where(pages.c.campaign.in_(theirs)))
    return table.c.campaign.in_(theirs)


class _Restoring:
    """Numbers of rows are given again, and whatever names a row by its number follows."""

    def __init__(self, transaction: Transaction, owner: Owner) -> None:
        self._transaction = transaction
        self._connection = transaction.connection
        self._owner = owner
        #: Table -> number in the file -> number here.
        self._numbers: dict[str, dict[int, int]] = {}
        #: Campaigns, by their numbers in the file, that are still here and come back as copies.
        self._copies: set[int] = set()

    def all_of(self, archive: zipfile.ZipFile) -> list[Campaign]:
        for table in _TABLES:
            self._numbers[table.name] = {}
            for rows in read_table(archive, table):
                self._insert(table, rows)
        for number in self._numbers["campaigns"].values():
            trace(self._transaction, number, "restored", by=self._owner.name)
        query = select(*CAMPAIGN_COLUMNS).where(campaigns.c.id.in_(self._numbers["campaigns"].values()))
        return [campaign_of(row) for row in self._connection.execute(query.order_by(campaigns.c.id))]

    def _insert(self, table: Table, rows: list[dict[str, Any]]) -> None:
        if table is campaigns:
            known = select(campaigns.c.key, campaigns.c.link)
            taken = {key for row in self._connection.execute(known) for key in row}
            self._copies |= {row["id"] for row in rows if taken & {row["key"], row["link"]}}
        values = [self._values(table, row) for row in rows]
        if "id" not in table.c:
            self._connection.execute(insert(table), values)
            return
        given = insert(table).returning(table.c.id, sort_by_parameter_order=True)
        numbers = self._connection.execute(given, values).scalars().all()
        self._numbers[table.name] |= dict(zip((row["id"] for row in rows), numbers, strict=True))

    def _values(self, table: Table, row: dict[str, Any]) -> dict[str, Any]:
        is_copy = row["id" if table is campaigns else "campaign"] in self._copies if table is not schema.page_items else False
        values = {}
        for column in table.c:
            value = row[column.name]
            if column.name == "id":
                continue
            if column.foreign_keys:
                [key] = column.foreign_keys
                other = key.column.table.name
                value = self._owner.id if other == "owners" else None if value is None else self._numbers[other][value]
            elif (renew := _NEW_KEYS.get((table.name, column.name))) is not None:
                if not looks_like_key(value):
                    raise _NOT_ONE
                value = renew() if is_copy else value
            values[column.name] = _checked(column, value)
        if table is campaigns:
            _check_campaign(values)
            if is_copy:
                values["name"] = f"{values['name'][:180]} (restored)"
        return values


def _checked(column: Any, value: Any) -> Any:
    """The value, if it is what the column holds: SQLite itself would take anything."""
    if value is None and column.nullable:
        return None
    expected = column.type.python_type
    if not isinstance(value, (int, float) if expected is float else expected) or (isinstance(value, bool) and expected is not bool):
        raise _NOT_ONE
    if isinstance(value, str):
        checked_text(value, column.name, getattr(column.type, "length", None) or _LONGEST)
    return value


def _check_campaign(values: dict[str, Any]) -> None:
    checked_name(values["name"], "the campaign's name")
    task_named(values["task"])
    CampaignState(values["state"])
    plan_from(json.loads(values["plan"]))
