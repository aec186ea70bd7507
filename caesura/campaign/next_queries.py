"""Which query next: the ones whose labels would teach most first, and no more questions where the label is certain.

A segmenter says beforehand where it expects breaks; the answers so far say where the crowd does. What both leave open comes first
(`certainty`), and what is certain gives its places back. Models work outside the transaction; what they say is applied only to
items that still have the answers they saw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select, update

from caesura.campaign.answers import stored_answers
from caesura.campaign.certainty import least_certain_first, query_certainty
from caesura.campaign.machine_answers import machines_of
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.tasks import task_named
from caesura.campaign.tracing import trace
from caesura.campaign.values import Campaign, Role
from caesura.foundation import InputError
from caesura.segmenters import KnowsSegments, segment_chances, segmenter
from caesura.shapes import Flat, query_words

if TYPE_CHECKING:
    from caesura.segmenters import Segmenter

items = schema.items


@lru_cache(maxsize=2)
def _segmenter(method: str) -> Segmenter:
    return segmenter(method)


def break_beliefs(texts: Iterable[str], method: str = "learned") -> list[tuple[float, ...]]:
    """For each query, how likely the segmenter thinks a break is at each gap."""
    known = _segmenter(method)
    if not isinstance(known, KnowsSegments):
        raise InputError(f"{method} does not say how likely its breaks are", cure="choose learned")
    beliefs = []
    for text in texts:
        words = query_words(text)
        chances = segment_chances(known, words)
        gaps = range(1, len(words))
        beliefs.append(tuple(min(1.0, sum(chances[start, end] for start in range(end))) for end in gaps))
    return beliefs


def machine_beliefs(
    store: Store, campaign: Campaign, machine: str, names: Iterable[str], votes: Mapping[str, Sequence[Sequence[int]]]
) -> list[tuple[float, ...] | None]:
    """For each query, how likely a break is at each gap by what a machine of the campaign answered, and by how often it is on the
    side of people's majority where both answered; None where it did not answer."""
    known = machines_of(store, campaign)
    if machine not in known:
        raise InputError(f"no machine annotator '{machine}' in this campaign", cure="caesura campaign annotate asks one")
    shares: dict[str, tuple[float, ...]] = {}
    agreed, gaps = 1, 2
    for name, given in known[machine].answers.items():
        shares[name] = tuple(count / given.total for count in given.break_counts)
        of = votes.get(name, ())
        for share, column in zip(shares[name], zip(*of, strict=True), strict=False):
            gaps += 1
            agreed += int((share >= 0.5) == (2 * sum(column) >= len(of)))
    right = agreed / gaps
    return [
        None if name not in shares else tuple(right * share + (1 - right) * (1 - share) for share in shares[name]) for name in names
    ]


def certainties(
    store: Store, campaign: Campaign, method: str | None = "learned", machine: str | None = None
) -> dict[str, tuple[float, int]]:
    """For each ordinary query: how certain its breaks are, and how many answers say so."""
    if campaign.task not in ("flat", "options"):
        raise InputError(f"the task {campaign.task} has no breaks to be certain of", cure="use the rule unsure for it")
    task = task_named(campaign.task)
    with store.reading() as connection:
        listed = connection.execute(
            select(items.c.name, items.c.text).where(items.c.campaign == campaign.id, items.c.role == Role.ORDINARY)
        ).all()
        answered = stored_answers(connection, campaign)
    votes: dict[str, list[Sequence[int]]] = {}
    for given in answered:
        shape = task.shape(task.words(given.text), given.answer)
        if isinstance(shape, Flat):
            votes.setdefault(given.item, []).append(shape.breaks)
    beliefs: Sequence[tuple[float, ...] | None]
    if machine is not None:
        beliefs = machine_beliefs(store, campaign, machine, [name for name, _ in listed], votes)
    else:
        beliefs = break_beliefs([text for _, text in listed], method) if method else [None] * len(listed)
    certain = {}
    for (name, text), believed in zip(listed, beliefs, strict=True):
        of = votes.get(name, [])
        breaks = [sum(column) for column in zip(*of, strict=True)] if of else [0] * (len(query_words(text)) - 1)
        certain[name] = (query_certainty(breaks, len(of), believed), len(of))
    return certain


def ask_least_certain_first(
    store: Store,
    campaign: Campaign,
    *,
    threshold: float = 0.95,
    minimum: int = 2,
    method: str | None = "learned",
    machine: str | None = None,
) -> tuple[int, int]:
    """Put the least certain queries first, and stop asking about those that are certain. How many were ordered and stopped.

    A machine of the campaign can be believed in place of the method: with `minimum` 0, easy queries are left to it.
    """
    by_query = certainties(store, campaign, method, machine)
    order = least_certain_first({name: certainty for name, (certainty, _) in by_query.items()})
    settled = {name for name, (certainty, votes) in by_query.items() if certainty >= threshold and votes >= minimum}
    return store.run(lambda transaction: _applied(transaction, campaign, order, settled, by_query))


def _applied(
    transaction: Transaction,
    campaign: Campaign,
    order: Sequence[str],
    settled: set[str],
    by_query: dict[str, tuple[float, int]],
) -> tuple[int, int]:
    connection = transaction.connection
    of = (items.c.campaign == campaign.id, items.c.role == Role.ORDINARY)
    ids = {row.name: row.id for row in connection.execute(select(items.c.name, items.c.id).where(*of))}
    placed = update(items).where(items.c.id == bindparam("this")).values(position=bindparam("place"))
    known = [{"this": ids[name], "place": place} for place, name in enumerate(order) if name in ids]
    if known:
        connection.execute(placed, known)
    # Only what still has the answers that were looked at; places that a page holds stay.
    enough = (
        update(items)
        .where(items.c.id == bindparam("this"), items.c.answers >= bindparam("seen"), items.c.places > 0)
        .values(wanted=items.c.wanted - items.c.places, places=0)
    )
    looked_at = [{"this": ids[name], "seen": by_query[name][1]} for name in sorted(settled) if name in ids]
    stopped = sum(connection.execute(enough, one).rowcount for one in looked_at)
    if stopped:
        trace(transaction, campaign.id, "certain enough", detail=f"{stopped} queries")
    return len(known), stopped
