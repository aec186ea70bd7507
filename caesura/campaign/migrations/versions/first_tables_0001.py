"""The first form of the tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "owners",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("token_hash", sa.String(length=64), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=("pk_owners")),
        sa.UniqueConstraint("name", name=("uq_owners_name")),
        sa.UniqueConstraint("token_hash", name=("uq_owners_token_hash")),
    )
    op.create_table(
        "campaigns",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("owner", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("task", sa.String(length=40), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("link", sa.String(length=64), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["owners.id"], name=("fk_campaigns_owner")),
        sa.PrimaryKeyConstraint("id", name=("pk_campaigns")),
        sa.UniqueConstraint("key", name=("uq_campaigns_key")),
        sa.UniqueConstraint("link", name=("uq_campaigns_link")),
    )
    op.create_index(("ix_campaigns_owner"), "campaigns", ["owner"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("owner", sa.BigInteger(), nullable=False),
        sa.Column("csrf", sa.String(length=64), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["owners.id"], name=("fk_sessions_owner")),
        sa.PrimaryKeyConstraint("token_hash", name=("pk_sessions")),
    )
    op.create_index(("ix_sessions_owner"), "sessions", ["owner"], unique=False)
    op.create_table(
        "items",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("campaign", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=500), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("paragraph", sa.Text(), nullable=False),
        sa.Column("accepted", sa.Text(), nullable=False),
        sa.Column("explanation", sa.Text(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "places >= 0 AND answers >= 0 AND answers + places <= wanted OR role <> 'ordinary'",
            name=("ck_items_never_too_many"),
        ),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name=("fk_items_campaign")),
        sa.PrimaryKeyConstraint("id", name=("pk_items")),
        sa.UniqueConstraint("campaign", "name", name=("uq_items_campaign_name")),
    )
    op.create_index(
        "ix_items_pool",
        "items",
        ["campaign", "role", "position"],
        unique=False,
        sqlite_where=sa.text("places > 0"),
        postgresql_where=sa.text("places > 0"),
    )
    op.create_table(
        "workers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("campaign", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("external", sa.String(length=200), nullable=True),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("needs_review", sa.Boolean(), nullable=False),
        sa.Column("warnings", sa.Integer(), nullable=False),
        sa.Column("approval", sa.Float(), nullable=True),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("milliseconds", sa.BigInteger(), nullable=False),
        sa.Column("tests_done", sa.Integer(), nullable=False),
        sa.Column("tests_right", sa.Integer(), nullable=False),
        sa.Column("training_done", sa.Integer(), nullable=False),
        sa.Column("training_wrong", sa.Integer(), nullable=False),
        sa.Column("pages_approved", sa.Integer(), nullable=False),
        sa.Column("pages_rejected", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name=("fk_workers_campaign")),
        sa.PrimaryKeyConstraint("id", name=("pk_workers")),
        sa.UniqueConstraint("campaign", "external", name=("uq_workers_campaign_external")),
        sa.UniqueConstraint("campaign", "name", name=("uq_workers_campaign_name")),
        sa.UniqueConstraint("key", name=("uq_workers_key")),
    )
    op.create_table(
        "pages",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("campaign", sa.BigInteger(), nullable=False),
        sa.Column("worker", sa.BigInteger(), nullable=False),
        sa.Column("is_training", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("issued_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("submitted_at", sa.BigInteger(), nullable=True),
        sa.Column("milliseconds", sa.BigInteger(), nullable=True),
        sa.Column("decision", sa.String(length=20), nullable=True),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("receipt", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name=("fk_pages_campaign")),
        sa.ForeignKeyConstraint(["worker"], ["workers.id"], name=("fk_pages_worker")),
        sa.PrimaryKeyConstraint("id", name=("pk_pages")),
        sa.UniqueConstraint("key", name=("uq_pages_key")),
    )
    op.create_index("ix_pages_campaign", "pages", ["campaign", "submitted_at"], unique=False)
    op.create_index(
        "ix_pages_expiry",
        "pages",
        ["expires_at"],
        unique=False,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_index("ix_pages_worker", "pages", ["worker"], unique=False)
    op.create_index(
        "uq_pages_open",
        "pages",
        ["worker"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_table(
        "answers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("campaign", sa.BigInteger(), nullable=False),
        sa.Column("page", sa.BigInteger(), nullable=False),
        sa.Column("worker", sa.BigInteger(), nullable=False),
        sa.Column("item", sa.BigInteger(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name=("fk_answers_campaign")),
        sa.ForeignKeyConstraint(["item"], ["items.id"], name=("fk_answers_item")),
        sa.ForeignKeyConstraint(["page"], ["pages.id"], name=("fk_answers_page")),
        sa.ForeignKeyConstraint(["worker"], ["workers.id"], name=("fk_answers_worker")),
        sa.PrimaryKeyConstraint("id", name=("pk_answers")),
        sa.UniqueConstraint("worker", "item", name=("uq_answers_worker_item")),
    )
    op.create_index("ix_answers_campaign", "answers", ["campaign", "state"], unique=False)
    op.create_index(("ix_answers_item"), "answers", ["item"], unique=False)
    op.create_index(("ix_answers_page"), "answers", ["page"], unique=False)
    op.create_table(
        "events",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("campaign", sa.BigInteger(), nullable=False),
        sa.Column("worker", sa.BigInteger(), nullable=True),
        sa.Column("page", sa.BigInteger(), nullable=True),
        sa.Column("item", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("rule", sa.String(length=40), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name=("fk_events_campaign")),
        sa.ForeignKeyConstraint(["item"], ["items.id"], name=("fk_events_item")),
        sa.ForeignKeyConstraint(["page"], ["pages.id"], name=("fk_events_page")),
        sa.ForeignKeyConstraint(["worker"], ["workers.id"], name=("fk_events_worker")),
        sa.PrimaryKeyConstraint("id", name=("pk_events")),
    )
    op.create_index(("ix_events_campaign"), "events", ["campaign"], unique=False)
    op.create_table(
        "page_items",
        sa.Column("page", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("item", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["item"], ["items.id"], name=("fk_page_items_item")),
        sa.ForeignKeyConstraint(["page"], ["pages.id"], name=("fk_page_items_page")),
        sa.PrimaryKeyConstraint("page", "place", name=("pk_page_items")),
    )


def downgrade() -> None:
    op.drop_table("page_items")
    op.drop_table("events")
    op.drop_table("answers")
    op.drop_table("pages")
    op.drop_table("workers")
    op.drop_table("items")
    op.drop_table("sessions")
    op.drop_table("campaigns")
    op.drop_table("owners")
