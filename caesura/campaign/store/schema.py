"""The tables. Migrations make them (see `migrations/`); a test compares the two.

What must never happen is forbidden here, by the database, and not only by the program: a worker twice on an item, more answers than
wanted, a page accepted twice. Times are whole milliseconds since 1970.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _number() -> Column[int]:
    # SQLite counts rows by itself only where the key is called INTEGER.
    return Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True)


def _of(name: str, table: str, *, index: bool = False) -> Column[int]:
    return Column(name, BigInteger, ForeignKey(f"{table}.id"), nullable=False, index=index)


def _count(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False, default=0)


owners = Table(
    "owners",
    metadata,
    _number(),
    Column("name", String(200), nullable=False, unique=True),
    Column("password_hash", Text, nullable=True),
    Column("token_hash", String(64), nullable=True, unique=True),
    Column("created_at", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    _of("owner", "owners", index=True),
    Column("csrf", String(64), nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)

campaigns = Table(
    "campaigns",
    metadata,
    _number(),
    Column("key", String(64), nullable=False, unique=True),
    _of("owner", "owners", index=True),
    Column("name", String(200), nullable=False),
    Column("task", String(40), nullable=False),
    Column("state", String(20), nullable=False),
    Column("link", String(64), nullable=False, unique=True),
    Column("plan", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

items = Table(
    "items",
    metadata,
    _number(),
    _of("campaign", "campaigns"),
    Column("name", String(500), nullable=False),
    Column("position", Integer, nullable=False),
    Column("role", String(20), nullable=False),
    Column("text", Text, nullable=False),
    Column("paragraph", Text, nullable=False, default=""),
    Column("accepted", Text, nullable=False, default="[]"),
    Column("explanation", Text, nullable=False, default=""),
    # `places` is what is still free: wanted, less the answers, less the pages that others hold.
    _count("wanted"),
    _count("answers"),
    _count("places"),
    UniqueConstraint("campaign", "name"),
    CheckConstraint("places >= 0 AND answers >= 0 AND answers + places <= wanted OR role <> 'ordinary'", name="never_too_many"),
    Index("ix_items_pool", "campaign", "role", "position", sqlite_where=text("places > 0"), postgresql_where=text("places > 0")),
)

workers = Table(
    "workers",
    metadata,
    _number(),
    _of("campaign", "campaigns"),
    Column("key", String(64), nullable=False, unique=True),
    Column("name", String(200), nullable=False),
    Column("external", String(200), nullable=True),
    # What the platform sent along with the worker's id.
    Column("study", String(200), nullable=True),
    Column("session", String(200), nullable=True),
    Column("country", String(200), nullable=True),
    Column("state", String(20), nullable=False, default="active"),
    Column("reason", Text, nullable=False, default=""),
    Column("needs_review", Boolean, nullable=False, default=False),
    _count("warnings"),
    Column("approval", Float, nullable=True),
    Column("joined_at", BigInteger, nullable=False),
    _count("pages"),
    _count("answers"),
    Column("milliseconds", BigInteger, nullable=False, default=0),
    _count("tests_done"),
    _count("tests_right"),
    _count("training_done"),
    _count("training_wrong"),
    _count("pages_approved"),
    _count("pages_rejected"),
    UniqueConstraint("campaign", "name"),
    UniqueConstraint("campaign", "external"),
)

pages = Table(
    "pages",
    metadata,
    _number(),
    Column("key", String(64), nullable=False, unique=True),
    _of("campaign", "campaigns"),
    _of("worker", "workers"),
    Column("is_training", Boolean, nullable=False),
    Column("state", String(20), nullable=False),
    Column("issued_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("submitted_at", BigInteger, nullable=True),
    Column("milliseconds", BigInteger, nullable=True),
    Column("decision", String(20), nullable=True),
    Column("decision_reason", Text, nullable=False, default="", server_default=""),
    Column("comment", Text, nullable=False, default=""),
    Column("receipt", Text, nullable=True),
    # One page at a time for a worker: a second request for one gets the same again.
    Index("uq_pages_open", "worker", unique=True, sqlite_where=text("state = 'open'"), postgresql_where=text("state = 'open'")),
    Index("ix_pages_expiry", "expires_at", sqlite_where=text("state = 'open'"), postgresql_where=text("state = 'open'")),
    Index("ix_pages_worker", "worker"),
    Index("ix_pages_campaign", "campaign", "submitted_at"),
)

page_items = Table(
    "page_items",
    metadata,
    Column("page", BigInteger, ForeignKey("pages.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    _of("item", "items"),
)

answers = Table(
    "answers",
    metadata,
    _number(),
    _of("campaign", "campaigns"),
    _of("page", "pages", index=True),
    _of("worker", "workers"),
    _of("item", "items", index=True),
    Column("answer", Text, nullable=False),
    Column("state", String(20), nullable=False),
    Column("is_right", Boolean, nullable=True),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("worker", "item"),
    Index("ix_answers_campaign", "campaign", "state"),
)

events = Table(
    "events",
    metadata,
    _number(),
    _of("campaign", "campaigns", index=True),
    Column("worker", BigInteger, ForeignKey("workers.id"), nullable=True),
    Column("page", BigInteger, ForeignKey("pages.id"), nullable=True),
    Column("item", BigInteger, ForeignKey("items.id"), nullable=True),
    Column("at", BigInteger, nullable=False),
    Column("what", String(40), nullable=False),
    Column("rule", String(40), nullable=False, default=""),
    Column("detail", Text, nullable=False, default=""),
    # Which owner did it; empty for what rules and workers do.
    Column("by", String(200), nullable=False, default="", server_default=""),
)

# Who besides its first owner may do what with a campaign.
members = Table(
    "members",
    metadata,
    Column("campaign", BigInteger, ForeignKey("campaigns.id"), primary_key=True),
    Column("owner", BigInteger, ForeignKey("owners.id"), primary_key=True, index=True),
    Column("role", String(20), nullable=False),
)

# What was decided about items that split the crowd; the votes stay as they are.
adjudications = Table(
    "adjudications",
    metadata,
    _number(),
    _of("campaign", "campaigns", index=True),
    Column("item", BigInteger, ForeignKey("items.id"), nullable=False, unique=True),
    Column("answer", Text, nullable=False),
    Column("reason", Text, nullable=False, default=""),
    Column("by", String(200), nullable=False),
    Column("at", BigInteger, nullable=False),
)

# Pictures of the instructions.
pictures = Table(
    "pictures",
    metadata,
    _number(),
    _of("campaign", "campaigns"),
    Column("name", String(200), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("content", LargeBinary, nullable=False),
    UniqueConstraint("campaign", "name"),
)

# A file of queries between its preview and the decision to take it; one for a campaign.
uploads = Table(
    "uploads",
    metadata,
    Column("campaign", BigInteger, ForeignKey("campaigns.id"), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# Machine annotators: neither workers nor theirs are ever in these tables, so that nothing that counts people counts them.
machines = Table(
    "machines",
    metadata,
    _number(),
    _of("campaign", "campaigns"),
    Column("name", String(200), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("about", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("campaign", "name"),
)

machine_answers = Table(
    "machine_answers",
    metadata,
    _number(),
    _of("campaign", "campaigns", index=True),
    _of("machine", "machines"),
    _of("item", "items"),
    Column("sample", Integer, nullable=False),
    Column("answer", Text, nullable=False),
    UniqueConstraint("machine", "item", "sample"),
)

# Permissions left of each rate limit, by the hash of whom it is for, and when that was so (in seconds).
limits = Table(
    "limits",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("remaining", Float, nullable=False),
    Column("at", Float, nullable=False),
)
