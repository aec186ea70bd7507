"""How much and how fast may be asked: requests, money, requests a minute."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from caesura.campaign.machines.sources import Reply, Request
from caesura.foundation import InputError


class SpentError(Exception):
    """The budget allows no further request."""


@dataclass(frozen=True)
class Prices:
    """What a million tokens cost, in any currency."""

    input: float = 0.0
    output: float = 0.0

    def cost(self, input_tokens: int, output_tokens: int) -> float:
        return (input_tokens * self.input + output_tokens * self.output) / 1_000_000


class Budget:
    """Reserves before a request and settles after it, so that requests under way together cannot overspend either."""

    def __init__(
        self, *, requests: int | None = None, cost: float | None = None, prices: Prices | None = None, reply_tokens: int = 400
    ) -> None:
        if cost is not None and (prices is None or not (prices.input or prices.output)):
            raise InputError("--max-cost without prices", cure="give --price-in and --price-out, per million tokens")
        self._most_requests, self._most_cost = requests, cost
        self._prices, self._reply_tokens = prices or Prices(), reply_tokens
        self._turn = threading.Condition()
        self._reserved, self._under_way = 0.0, 0
        self.requests, self.input_tokens, self.output_tokens, self.cost = 0, 0, 0, 0.0

    def reserve(self, request: Request) -> float:
        """The most that this request can cost, once there is room for it; or `SpentError`."""
        # A token has about four bytes of English; two are taken for languages that have fewer.
        asked = sum(len(message["content"].encode()) for message in request.messages) // 2
        most = self._prices.cost(asked, self._reply_tokens)
        with self._turn:
            if self._most_requests is not None and self.requests >= self._most_requests:
                raise SpentError(f"{self.requests} requests were made")
            if self._most_cost is not None:
                # What is under way mostly costs less than was reserved for it: wait for it before giving up.
                while self._under_way and self.cost + self._reserved + most > self._most_cost:
                    self._turn.wait()
                if self.cost + most > self._most_cost:
                    raise SpentError(f"{self.cost:.4g} of {self._most_cost:g} are spent")
            self.requests += 1
            self._under_way += 1
            self._reserved += most
        return most

    def settle(self, reserved: float, reply: Reply | None) -> None:
        """What it cost in the end; a request that failed may have cost what was reserved, a reply without counts did."""
        with self._turn:
            self._reserved -= reserved
            self._under_way -= 1
            self._turn.notify_all()
            if reply is None or reply.input_tokens is None or reply.output_tokens is None:
                self.cost += reserved if reply is not None else 0.0
                return
            self.input_tokens += reply.input_tokens
            self.output_tokens += reply.output_tokens
            self.cost += self._prices.cost(reply.input_tokens, reply.output_tokens)


class Pace:
    """At most this many requests per minute, evenly; and nobody asks while the other side wants a pause."""

    def __init__(
        self,
        per_minute: float | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._step = 60 / per_minute if per_minute else 0.0
        self._now, self.sleep = now, sleep
        self._turn = threading.Lock()
        self._next = 0.0

    def wait(self) -> None:
        with self._turn:
            moment = max(self._now(), self._next)
            self._next = moment + self._step
        if (seconds := moment - self._now()) > 0:
            self.sleep(seconds)

    def pause(self, seconds: float) -> None:
        """Everybody waits: an endpoint that is busy is busy for all threads."""
        with self._turn:
            self._next = max(self._next, self._now() + seconds)
