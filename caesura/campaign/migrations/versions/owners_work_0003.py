"""Several people with roles, decisions about items and pages with who and why, pictures, files under preview, ids of platforms.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def _number() -> sa.Column[int]:
    return sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), autoincrement=True, nullable=False)


def _of(table: str, name: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([name], [f"{other}.id"], name=f"fk_{table}_{name}")


def upgrade() -> None:
    op.add_column("workers", sa.Column("study", sa.String(200), nullable=True))
    op.add_column("workers", sa.Column("session", sa.String(200), nullable=True))
    op.add_column("pages", sa.Column("decision_reason", sa.Text, nullable=False, server_default=""))
    op.add_column("events", sa.Column("by", sa.String(200), nullable=False, server_default=""))
    op.create_table(
        "members",
        sa.Column("campaign", sa.BigInteger, nullable=False),
        sa.Column("owner", sa.BigInteger, nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("campaign", "owner", name="pk_members"),
        _of("members", "campaign", "campaigns"),
        _of("members", "owner", "owners"),
    )
    op.create_index("ix_members_owner", "members", ["owner"])
    op.create_table(
        "adjudications",
        _number(),
        sa.Column("campaign", sa.BigInteger, nullable=False),
        sa.Column("item", sa.BigInteger, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("by", sa.String(200), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_adjudications"),
        sa.UniqueConstraint("item", name="uq_adjudications_item"),
        _of("adjudications", "campaign", "campaigns"),
        _of("adjudications", "item", "items"),
    )
    op.create_index("ix_adjudications_campaign", "adjudications", ["campaign"])
    op.create_table(
        "pictures",
        _number(),
        sa.Column("campaign", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pictures"),
        sa.UniqueConstraint("campaign", "name", name="uq_pictures_campaign_name"),
        _of("pictures", "campaign", "campaigns"),
    )
    op.create_table(
        "uploads",
        sa.Column("campaign", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("campaign", name="pk_uploads"),
        _of("uploads", "campaign", "campaigns"),
    )


def downgrade() -> None:
    for table in ("uploads", "pictures", "adjudications", "members"):
        op.drop_table(table)
    op.drop_column("events", "by")
    op.drop_column("pages", "decision_reason")
    op.drop_column("workers", "session")
    op.drop_column("workers", "study")
