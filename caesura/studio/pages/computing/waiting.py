"""Waiting for a computation: a moment for the answer itself, then a page that says so and looks again."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

#: Seconds after which a page says that something is being computed.
MOMENT = 1.0


async def settled(future: Future[Any], seconds: float = MOMENT) -> bool:
    """Whether it is done within this many seconds. No thread waits for it."""
    done, loop = asyncio.Event(), asyncio.get_running_loop()

    def tell(_future: Future[Any]) -> None:
        with suppress(RuntimeError):  # nobody waits any more
            loop.call_soon_threadsafe(done.set)

    future.add_done_callback(tell)
    with suppress(TimeoutError):
        await asyncio.wait_for(done.wait(), seconds)
    return future.done()
