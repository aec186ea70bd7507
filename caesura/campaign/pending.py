"""A file of queries between its preview and the decision to take it, and the pictures of instructions."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update

from caesura.campaign.creating import add_items
from caesura.campaign.proposals import with_proposals
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.stored_text import checked_name
from caesura.campaign.tasks import task_named
from caesura.campaign.values import Campaign, Item, Role
from caesura.foundation import InputError

items, pictures, uploads = schema.items, schema.pictures, schema.uploads

MAXIMUM_PICTURE = 2 << 20
MAXIMUM_PICTURES = 20
#: How a picture begins -> what it is.
_PICTURES = {b"\x89PNG\r\n": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif"}


def keep_upload(store: Store, campaign: Campaign, name: str, content: bytes) -> None:
    """Keep a file for its preview, instead of an earlier one."""

    def job(transaction: Transaction) -> None:
        connection = transaction.connection
        connection.execute(delete(uploads).where(uploads.c.campaign == campaign.id))
        row = {"campaign": campaign.id, "name": name[-200:] or "queries", "content": content, "at": transaction.now}
        connection.execute(insert(uploads).values(row))

    store.run(job)


def kept_upload(store: Store, campaign: Campaign) -> tuple[str, bytes] | None:
    """The file under preview."""
    with store.reading() as connection:
        row = connection.execute(select(uploads.c.name, uploads.c.content).where(uploads.c.campaign == campaign.id)).first()
    return None if row is None else (row[0], bytes(row[1]))


def drop_upload(store: Store, campaign: Campaign) -> None:
    store.run(lambda transaction: transaction.connection.execute(delete(uploads).where(uploads.c.campaign == campaign.id)) and None)


def add_new_items(store: Store, campaign: Campaign, new: list[Item]) -> tuple[int, int]:
    """Add what the campaign does not have yet; names that are taken get a number. How many were added, and how many were there."""
    new = with_proposals(task_named(campaign.task), new, store.propose)
    with store.reading() as connection:
        known = connection.execute(
            select(items.c.name, items.c.text, items.c.paragraph).where(items.c.campaign == campaign.id)
        ).all()
    names = {row.name for row in known}
    texts = {(row.text, row.paragraph) for row in known}
    fresh: list[Item] = []
    for item in new:
        if item.role is Role.ORDINARY and (item.text, item.paragraph) in texts:
            continue
        name, number = item.name, 2
        while name in names:
            name, number = f"{item.name} ({number})", number + 1
        names.add(name)
        fresh.append(Item(name, item.text, item.role, item.paragraph, item.accepted, item.explanation))
    if fresh:
        add_items(store, campaign, fresh)
    return len(fresh), len(new) - len(fresh)


def roles_of(store: Store, campaign: Campaign) -> dict[Role, int]:
    """How many items of each kind there are."""
    from sqlalchemy import func

    with store.reading() as connection:
        counted = select(items.c.role, func.count()).where(items.c.campaign == campaign.id).group_by(items.c.role)
        return {Role(role): int(number) for role, number in connection.execute(counted)}


def keep_picture(store: Store, campaign: Campaign, name: str, content: bytes) -> None:
    """A picture for the instructions; one of the same name gives way."""
    checked_name(name, "the picture's name")
    kind = next((kind for start, kind in _PICTURES.items() if content.startswith(start)), None)
    if kind is None or "/" in name:
        raise InputError(f"{name[:60]} is not a picture", cure="choose a PNG, JPEG or GIF file")
    if len(content) > MAXIMUM_PICTURE:
        raise InputError(f"the picture has {len(content) >> 10:,} KB", cure=f"at most {MAXIMUM_PICTURE >> 10:,} are possible")

    def job(transaction: Transaction) -> bool:
        connection = transaction.connection
        of = (pictures.c.campaign == campaign.id, pictures.c.name == name)
        if connection.execute(update(pictures).where(*of).values(kind=kind, content=content)).rowcount:
            return True
        if len(connection.execute(select(pictures.c.id).where(pictures.c.campaign == campaign.id)).all()) >= MAXIMUM_PICTURES:
            return False
        connection.execute(insert(pictures).values(campaign=campaign.id, name=name, kind=kind, content=content))
        return True

    if not store.run(job):
        raise InputError(f"more than {MAXIMUM_PICTURES} pictures", cure="use fewer")


def picture_of(store: Store, key: str, name: str) -> tuple[str, bytes] | None:
    """Kind and content of a campaign's picture."""
    campaigns = schema.campaigns
    if "\0" in key + name:
        return None
    query = select(pictures.c.kind, pictures.c.content).join(campaigns, campaigns.c.id == pictures.c.campaign)
    with store.reading() as connection:
        row = connection.execute(query.where(campaigns.c.key == key, pictures.c.name == name)).first()
    return None if row is None else (row[0], bytes(row[1]))


def pictures_of(store: Store, campaign: Campaign) -> list[str]:
    query = select(pictures.c.name).where(pictures.c.campaign == campaign.id).order_by(pictures.c.name)
    with store.reading() as connection:
        return list(connection.execute(query).scalars())
