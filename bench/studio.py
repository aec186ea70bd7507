"""How fast is the studio? `python -m bench.studio [--requests 200]`; about a minute, loopback only.

A studio with its example in a process of its own, one client that asks again and again over one connection. Printed: the first
answer after the start, and p50 and p99 of the first page, the playground's answer to a query never asked before (as htmx
fetches it while somebody types), a corpus and its agreement,
with the server's own CPU time for each: on a busy machine that is what tells.
The last line is one JSON object. Goal: the first page under 100 ms.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from urllib.parse import quote, urlsplit

from tests.studio.servers import running

PAIRS = ("new york", "times square", "cape town", "night train", "red wine", "old bridge", "used bikes")
WORDS = [*" ".join(PAIRS).split(), "cheap", "paris", "hotel", "weather", "dance", "map"]


def timed(connection: http.client.HTTPConnection, method: str, path: str, body: str = "") -> float:
    """Milliseconds until the whole answer is here."""
    headers = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"} if body else {}
    begin = time.perf_counter()
    connection.request(method, path, body or None, headers)
    answer = connection.getresponse()
    answer.read()
    taken = 1000 * (time.perf_counter() - begin)
    if answer.status != 200:
        raise SystemExit(f"{method} {path} was answered with {answer.status}")
    return taken


def measured(process: int, times: int, ask: Callable[[], float]) -> dict[str, float]:
    before = cpu_seconds(process)
    found = sorted(ask() for _ in range(times))
    spent = 1000 * (cpu_seconds(process) - before) / times
    rank = {"p50_ms": found[times // 2], "p99_ms": found[min(times - 1, times * 99 // 100)], "cpu_ms": spent}
    return {name: round(value, 1) for name, value in rank.items()}


def cpu_seconds(process: int) -> float:
    """What the server itself has computed so far: the rest of the time it waited, for a busy machine too."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=200)
    times = parser.parse_args().requests
    draw = Random(1)

    def query() -> str:
        return " ".join(draw.choices(WORDS, k=draw.choice((2, 3, 3, 4, 5))))

    with tempfile.TemporaryDirectory() as folder, running("--folder", Path(folder, "studio"), command="studio") as server:
        connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=120)
        first = round(timed(connection, "GET", "/"), 1)
        corpus = next(iter(_corpora(connection)))
        timed(connection, "GET", f"{corpus}/agreement")  # made once, then kept
        process = server.process.pid
        rows = {
            "first page": measured(process, times, lambda: timed(connection, "GET", "/")),
            "playground, a new query": measured(
                process, times, lambda: timed(connection, "POST", "/playground", f"query={quote(query())}&engine=elasticsearch")
            ),
            "a corpus": measured(process, times, lambda: timed(connection, "GET", corpus)),
            "its agreement": measured(process, times, lambda: timed(connection, "GET", f"{corpus}/agreement")),
        }
        connection.close()
    print(f"the first answer after the start: {first} ms")
    print("| page | p50 | p99 | CPU of the server |\n|---|---|---|---|")
    for name, row in rows.items():
        print(f"| {name} | {row['p50_ms']} ms | {row['p99_ms']} ms | {row['cpu_ms']} ms |")
    print(json.dumps({"first_answer_ms": first, **rows}))


def _corpora(connection: http.client.HTTPConnection) -> list[str]:
    connection.request("GET", "/corpora")
    text = connection.getresponse().read().decode()
    return [part.split('"')[0] for part in text.split('href="') if part.startswith("/corpora/")]


if __name__ == "__main__":
    main()
