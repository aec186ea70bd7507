"""Rate limits that all servers on one database share.

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Not written to PostgreSQL's log: whoever asks must not wait for the disk, and after a crash the limits may begin anew.
    unlogged = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "limits",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("remaining", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_limits"),
        prefixes=unlogged,
    )


def downgrade() -> None:
    op.drop_table("limits")
