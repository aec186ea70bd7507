"""Machine annotators and their answers, apart from workers and theirs.

Revision ID: 0005
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0003"
branch_labels = None
depends_on = None


def _number() -> sa.Column[int]:
    return sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), autoincrement=True, nullable=False)


def _of(table: str, name: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([name], [f"{other}.id"], name=f"fk_{table}_{name}")


def upgrade() -> None:
    op.create_table(
        "machines",
        _number(),
        sa.Column("campaign", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_machines"),
        sa.UniqueConstraint("campaign", "name", name="uq_machines_campaign_name"),
        _of("machines", "campaign", "campaigns"),
    )
    op.create_table(
        "machine_answers",
        _number(),
        sa.Column("campaign", sa.BigInteger, nullable=False),
        sa.Column("machine", sa.BigInteger, nullable=False),
        sa.Column("item", sa.BigInteger, nullable=False),
        sa.Column("sample", sa.Integer, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_machine_answers"),
        sa.UniqueConstraint("machine", "item", "sample", name="uq_machine_answers_machine_item_sample"),
        _of("machine_answers", "campaign", "campaigns"),
        _of("machine_answers", "machine", "machines"),
        _of("machine_answers", "item", "items"),
    )
    op.create_index("ix_machine_answers_campaign", "machine_answers", ["campaign"])


def downgrade() -> None:
    op.drop_table("machine_answers")
    op.drop_table("machines")
