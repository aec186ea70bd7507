"""A whole campaign over HTTP: twelve made-up workers on five hundred queries, from creation to an export that equals the truth.

Ten workers get each break wrong with a probability of one to four per cent; two break at random. Test queries find those two,
and their answers are withdrawn.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from caesura.campaign import create_owner, open_store
from caesura.corpus import read_corpus
from caesura.labels import aggregate
from caesura.shapes import Flat, print_pipe, random_flat
from tests.campaign.servers import KillableServer

QUERIES = 500
ERRORS = [0.01, 0.01, 0.02, 0.02, 0.02, 0.03, 0.03, 0.03, 0.04, 0.04, 0.5, 0.5]
WORDS = ("lake", "farm", "hill", "red", "old", "map", "stone", "bread", "river", "bird", "song", "ship", "gate", "moss", "rope")


def truths(seed: int, number: int, kind: str) -> dict[str, tuple[str, Flat]]:
    """Text and true segmentation by name; every text is there once, so that an annotator can be told what is true of it."""
    random = Random(f"{kind} {seed}")
    found = {}
    for i in range(number):
        size = random.choice((3, 3, 4, 4, 5, 6))
        text = " ".join([*random.choices(WORDS, k=size - 1), f"{kind}{i}"])
        found[f"{kind}-{i}"] = (text, random_flat(size, random))
    return found


class MadeUpWorker:
    """Knows the truth and gets breaks wrong as often as she is said to, whatever the order the server hands the queries out in."""

    def __init__(self, known: dict[str, Flat], error: float, seed: str) -> None:
        self._known = known
        self._error = error
        self._seed = seed

    def answer(self, text: str) -> list[int]:
        random = Random(f"{self._seed} {text}")
        return [value ^ (random.random() < self._error) for value in self._known[text].breaks]

    async def work(self, client: httpx.AsyncClient, link: str) -> str:
        """Everything there is for her; her name comes back."""
        joined = (await self._asked(client, f"/v1/join/{link}", {}))[1]
        address = f"/v1/work/{joined['key']}"
        told: Any = (await self._asked(client, f"{address}/page", None))[1]
        while True:
            if told["page"] is None:
                if told["nothing"] != "waiting":
                    return str(joined["name"])
                await asyncio.sleep(0.3)
                told = (await self._asked(client, f"{address}/page", None))[1]
                continue
            answers = [self.answer(item["text"]) for item in told["page"]["items"]]
            body = {"page": told["page"]["key"], "answers": answers, "next": True}
            told = (await self._asked(client, f"{address}/answers", body))[1]

    async def _asked(self, client: httpx.AsyncClient, address: str, body: Any) -> tuple[int, Any]:
        while (answer := await client.post(address, json=body)).status_code == 429:
            await asyncio.sleep(float(answer.headers["retry-after"]))
        assert answer.status_code in (200, 201), answer.text
        return answer.status_code, answer.json()


async def campaign_over_http(address: str, token: str, seed: int) -> tuple[str, list[str], dict[str, Any], bytes]:
    """Its key, the bad workers' names, the dashboard's figures and the exported corpus."""
    true, tests = truths(seed, QUERIES, "query"), truths(seed, 120, "check")
    items: list[dict[str, Any]] = [{"name": name, "text": text} for name, (text, _) in true.items()]
    for name, (text, flat) in tests.items():
        items.append({"name": name, "text": text, "role": "test", "accepted": [print_pipe(text.split(), flat)]})
    # Which tests come first is the server's secret: after five a good worker may look bad by chance (1 in 70), after ten hardly.
    rules = {"test-queries": {"every": 6, "minimum": 10, "score": 0.5, "action": "withdraw"}}
    plan = {"annotations": 10, "items_per_page": 6, "rules": rules}
    known = dict((true | tests).values())
    workers = [MadeUpWorker(known, error, f"{seed} {number}") for number, error in enumerate(ERRORS)]
    async with httpx.AsyncClient(base_url=address, timeout=120) as client:
        headers = {"Authorization": f"Bearer {token}"}
        body = {"name": "whole", "task": "flat", "items": items, "plan": plan}
        made = await client.post("/v1/campaigns", json=body, headers=headers)
        campaign = made.json()
        names = await asyncio.gather(*(worker.work(client, campaign["link"]) for worker in workers))
        # What the two left behind is for the others, who may have been done by then.
        own = f"/v1/campaigns/{campaign['key']}"
        figures = (await client.get(f"{own}/figures", headers=headers)).json()
        export = (await client.get(f"{own}/export/jsonl", headers=headers)).content
    return campaign["key"], [name for name, error in zip(names, ERRORS, strict=True) if error == 0.5], figures, export


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long)])
def test_the_export_equals_the_truth_the_crowd_was_made_from(empty_file: Path, tmp_path: Path, seed: int) -> None:
    database = tmp_path / "campaigns.db"
    database.write_bytes(empty_file.read_bytes())
    with open_store(str(database)) as store:
        token = create_owner(store, "ann")[1]
    with closing(KillableServer(str(database))) as server:
        _, bad, figures, export = asyncio.run(campaign_over_http(server.address, token, seed))
    # The two bad ones are found, and nobody else.
    shut_out = [row["worker"] for row in figures["workers"] if row["state"] == "excluded"]
    assert sorted(shut_out) == sorted(bad)
    assert all(row["estimated_accuracy"] > 0.8 for row in figures["workers"] if row["worker"] not in bad)
    assert figures["progress"]["items_complete"] == QUERIES
    # The segmentation the crowd agrees on is the truth, for every query.
    file = tmp_path / "export.jsonl"
    file.write_bytes(export)
    corpus = read_corpus(file)
    assert all(entry.votes.total == 10 for entry in corpus)
    true = truths(seed, QUERIES, "query")
    found = {entry.query.id: entry.votes.top.shape for entry in aggregate(corpus, "break", "majority")}
    assert {name: shape for name, shape in found.items() if shape != true[name][1]} == {}
    # The dashboard says what `caesura agreement` says of the export.
    command = [sys.executable, "-m", "caesura", "agreement", str(file), "--format", "json"]
    printed = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    shared = figures["agreement"]
    assert shared["alpha"] > 0.7
    for name in shared.keys() - {"signature"}:
        assert shared[name] == printed[name], name
