"""Owners: who may create campaigns, by password or token. Neither is kept: only what they hash to."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update

from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.stored_text import checked_name
from caesura.foundation import InputError

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SESSION_HOURS = 12
SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1000


@dataclass(frozen=True)
class Owner:
    """Someone who has campaigns."""

    id: int
    name: str


@dataclass(frozen=True)
class Session:
    """A browser that has signed in. `csrf` must come with everything it changes."""

    owner: Owner
    csrf: str


def create_owner(store: Store, name: str, password: str | None = None, *, only_first: bool = False) -> tuple[Owner, str]:
    """A new owner and their token, which is shown this once. `only_first` refuses where there is any owner already."""
    checked_name(name, "the owner's name")
    hashed = None if password is None else hash_password(password)
    token = secrets.token_urlsafe(32)

    def job(transaction: Transaction) -> int | None:
        owners = schema.owners
        known = select(owners.c.id) if only_first else select(owners.c.id).where(owners.c.name == name)
        if transaction.connection.execute(known.limit(1)).first():
            return None
        values = {"name": name, "password_hash": hashed, "token_hash": digest(token), "created_at": transaction.now}
        return int(transaction.connection.execute(insert(owners).values(values).returning(owners.c.id)).scalar_one())

    number = store.run(job)
    if number is None and only_first:
        raise InputError("there is an owner already", cure="sign in, or create another with: caesura campaign owner NAME")
    if number is None:
        raise InputError(f"there is an owner {name} already", cure="choose another name")
    return Owner(number, name), token


def renew_token(store: Store, name: str) -> str:
    """A new token for an owner; the old one is void, and they are signed out everywhere."""
    token = secrets.token_urlsafe(32)

    def job(transaction: Transaction) -> bool:
        owners, connection = schema.owners, transaction.connection
        owner = connection.execute(select(owners.c.id).where(owners.c.name == name)).scalar()
        if owner is None:
            return False
        connection.execute(update(owners).where(owners.c.id == owner).values(token_hash=digest(token)))
        connection.execute(delete(schema.sessions).where(schema.sessions.c.owner == owner))
        return True

    if not store.run(job):
        raise InputError(f"there is no owner {name}", cure="create one with: caesura campaign owner NAME")
    return token


def set_password(store: Store, name: str, password: str) -> None:
    """A new password; they are signed out everywhere."""
    hashed = hash_password(password)

    def job(transaction: Transaction) -> bool:
        owners, connection = schema.owners, transaction.connection
        owner = connection.execute(select(owners.c.id).where(owners.c.name == name)).scalar()
        if owner is None:
            return False
        connection.execute(update(owners).where(owners.c.id == owner).values(password_hash=hashed))
        connection.execute(delete(schema.sessions).where(schema.sessions.c.owner == owner))
        return True

    if not store.run(job):
        raise InputError(f"there is no owner {name}", cure="create one with: caesura campaign owner NAME")


def owner_named(store: Store, name: str) -> Owner | None:
    with store.reading() as connection:
        row = connection.execute(select(schema.owners.c.id).where(schema.owners.c.name == name)).first()
    return None if row is None else Owner(row[0], name)


def owner_by_token(store: Store, token: str) -> Owner | None:
    with store.reading() as connection:
        owners = schema.owners
        row = connection.execute(select(owners.c.id, owners.c.name).where(owners.c.token_hash == digest(token))).first()
    return None if row is None else Owner(row[0], row[1])


def sign_in(store: Store, name: str, password: str) -> tuple[Session, str] | None:
    """A session and the token for its cookie, or None. It takes as long for an unknown name as for a wrong password."""
    with store.reading() as connection:
        owners = schema.owners
        row = connection.execute(select(owners.c.id, owners.c.password_hash).where(owners.c.name == name)).first()
    known = row is not None and row[1] is not None
    if not password_fits(row[1] if row is not None and known else _nobody(), password) or row is None or not known:
        return None
    token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(32)

    def job(transaction: Transaction) -> None:
        sessions, connection = schema.sessions, transaction.connection
        connection.execute(delete(sessions).where(sessions.c.expires_at < transaction.now))
        ends = transaction.now + SESSION_HOURS * 3_600_000
        connection.execute(insert(sessions).values(token_hash=digest(token), owner=row[0], csrf=csrf, expires_at=ends))

    store.run(job)
    return Session(Owner(row[0], name), csrf), token


def session_of(store: Store, token: str) -> Session | None:
    sessions, owners = schema.sessions, schema.owners
    with store.reading() as connection:
        row = connection.execute(
            select(owners.c.id, owners.c.name, sessions.c.csrf)
            .join(owners, owners.c.id == sessions.c.owner)
            .where(sessions.c.token_hash == digest(token), sessions.c.expires_at >= store.clock.now())
        ).first()
    return None if row is None else Session(Owner(row[0], row[1]), row[2])


def sign_out(store: Store, token: str) -> None:
    store.run(lambda transaction: _forget(transaction, token))


def _forget(transaction: Transaction, token: str) -> None:
    transaction.connection.execute(delete(schema.sessions).where(schema.sessions.c.token_hash == digest(token)))


def digest(token: str) -> str:
    """Tokens are random and long: a plain hash of them cannot be guessed backwards, and can be looked up."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def hash_password(password: str) -> str:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise InputError(
            f"a password of {len(password)} characters", cure=f"use {SHORTEST_PASSWORD} to {LONGEST_PASSWORD:,}; longer is better"
        )
    return _hasher().hash(password.encode("utf-8", "surrogatepass"))


def password_fits(hashed: str, password: str) -> bool:
    from argon2.exceptions import Argon2Error, InvalidHashError

    if len(password) > LONGEST_PASSWORD:
        return False
    try:
        return _hasher().verify(hashed, password.encode("utf-8", "surrogatepass"))
    except (Argon2Error, InvalidHashError):
        return False


def _hasher() -> PasswordHasher:
    """Argon2id with the library's parameters: some 50 ms and 64 MB for one guess."""
    from argon2 import PasswordHasher

    return PasswordHasher()


_nobody_hash: list[str] = []


def _nobody() -> str:
    """The hash of a password nobody has, to be compared with where there is no owner."""
    if not _nobody_hash:
        _nobody_hash.append(hash_password(secrets.token_urlsafe(32)))
    return _nobody_hash[0]
