"""Devices an owner has signed in from: known again by a cookie that only the owner's stored password could have signed.

Nothing is kept for it. A new password makes all devices strangers.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from sqlalchemy import select

from caesura.campaign.store import Store, schema


def new_device(store: Store, name: str) -> str:
    """What a browser of this owner shows from now on; "" where the owner has no password."""
    key = _key(store, name)
    number = secrets.token_urlsafe(16)
    return "" if key is None else f"{number}.{_signed(key, number)}"


def device_of(store: Store, name: str, shown: str) -> str | None:
    """The device's own number, where what it shows was given to a browser of this owner."""
    number, _, signature = shown.partition(".")
    if not number or not signature or not shown.isascii():
        return None
    key = _key(store, name)
    return number if key is not None and hmac.compare_digest(signature, _signed(key, number)) else None


def _key(store: Store, name: str) -> str | None:
    owners = schema.owners
    with store.reading() as connection:
        return connection.execute(select(owners.c.password_hash).where(owners.c.name == name)).scalar()


def _signed(key: str, number: str) -> str:
    return hmac.new(key.encode(), b"device " + number.encode(), hashlib.sha256).hexdigest()
