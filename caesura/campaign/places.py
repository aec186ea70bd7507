"""Places: what an item still has to give, less the answers it has and the pages that hold it.

An answer that comes when no place is left is kept as `surplus`. It counts as soon as a place is free again, before anybody else is
asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sqlalchemy import Connection, Integer, bindparam, select, update

from caesura.campaign.store import Transaction, schema
from caesura.campaign.values import AnswerState, Role

items, answers = schema.items, schema.answers

_FREE = (
    update(items)
    .where(items.c.id.in_(bindparam("these", expanding=True)), items.c.role == Role.ORDINARY.value)
    .values(places=items.c.places + 1)
)
_WITH_PLACES = select(items.c.id).where(items.c.id.in_(bindparam("these", expanding=True)), items.c.places > 0)
_COUNT = (
    update(items)
    .where(items.c.id.in_(bindparam("these", expanding=True)))
    .values(answers=items.c.answers + 1, places=items.c.places - 1)
)
_MORE = (
    update(items)
    .where(items.c.id.in_(bindparam("these", expanding=True)))
    .values(answers=items.c.answers + bindparam("more", type_=Integer))
)
# In one order for everybody, so that no two transactions wait for each other.
_HOLD = select(items.c.id).where(items.c.id.in_(bindparam("these", expanding=True))).order_by(items.c.id)
_HOLD = _HOLD.with_for_update(key_share=True)
_SURPLUS = (
    select(answers.c.id, answers.c.item)
    .join(items, items.c.id == answers.c.item)
    .where(answers.c.item.in_(bindparam("these", expanding=True)), answers.c.state == AnswerState.SURPLUS.value, items.c.places > 0)
    .order_by(answers.c.id)
)
_NOW_COUNTED = update(answers).where(answers.c.id.in_(bindparam("these", expanding=True))).values(state=AnswerState.COUNTED.value)


def count_answers(transaction: Transaction, counted: Sequence[int]) -> None:
    """One answer more for each of these items, whose places the page held, stored when all jobs of the transaction have run."""
    if (counts := transaction.known.get("counted")) is None:
        counts = transaction.known["counted"] = Counter()
    if not counts:
        transaction.settling.append(lambda: _store_counts(transaction.connection, counts))
    counts.update(counted)


def _store_counts(connection: Connection, counts: Counter[int]) -> None:
    these = sorted(counts)
    if connection.dialect.name == "postgresql":
        connection.execute(_HOLD, {"these": these})
    for more in set(counts.values()):
        connection.execute(_MORE, {"these": [item for item in these if counts[item] == more], "more": more})
    counts.clear()


def take_places(connection: Connection, wanted: Sequence[int]) -> set[int]:
    """Count an answer to each of these items that still has a place; which had one is returned."""
    taken = set(connection.execute(_WITH_PLACES, {"these": list(wanted)}).scalars()) if wanted else set()
    if taken:
        connection.execute(_COUNT, {"these": sorted(taken)})
    return taken


def free_places(connection: Connection, held: Sequence[int]) -> None:
    """Give back a place of each of these items; surplus answers take what is free."""
    # In parts: a worker may have answered more items than a statement takes values.
    for start in range(0, len(held), 1000):
        part = list(held[start : start + 1000])
        connection.execute(_FREE, {"these": part})
        count_surplus(connection, part)


def count_surplus(connection: Connection, freed: Sequence[int]) -> None:
    """One surplus answer, the oldest, for each of these items that has one and a place for it."""
    oldest: dict[int, int] = {}
    for answer, item in connection.execute(_SURPLUS, {"these": list(freed)}).all():
        oldest.setdefault(item, answer)
    if oldest:
        connection.execute(_NOW_COUNTED, {"these": sorted(oldest.values())})
        connection.execute(_COUNT, {"these": sorted(oldest)})
