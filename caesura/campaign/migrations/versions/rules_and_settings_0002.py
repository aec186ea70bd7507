"""Plans as they are stored: two rules became settings of the plan, and others have new names.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

#: Old name of a rule -> new name, and the parameters that changed theirs.
_RULES = {"least-time": "minimum-time", "most-time": "maximum-time"}
_PARAMETERS = {"test-queries": {"least": "minimum"}, "trust": {"least": "minimum"}}
_EVENTS = {**_RULES, "well-formed": "malformed"}


def upgrade() -> None:
    _change_plans(_new)
    _change_events(_EVENTS)


def downgrade() -> None:
    _change_plans(_old)
    _change_events({new: old for old, new in _EVENTS.items()})


def _new(plan: dict[str, Any]) -> dict[str, Any]:
    rules = dict(plan.get("rules", {"well-formed": {}}))
    malformed = "set-aside" if rules.pop("well-formed", None) is None else "refuse"
    payment = rules.pop("payment", None)
    renamed = {
        _RULES.get(name, name): {_PARAMETERS.get(name, {}).get(key, key): value for key, value in given.items()}
        for name, given in rules.items()
    }
    return plan | {"rules": renamed, "malformed": malformed, "payment": payment}


def _old(plan: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in plan.items() if name not in ("malformed", "payment", "rules")}
    names = {new: old for old, new in _RULES.items()}
    keys = {rule: {new: old for old, new in of.items()} for rule, of in _PARAMETERS.items()}
    rules = {
        names.get(name, name): {keys.get(name, {}).get(key, key): value for key, value in given.items()}
        for name, given in plan["rules"].items()
    }
    rules |= {"well-formed": {}} if plan["malformed"] == "refuse" else {}
    rules |= {"payment": plan["payment"]} if plan["payment"] is not None else {}
    return kept | {"rules": rules}


def _change_plans(change: Any) -> None:
    connection = op.get_bind()
    campaigns = sa.table("campaigns", sa.column("id", sa.BigInteger), sa.column("plan", sa.Text))
    for number, plan in connection.execute(sa.select(campaigns.c.id, campaigns.c.plan)).all():
        changed = json.dumps(change(json.loads(plan)))
        connection.execute(sa.update(campaigns).where(campaigns.c.id == number).values(plan=changed))


def _change_events(names: dict[str, str]) -> None:
    events = sa.table("events", sa.column("rule", sa.String))
    for before, after in names.items():
        op.get_bind().execute(sa.update(events).where(events.c.rule == before).values(rule=after))
