"""How many annotators does a campaign bear, and what is lost when its server is killed? `python -m bench.campaign [--quick]`.

On SQLite with one server and on PostgreSQL with several, over HTTP on this machine only:
two hundred annotators with six queries a page, each with time to
look at it, so that they ask for a given number of answers a second (`--rate`); then as many as the server can take, without any
pause; then under the same load while the server is killed (SIGKILL) and started again, 50 times (5 with `--quick`). Answers are
single queries answered; the latency is that of sending a page back and getting the next one. The last line is one JSON object:
`lost` and `doubled` over both databases, speed and latency of SQLite, and all of it by database.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from caesura.campaign import Campaign, Item, Plan, Store, create_campaign, create_owner, open_store
from tests.campaign.annotators import Audit, Record, annotate, audit
from tests.campaign.postgres import PostgresServer, fresh_database, killable_postgres, programs
from tests.campaign.servers import KillableServer

ROOT = Path(__file__).parents[1]
ANNOTATORS = 200
ITEMS_PER_PAGE = 6
ITEMS = 12_000


def campaign_in(store: Store, name: str, annotations: int = 10) -> Campaign:
    owner, _ = create_owner(store, name)
    items = [Item(f"q{i}", f"quiet lake house number{i} near town") for i in range(ITEMS)]
    return create_campaign(store, owner, name, "flat", items, Plan(annotations=annotations, items_per_page=ITEMS_PER_PAGE))


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def in_a_process(addresses: Iterable[str], link: str, seconds: float, pause: float, annotators: int) -> subprocess.Popen[str]:
    """The annotators have a process of their own, so that nobody shares an interpreter with them."""
    options = json.dumps([",".join(addresses), link, annotators, seconds, pause])
    return subprocess.Popen(
        [sys.executable, "-m", "bench.campaign", "--drive", options], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )


def _addresses(servers: list[KillableServer]) -> list[str]:
    return [server.address for server in servers]


def finished(process: subprocess.Popen[str]) -> Record:
    told, _ = process.communicate()
    found = json.loads(told)
    return Record(**{**found, "submissions": [tuple(each) for each in found["submissions"]]})


def measured(servers: list[KillableServer], campaign: Campaign, seconds: float, pause: float, annotators: int) -> dict[str, float]:
    """Figures of `seconds` at full load: the time in which annotators join one after the other is left out."""
    ramp = 2.0 + 1.5 * pause
    cpu = sum(server.cpu_seconds() for server in servers)
    record = finished(in_a_process(_addresses(servers), campaign.link, ramp + seconds, pause, annotators))
    used = sum(server.cpu_seconds() for server in servers) - cpu
    steady = [(took, answers) for at, took, answers in record.submissions if ramp <= at < ramp + seconds]
    everything = sum(answers for _, _, answers in record.submissions)
    return {
        "answers": everything,
        "answers_per_second": round(sum(answers for _, answers in steady) / seconds, 1),
        "answers_per_cpu_second": round(everything / max(used, 0.01), 1),
        "p50_ms": round(percentile([took for took, _ in steady], 0.5), 1),
        "p99_ms": round(percentile([took for took, _ in steady], 0.99), 1),
    }


def killed(
    servers: list[KillableServer],
    postgres: PostgresServer | None,
    store: Store,
    campaign: Campaign,
    kills: int,
    pause: float,
) -> tuple[Audit, Record]:
    """Load from beginning to end, and in between this many kills at random moments: of one server after the other, every fifth of
    the database itself."""
    random = Random(7)
    waits = [0.2 + 1.0 * random.random() for _ in range(kills)]
    begin = time.monotonic()
    servers[0].kill()
    restart = time.monotonic() - begin
    driver = in_a_process(_addresses(servers), campaign.link, sum(waits) + kills * restart + 1, pause, ANNOTATORS)
    for number, wait in enumerate(waits, start=1):
        time.sleep(wait)
        if postgres is not None and number % 5 == 0:
            postgres.kill()
        else:
            servers[number % len(servers)].kill()
        print(f"\r  killed {number} of {kills}", end="", file=sys.stderr, flush=True)
    print("\r" + " " * 30, end="\r", file=sys.stderr)
    record = finished(driver)
    return audit(store, campaign, record.acknowledged), record


def benched(kind: str, database: str, postgres: PostgresServer | None, options: argparse.Namespace) -> dict[str, Any]:
    seconds = 5.0 if options.quick else 15.0
    kills = options.kills if options.kills is not None else 5 if options.quick else 50
    pause = ANNOTATORS * ITEMS_PER_PAGE / options.rate
    with open_store(database) as store:
        servers = [KillableServer(database) for _ in range(options.processes if postgres else 1)]
        try:
            steady = measured(servers, campaign_in(store, "steady"), seconds, pause, ANNOTATORS)
            row(kind, f"{ANNOTATORS} annotators, {options.rate:g}/s asked for", steady)
            most = measured(servers, campaign_in(store, "most"), seconds, 0.0, options.busy)
            row(kind, f"{options.busy} without a pause", most)
            found, record = killed(servers, postgres, store, campaign_in(store, "killed"), kills, min(pause, 1.0))
        finally:
            for server in servers:
                server.close()
    told = {"kills": kills, "lost": found.lost, "doubled": found.doubled + found.too_many, "stored": found.stored}
    print(
        f"{kind:<12}{kills} kills: {found.stored:,} answers stored, {record.retries:,} requests sent again, "
        f"{found.lost} lost, {told['doubled']} doubled",
        flush=True,
    )
    return {"steady": steady, "most": most, **told}


def row(kind: str, what: str, found: dict[str, float]) -> None:
    print(
        f"{kind:<12}{what:<42}{found['answers_per_second']:>10,.0f}{found['answers_per_cpu_second']:>12,.0f}"
        f"{found['p50_ms']:>9.1f}{found['p99_ms']:>9.1f}",
        flush=True,
    )


@contextlib.contextmanager
def databases(only: str | None) -> Iterator[dict[str, tuple[str, PostgresServer | None]]]:
    with tempfile.TemporaryDirectory(prefix="caesura-bench-") as folder, contextlib.ExitStack() as stack:
        found: dict[str, tuple[str, PostgresServer | None]] = {"sqlite": (str(Path(folder) / "campaigns.db"), None)}
        if programs() is not None and only != "sqlite":
            server = stack.enter_context(killable_postgres(durable=True))
            found["postgresql"] = fresh_database(server.address, "bench"), server
        yield {name: address for name, address in found.items() if only in (None, name)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="five kills, a few seconds for each figure")
    parser.add_argument("--rate", type=float, default=400.0, help="answers a second that the annotators ask for together")
    parser.add_argument("--kills", type=int, help="in place of 50, or 5")
    parser.add_argument("--processes", type=int, default=4, help="servers on one PostgreSQL")
    parser.add_argument("--busy", type=int, default=16, help="annotators who make no pause")
    parser.add_argument("--only", choices=["sqlite", "postgresql"])
    parser.add_argument("--drive", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.drive:
        record = asyncio.run(annotate(*json.loads(options.drive)))
        print(json.dumps(record.__dict__))
        return
    print(f"{'':<12}{'':<42}{'answers/s':>10}{'per CPU s':>12}{'p50 ms':>9}{'p99 ms':>9}")
    with databases(options.only) as found:
        results = {kind: benched(kind, address, server, options) for kind, (address, server) in found.items()}
    first = next(iter(results.values()))["steady"]
    summary = {
        "lost": sum(each["lost"] for each in results.values()),
        "doubled": sum(each["doubled"] for each in results.values()),
        "answers_per_second": first["answers_per_second"],
        "p99_ms": first["p99_ms"],
        "databases": results,
    }
    print(json.dumps(summary))


if __name__ == "__main__":
    main()
