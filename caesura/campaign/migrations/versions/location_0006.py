"""Where workers come from, as their platform or the joining link says.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("workers", sa.Column("country", sa.String(200), nullable=True))


def downgrade() -> None:
    op.drop_column("workers", "country")
