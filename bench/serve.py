"""How much does `caesura serve` answer? `python -m bench.serve [--seconds 3]`; under a minute, loopback only.

A server of one and of two workers over a lexicon made here, and a client in a process of its own that keeps a few connections
busy, each with one request at a time. Printed: requests a second and the latency of single queries (p50, p99), queries a second in
batches of 1,000, and queries for each second of the server's own CPU time: where client and server share few cores, that says
what a machine with more of them would do.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.studio.servers import Server, running

BATCH = 1000
WORDS = [first + vowel + last for first in "bdfgklmnprst" for vowel in "aeiou" for last in ("", "n", "ra", "sto", "mi", "lek")]


@dataclass(frozen=True)
class Load:
    """A kind of request: what is sent, and how many queries that answers."""

    name: str
    path: str
    accept: str
    queries: int
    connections: int


LOADS = (
    Load("single, 1 connection", "/v1/segment", "application/json", 1, 1),
    Load("single, 8 connections", "/v1/segment", "application/json", 1, 8),
    Load("batch, JSON", "/v1/segment", "application/json", BATCH, 4),
    Load("batch, lines to NDJSON", "/v1/segment/lines", "application/x-ndjson", BATCH, 4),
    Load("batch, lines to pipe form", "/v1/segment/lines", "text/plain", BATCH, 4),
)


def query(random: Random) -> str:
    return " ".join(random.choices(WORDS, k=random.choice((1, 2, 2, 3, 3, 3, 4, 4, 5, 6))))


def write_lexicon(path: Path, ngrams: int = 200_000) -> None:
    """Random n-grams of one to five words, every tenth a title."""
    import numpy as np

    from caesura.lexicon import build_from_ngrams

    random = Random(1)
    found = {*WORDS}
    while len(found) < ngrams:
        found.add(" ".join(random.choices(WORDS, k=random.choice((2, 2, 2, 3, 3, 4, 5)))))
    entries = sorted(found)
    counts = np.array([random.randrange(1, 10**6) for _ in entries], np.uint64)
    titles = np.array([random.random() < 0.1 for _ in entries], np.bool_)
    build_from_ngrams(path, [("\n".join(entries).encode(), counts, titles)], sources=[], total=None)


def requests(load: Load) -> list[bytes]:
    """A hundred different requests as bytes on the wire."""
    random = Random(2)
    made = []
    for _ in range(100):
        texts = [query(random) for _ in range(load.queries)]
        if load.path.endswith("lines"):
            body = "\n".join(texts).encode()
        else:
            body = json.dumps({"query": texts[0]} if load.queries == 1 else {"queries": texts}).encode()
        head = f"POST {load.path} HTTP/1.1\r\nHost: bench\r\nAccept: {load.accept}\r\nContent-Length: {len(body)}\r\n\r\n"
        made.append(head.encode() + body)
    return made


async def keep_busy(host: str, port: int, sent: list[bytes], until: float, latencies: list[float]) -> None:
    """One connection, one request after the other; every answer must be a success and whole."""
    reader, writer = await asyncio.open_connection(host, port, limit=1 << 24)
    at = 0
    while (start := time.perf_counter()) < until:
        writer.write(sent[at % len(sent)])
        at += 1
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(head.decode())
        if b"chunked" in head.lower():
            while size := int(await reader.readline(), 16):
                await reader.readexactly(size + 2)
            await reader.readline()
        else:
            await reader.readexactly(int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]))
        latencies.append(time.perf_counter() - start)
    writer.close()


async def drive(address: str, load: Load, seconds: float) -> list[float]:
    host, port = address.removeprefix("http://").split(":")
    latencies: list[float] = []
    sent = requests(load)
    until = time.perf_counter() + seconds
    await asyncio.gather(*(keep_busy(host, int(port), sent, until, latencies) for _ in range(load.connections)))
    return sorted(latencies)


def cpu_seconds(server: Server) -> float:
    """What the server and its workers have used so far."""
    ticks = 0
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if server.process.pid in (int(entry.name), int(fields[1])):
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def measured(server: Server, number: int, seconds: float) -> dict[str, float]:
    """One load from a second process."""
    before = cpu_seconds(server)
    command = [sys.executable, "-m", "bench.serve", "--drive", server.address, str(number), "--seconds", str(seconds)]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    used = cpu_seconds(server) - before
    return {**found, "per_cpu_second": found["requests"] * LOADS[number].queries / max(used, 0.01)}


def row_of(load: Load, found: dict[str, float]) -> str:
    """Requests and queries a second, queries per CPU second, latencies."""
    rate = found["requests"] / found["seconds"]
    return f"{rate:>12,.0f}{rate * load.queries:>12,.0f}{found['per_cpu_second']:>12,.0f}{found['p50']:>9.2f}{found['p99']:>9.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    parser.add_argument("--method", default="wikipedia")
    parser.add_argument("--drive", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.drive:
        address, number = options.drive
        start = time.perf_counter()
        latencies = asyncio.run(drive(address, LOADS[int(number)], options.seconds))
        rank = [latencies[min(len(latencies) - 1, int(len(latencies) * share))] * 1000 for share in (0.5, 0.99)]
        print(json.dumps({"requests": len(latencies), "seconds": time.perf_counter() - start, "p50": rank[0], "p99": rank[1]}))
        return
    print(f"{'':<28}{'workers':>8}{'requests/s':>12}{'queries/s':>12}{'per CPU s':>12}{'p50 ms':>9}{'p99 ms':>9}")
    with tempfile.TemporaryDirectory() as folder:
        lexicon = Path(folder) / "bench.lexicon"
        write_lexicon(lexicon)
        for workers in (1, 2):
            with running("--method", options.method, "--lexicon", lexicon, "--workers", workers) as server:
                for number, load in enumerate(LOADS):
                    found = measured(server, number, options.seconds)
                    print(f"{load.name:<28}{workers:>8}{row_of(load, found)}", flush=True)


if __name__ == "__main__":
    main()
