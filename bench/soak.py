"""Do server and studio keep their memory? `python -m bench.soak [--minutes 10] [--plot docs/images/soak.svg]`; loopback only.

`caesura serve` and `caesura studio` in processes of their own, two clients that never rest: single queries, batches and
bodies that are refused for the one; pages, the playground, a corpus and its agreement for the other. Resident memory is read every
few seconds. Printed: requests, how many failed, and the slope of memory over the second half, in megabytes an hour, with what one
standard error of it is: flat is a slope that the two cannot tell from zero, or under 1 % of the memory in ten minutes.
"""

from __future__ import annotations

import argparse
import http.client
import json
import math
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlsplit

from bench.studio import WORDS
from tests.studio.servers import Server, running

EVERY = 5.0
Ask = tuple[str, str, str, str, int]  # method, path, body, kind of body, expected status
JSON, FORM = "application/json", "application/x-www-form-urlencoded"


def query(draw: Random) -> str:
    return " ".join(draw.choices(WORDS, k=draw.choice((2, 3, 3, 4, 5))))


def of_the_server(draw: Random) -> Ask:
    """One request: most are single queries that were never asked before."""
    kind = draw.random()
    if kind < 0.7:
        return "POST", "/v1/segment", json.dumps({"query": query(draw)}), JSON, 200
    if kind < 0.9:
        return "POST", "/v1/segment", json.dumps({"queries": [query(draw) for _ in range(200)]}), JSON, 200
    if kind < 0.95:
        return "POST", "/v1/segment", json.dumps({"query": 7}), JSON, 422
    return "GET", "/healthz", "", "", 200


def of_the_studio(corpus: str, draw: Random) -> Ask:
    kind = draw.random()
    if kind < 0.5:
        return "POST", "/playground", f"query={quote(query(draw))}&engine=elasticsearch", FORM, 200
    return "GET", draw.choice(("/", "/corpora", corpus, f"{corpus}/agreement")), "", "", 200


class Client(threading.Thread):
    """Asks until it is told to stop; a request that fails or is answered otherwise is counted, with what came."""

    def __init__(self, server: Server, ask: Callable[[Random], Ask]) -> None:
        super().__init__(daemon=True)
        self.server, self.ask = server, ask
        self.done, self.failed = 0, list[str]()
        self.stopping = threading.Event()

    def run(self) -> None:
        draw = Random(1)
        connection = http.client.HTTPConnection(urlsplit(self.server.address).netloc, timeout=120)
        while not self.stopping.is_set():
            method, path, body, kind, expected = self.ask(draw)
            try:
                headers = {"Content-Type": kind, **({"HX-Request": "true"} if kind == FORM else {})} if kind else {}
                connection.request(method, path, body or None, headers)
                answer = connection.getresponse()
                answer.read()
                if answer.status != expected:
                    self.failed.append(f"{method} {path}: {answer.status}")
            except (OSError, http.client.HTTPException) as error:
                self.failed.append(f"{method} {path}: {error!r}")
                connection.close()
            self.done += 1
        connection.close()


def resident(server: Server) -> float:
    """Megabytes of the process and its children."""
    found = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                if server.process.pid in (int(folder.name), parent):
                    found += int(next(line for line in (folder / "status").read_text().splitlines() if "VmRSS" in line).split()[1])
            except (OSError, StopIteration):
                continue
    return found / 1024


def slope(times: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """Megabytes an hour by least squares, and its standard error."""
    size, middle, mean = len(times), sum(times) / len(times), sum(values) / len(values)
    spread = sum((at - middle) ** 2 for at in times)
    rise = sum((at - middle) * (value - mean) for at, value in zip(times, values, strict=True)) / spread
    rest = sum((value - mean - rise * (at - middle)) ** 2 for at, value in zip(times, values, strict=True))
    return 3600 * rise, 3600 * math.sqrt(rest / max(1, size - 2) / spread)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--plot", help="draw memory over time into this file")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        running("--workers", 2) as server,
        running("--folder", Path(folder, "studio"), command="studio") as studio,
    ):
        connection = http.client.HTTPConnection(urlsplit(studio.address).netloc, timeout=120)
        connection.request("GET", "/corpora")
        text = connection.getresponse().read().decode()
        connection.close()
        corpus = next(part.split('"')[0] for part in text.split('href="') if part.startswith("/corpora/"))
        servers = {"serve, 2 workers": server, "studio": studio}
        clients = {
            "serve, 2 workers": Client(server, of_the_server),
            "studio": Client(studio, lambda draw: of_the_studio(corpus, draw)),
        }
        for client in clients.values():
            client.start()
        start, times = time.monotonic(), list[float]()
        memory: dict[str, list[float]] = {name: [] for name in servers}
        while time.monotonic() - start < 60 * options.minutes:
            time.sleep(EVERY)
            times.append(time.monotonic() - start)
            for name, one in servers.items():
                memory[name].append(resident(one))
        for client in clients.values():
            client.stopping.set()
        for client in clients.values():
            client.join(130)
    rows: list[dict[str, Any]] = []
    half = len(times) // 2
    for name, values in memory.items():
        rise, error = slope(times[half:], values[half:])
        flat = abs(rise) <= 2 * error or abs(rise) / 6 <= 0.01 * values[-1]
        rows.append(
            {
                "process": name,
                "minutes": round(times[-1] / 60, 1),
                "requests": clients[name].done,
                "failed": len(clients[name].failed),
                "mb_first_minute": round(max(values[: int(60 / EVERY)]), 1),
                "mb_middle": round(values[half], 1),
                "mb_end": round(values[-1], 1),
                "mb_an_hour": round(rise, 2),
                "standard_error": round(error, 2),
                "flat": flat,
            }
        )
        for fault in clients[name].failed[:3]:
            print(f"{name}: {fault}")
    for row in rows:
        print(json.dumps(row))
    if options.plot:
        draw_memory(times, memory, options.plot)


def draw_memory(times: Sequence[float], memory: dict[str, list[float]], path: str) -> None:
    from caesura.foundation import save_figure

    def draw(axes: Any) -> None:
        for name, values in memory.items():
            axes.plot([at / 60 for at in times], values, label=name)
        axes.set(xlabel="minutes under load", ylabel="resident memory, MB", ylim=(0, None))
        axes.legend()

    save_figure(draw, path, size=(7, 3))


if __name__ == "__main__":
    main()
