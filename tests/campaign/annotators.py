"""Annotators for the bench of campaigns and for the tests that kill servers: many at once, who never give up.

Each keeps one connection, gets a page, looks at it for a while, and sends it back until somebody says that it is stored. What was
acknowledged is remembered, so that it can be held against what the database has.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sqlalchemy import select

from caesura.campaign import Campaign, Store
from caesura.campaign.store import schema


@dataclass
class Record:
    """What the annotators saw: of every submission when it was acknowledged (in seconds from the start), how long its last try took
    (in milliseconds) and how many answers it held; and what was acknowledged."""

    submissions: list[tuple[float, float, int]] = field(default_factory=list)
    acknowledged: dict[str, list[str]] = field(default_factory=dict)
    retries: int = 0
    refused: int = 0


class Annotator:
    """One annotator behind one connection."""

    def __init__(self, host: str, port: int, link: str, number: int, record: Record, begin: float) -> None:
        self._begin = begin
        self._place = (host, port)
        self._link = link
        self._number = number
        self._random = Random(number)
        self._record = record
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._key = ""
        self._took = 0.0

    async def work(self, until: float, pause: float) -> None:
        """Until this time, with about so many seconds for a page; a page that is out at the end is still sent back."""
        await asyncio.sleep(self._random.random() * min(pause, 1.0))
        joined = await self._sure("POST", f"/v1/join/{self._link}", {"external": f"annotator {self._number}"})
        self._key = joined["key"]
        page = (await self._sure("POST", f"/v1/work/{self._key}/page", None))["page"]
        await asyncio.sleep(self._random.random() * pause)
        while page is not None:
            answers = ["|".join(item["words"]) for item in page["items"]]
            go_on = time.monotonic() < until
            body = {"page": page["key"], "answers": answers, "next": go_on}
            told = await self._sure("POST", f"/v1/work/{self._key}/answers", body)
            if "receipt" in told:
                self._record.submissions.append((time.monotonic() - self._begin, self._took, len(answers)))
                self._record.acknowledged[page["key"]] = answers
            else:
                self._record.refused += 1
            page = told.get("page") if go_on else None
            if page is not None and pause:
                await asyncio.sleep(pause * (0.5 + self._random.random()))
        self._hang_up()

    async def _sure(self, method: str, path: str, body: Any) -> Any:
        """Ask until there is an answer: a server that is gone comes back, and everything may be sent twice."""
        while True:
            start = time.perf_counter()
            try:
                status, told = await asyncio.wait_for(self._ask(method, path, body), 20)
            except (OSError, asyncio.IncompleteReadError, TimeoutError, ValueError):
                self._hang_up()
                self._record.retries += 1
                await asyncio.sleep(0.05 + 0.1 * self._random.random())
                continue
            if status in (429, 503):
                self._record.retries += 1
                await asyncio.sleep(0.5)
                continue
            self._took = (time.perf_counter() - start) * 1000
            return told

    async def _ask(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(*self._place)
        content = b"" if body is None else json.dumps(body).encode()
        self._writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(content)}\r\n\r\n".encode() + content
        )
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        return int(head.split()[1]), json.loads(await self._reader.readexactly(length))

    def _hang_up(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


async def annotate(address: str, link: str, annotators: int, seconds: float, pause: float, first: int = 0) -> Record:
    """So many annotators for so long; all of them end when their last page is stored. Several addresses, with commas between them,
    share the annotators."""
    places = [each.removeprefix("http://").split(":") for each in address.split(",")]
    record = Record()
    begin = time.monotonic()
    until = begin + seconds
    crowd = [
        Annotator(host, int(port), link, first + number, record, begin)
        for number in range(annotators)
        for host, port in [places[number % len(places)]]
    ]
    await asyncio.gather(*(each.work(until, pause) for each in crowd))
    return record


@dataclass(frozen=True)
class Audit:
    """What the database has, against what was acknowledged. All three must be 0."""

    lost: int
    doubled: int
    too_many: int
    stored: int


def audit(store: Store, campaign: Campaign, acknowledged: dict[str, list[str]]) -> Audit:
    """`lost` were acknowledged and are not there (or differ), `doubled` are there twice, `too_many` are beyond what an item was
    to get."""
    answers, pages, items = schema.answers, schema.pages, schema.items
    with store.reading() as connection:
        rows = connection.execute(
            select(pages.c.key, answers.c.worker, answers.c.item, answers.c.answer)
            .join(pages, pages.c.id == answers.c.page)
            .where(answers.c.campaign == campaign.id)
        ).all()
        listed = connection.execute(select(items.c.id, items.c.wanted).where(items.c.campaign == campaign.id)).all()
        wanted: dict[int, int] = {row[0]: row[1] for row in listed}
    stored: dict[str, list[str]] = {}
    pairs: dict[tuple[int, int], int] = {}
    per_item: dict[int, int] = {}
    for page, worker, item, answer in rows:
        stored.setdefault(page, []).append(answer)
        pairs[worker, item] = pairs.get((worker, item), 0) + 1
        per_item[item] = per_item.get(item, 0) + 1
    lost = sum(len(set(given) - set(stored.get(page, []))) for page, given in acknowledged.items())
    return Audit(
        lost,
        sum(number - 1 for number in pairs.values()),
        sum(max(0, number - wanted[item]) for item, number in per_item.items()),
        len(rows),
    )
