"""Whoever tries links that lead nowhere is slowed down, on the pages as over the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from caesura.campaign import Store, UnknownError
from caesura.studio.api.campaigns.identity import address_of
from caesura.studio.api.campaigns.limiter import WRONG, Limiter

Found = TypeVar("Found")


async def behind_link(request: Request, limiter: Limiter, find: Callable[[Store, str], Found], store: Store, key: str) -> Found:
    """What `find` has for this key; a wrong one counts against the address that asked, and too many are refused."""
    try:
        return await run_in_threadpool(find, store, key)
    except UnknownError:
        await limiter.check(WRONG, address_of(request))
        raise
