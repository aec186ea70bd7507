"""Asks a machine about all items: cached, several at once, patiently, within a budget, and again where an answer is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from random import Random

from caesura.campaign.machines.cache import ReplyCache, reply_key
from caesura.campaign.machines.limits import Budget, Pace, SpentError
from caesura.campaign.machines.prompting import Prompt
from caesura.campaign.machines.replies import read_reply
from caesura.campaign.machines.sources import MachineSource, PassingError, Reply, Request
from caesura.campaign.values import Item
from caesura.foundation import Advance, InputError, unwatched

#: A pause doubles from the first of these seconds to the last; who asks for longer than that is not waited for.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 120.0


@dataclass(frozen=True)
class Manner:
    """How it is asked. `again` is how often a refused answer is asked for again, `retries` how often a request that failed is."""

    samples: int = 1
    concurrency: int = 4
    again: int = 2
    retries: int = 5
    first_pause: float = FIRST_PAUSE


@dataclass(frozen=True)
class AskedSample:
    """One sample of one item: an answer, or `refused` (the last reason), or `failed` (it could not be asked). `problems` are all
    reasons for refusing an answer."""

    item: Item
    sample: int
    answer: str | None = None
    refused: str | None = None
    failed: str | None = None
    cached: bool = False
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asked:
    """All outcomes, in the order of items and samples; `spent` says why the budget ended the run, if it did."""

    outcomes: tuple[AskedSample, ...]
    spent: str | None = None
    missing: int = 0

    @property
    def failed(self) -> list[AskedSample]:
        return [each for each in self.outcomes if each.failed is not None]

    @property
    def refused(self) -> list[AskedSample]:
        return [each for each in self.outcomes if each.refused is not None]


@dataclass
class Asking:
    """A source with all that stands around it."""

    source: MachineSource
    prompt: Prompt
    cache: ReplyCache
    budget: Budget
    manner: Manner = field(default_factory=Manner)
    pace: Pace = field(default_factory=Pace)

    def all(self, items: Sequence[Item], advance: Advance = unwatched) -> Asked:
        """Ask for everything. An endpoint that refuses us altogether is an error; what it answered before is kept."""
        places = [(item, sample) for item in items for sample in range(1, self.manner.samples + 1)]
        waiting: Iterator[tuple[int, tuple[Item, int]]] = iter(enumerate(places))
        found: dict[int, AskedSample] = {}
        running: dict[Future[AskedSample], int] = {}
        spent: str | None = None
        with ThreadPoolExecutor(self.manner.concurrency, thread_name_prefix="asking") as pool:
            try:
                while True:
                    while spent is None and len(running) < self.manner.concurrency and (following := next(waiting, None)):
                        place, (item, sample) = following
                        running[pool.submit(self.one, item, sample)] = place
                    if not running:
                        break
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        place = running.pop(future)
                        try:
                            found[place] = future.result()
                        except SpentError as error:
                            spent = str(error)
                            continue
                        advance(1)
            finally:
                for future in running:
                    future.cancel()
        outcomes = tuple(found[place] for place in sorted(found))
        return Asked(outcomes, spent, len(places) - len(outcomes))

    def one(self, item: Item, sample: int) -> AskedSample:
        """One sample of one item, asked again as long as its answer is refused."""
        problems: list[str] = []
        cached = self.source.prompted
        for attempt in range(1, self.manner.again + 2):
            messages = self.prompt.messages(item, problems[-1] if problems else None)
            request = Request(messages, self.prompt.task, item.text, item.paragraph, sample, attempt)
            key = reply_key(self.source.settings, request)
            reply = self.cache.find(key) if self.source.prompted else None
            if reply is None:
                cached = False
                try:
                    reply = self._patiently(request)
                except PassingError as error:
                    return AskedSample(item, sample, failed=str(error), problems=tuple(problems))
                if self.source.prompted:
                    self.cache.keep(key, reply)
            try:
                answer = read_reply(self.prompt.task, item, reply.text)
            except InputError as error:
                problems.append(error.problem)
                continue
            return AskedSample(item, sample, answer, cached=cached, problems=tuple(problems))
        return AskedSample(item, sample, refused=problems[-1], cached=cached, problems=tuple(problems))

    def _patiently(self, request: Request) -> Reply:
        """One reply. The pauses between tries grow, differ between questions, and are at least what the other side asks for."""
        drawing = Random(reply_key(self.source.settings, request))
        for failures in range(self.manner.retries + 1):
            self.pace.wait()
            reserved = self.budget.reserve(request)
            reply: Reply | None = None
            try:
                reply = self.source.ask(request)
                return reply
            except PassingError as error:
                if failures == self.manner.retries or (error.after or 0) > LONGEST_PAUSE:
                    raise
                pause = min(LONGEST_PAUSE, self.manner.first_pause * 2**failures) * (0.5 + drawing.random())
                if error.after is None:
                    self.pace.sleep(pause)
                else:
                    self.pace.pause(max(pause, error.after))
            finally:
                self.budget.settle(reserved, reply)
        raise AssertionError  # the last failure was raised above
