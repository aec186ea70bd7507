"""Campaigns under load and under kill -9: answers a second, and how many were lost or doubled. There is no peer that runs here."""

from __future__ import annotations

import time
from functools import partial

from bench.campaign import campaign_in, databases, killed
from bench.campaign import measured as under_load
from bench.world.measuring import Measured, Subject, System
from caesura.campaign import open_store
from tests.campaign.servers import KillableServer

_SECONDS, _KILLS, _PAUSE = 5.0, 3, 1.0


def _run(kind: str, size: int) -> Measured:
    """So many annotators, each with a second to look at a page; then the same while the server is killed."""
    with databases(kind) as addresses, open_store(addresses[kind]) as store:
        server = KillableServer(addresses[kind])
        try:
            before = server.cpu_seconds()
            began = time.monotonic()
            load = under_load(server, campaign_in(store, "load"), _SECONDS, _PAUSE, size)
            used = server.cpu_seconds() - before
            audited, _ = killed(server, store, campaign_in(store, "killed"), _KILLS, _PAUSE)
        finally:
            server.close()
    figures = {
        "answers_per_second": load["answers_per_second"],
        "p50": load["p50_ms"],
        "p99": load["p99_ms"],
        "lost": float(audited.lost),
        "doubled": float(audited.doubled + audited.too_many),
        "clock": time.monotonic() - began,
    }
    return Measured(int(load["answers"]), used, 0.0, figures)


SUBJECT = Subject(
    name="campaign",
    title="Campaigns",
    unit="answer",
    says=f"The size is the number of annotators. {_KILLS} kills in each run; CPU time is the server's.",
    systems=[
        System("Caesura, SQLite", partial(_run, "sqlite")),
        System("Caesura, PostgreSQL", partial(_run, "postgresql"), "psycopg"),
    ],
    quick=(10, 100),
    full=(10, 100, 1_000),
    columns={"answers_per_second": "answers/s", "p50": "p50, ms", "p99": "p99, ms", "lost": "lost", "doubled": "doubled"},
)
