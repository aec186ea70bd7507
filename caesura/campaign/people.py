"""Who may do what with a campaign: its first owner, and people with a role whom an owner has let in.

An owner may do everything; an adjudicator decides about queries and pages and sees all figures; a viewer only looks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import delete, insert, select, update

from caesura.campaign.owners import Owner
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.tracing import trace
from caesura.campaign.values import Campaign
from caesura.foundation import InputError, one_of

members, owners = schema.members, schema.owners


class OwnerRole(StrEnum):
    """From the one who may least to the one who may most."""

    VIEWER = "viewer"
    ADJUDICATOR = "adjudicator"
    OWNER = "owner"

    @property
    def enough(self) -> tuple[str, ...]:
        """The roles that may do what needs this one."""
        return tuple(role.value for role in list(OwnerRole)[list(OwnerRole).index(self) :])


@dataclass(frozen=True)
class CampaignMember:
    """Somebody with a role; the one who created the campaign is `first`."""

    name: str
    role: OwnerRole
    first: bool = False


def role_of(store: Store, campaign: Campaign, owner: Owner) -> OwnerRole | None:
    """What this owner may do with the campaign; None where nothing."""
    if campaign.owner == owner.id:
        return OwnerRole.OWNER
    with store.reading() as connection:
        role = connection.execute(
            select(members.c.role).where(members.c.campaign == campaign.id, members.c.owner == owner.id)
        ).scalar()
    return None if role is None else OwnerRole(role)


def members_of(store: Store, campaign: Campaign) -> list[CampaignMember]:
    """Everybody who may look at the campaign, the first owner first."""
    with store.reading() as connection:
        first = connection.execute(select(owners.c.name).where(owners.c.id == campaign.owner)).scalar_one()
        others = connection.execute(
            select(owners.c.name, members.c.role)
            .join(owners, owners.c.id == members.c.owner)
            .where(members.c.campaign == campaign.id)
            .order_by(owners.c.name)
        ).all()
    return [CampaignMember(first, OwnerRole.OWNER, True), *(CampaignMember(name, OwnerRole(role)) for name, role in others)]


def set_member(store: Store, campaign: Campaign, name: str, role: str, *, by: str) -> None:
    """Let somebody in, or give them another role. They need an account of their own."""
    wanted = OwnerRole(one_of("role", role, [each.value for each in OwnerRole]))

    def job(transaction: Transaction) -> str | None:
        connection = transaction.connection
        owner = connection.execute(select(owners.c.id).where(owners.c.name == name)).scalar() if "\0" not in name else None
        if owner is None:
            return "unknown"
        if owner == campaign.owner:
            return "first"
        of = (members.c.campaign == campaign.id, members.c.owner == owner)
        if not connection.execute(update(members).where(*of).values(role=wanted.value)).rowcount:
            connection.execute(insert(members).values(campaign=campaign.id, owner=owner, role=wanted.value))
        trace(transaction, campaign.id, "role given", detail=f"{name}: {wanted.value}", by=by)
        return None

    match store.run(job):
        case "unknown":
            raise InputError(f"nobody here is called {name[:200]}", cure="they create an account first, with the studio's code")
        case "first":
            raise InputError(f"{name} created the campaign", cure="whoever created it stays an owner")


def remove_member(store: Store, campaign: Campaign, name: str, *, by: str) -> None:
    """Take a role back; whoever created the campaign stays."""

    def job(transaction: Transaction) -> bool:
        one = select(owners.c.id).where(owners.c.name == name).scalar_subquery()
        gone = transaction.connection.execute(delete(members).where(members.c.campaign == campaign.id, members.c.owner == one))
        if gone.rowcount:
            trace(transaction, campaign.id, "role taken", detail=name, by=by)
        return bool(gone.rowcount)

    if "\0" in name or not store.run(job):
        raise InputError(f"{name[:200]} has no role here to remove", cure="see the list of people")
