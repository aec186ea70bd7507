"""Campaigns under load and under kill -9: answers a second, and how many were lost or doubled. There is no peer that runs here."""

from __future__ import annotations

import os
from functools import partial

from bench.campaign import campaign_in, databases, killed
from bench.campaign import measured as under_load
from bench.counting import spent_below
from bench.world.measuring import Measured, Subject, System
from caesura.campaign import open_store
from tests.campaign.servers import KillableServer

_SECONDS, _KILLS, _PAUSE = 5.0, 3, 1.0


def _run(kind: str, servers: int, size: int) -> Measured:
    """This many annotators, each with a second to look at a page; then two hundred of them while servers are killed."""
    with databases(kind) as addresses, open_store(addresses[kind][0]) as store:
        address, postgres = addresses[kind]
        running = [KillableServer(address) for _ in range(servers)]
        try:
            before = spent_below(os.getpid())
            load = under_load(running, campaign_in(store, "load"), _SECONDS, _PAUSE, size)
            spent = spent_below(os.getpid()) - before  # servers and database; the annotators' own process has ended
            audited, _ = killed(running, postgres, store, campaign_in(store, "killed"), _KILLS, _PAUSE)
        finally:
            for server in running:
                server.close()
    figures = {
        "annotators": float(size),
        "cost": 1000 * spent / max(load["answers"], 1),
        "answers_per_second": load["answers_per_second"],
        "p50": load["p50_ms"],
        "p99": load["p99_ms"],
        "lost": float(audited.lost),
        "doubled": float(audited.doubled + audited.too_many),
    }
    return Measured(int(load["answers"]), spent, 0.0, figures)


SUBJECT = Subject(
    name="campaign",
    title="Campaigns",
    unit="answer",
    says=f"Each annotator looks at a page of six queries for a second; the largest crowd is shown, then {_KILLS} kills (SIGKILL).",
    systems=[
        System("Caesura, SQLite", partial(_run, "sqlite", 1)),
        System("Caesura, PostgreSQL, two servers", partial(_run, "postgresql", 2), "psycopg"),
    ],
    quick=(10, 100),
    full=(10, 100, 1_000),
    columns={
        "annotators": "annotators",
        "cost": "CPU ms per answer",
        "answers_per_second": "answers/s",
        "p50": "p50, ms",
        "p99": "p99, ms",
        "lost": "lost",
        "doubled": "doubled",
    },
    timed=False,
)
