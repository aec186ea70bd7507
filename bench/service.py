"""The service under load: `python -m bench.service [--seconds 2] [--workers 2]`. The default method, one client process of its own.

Printed: requests and queries a second (and for each second of the server's CPU time), latencies, the resident memory of all
processes, and how many requests failed, on connections that are kept and on new ones, while the service was reloaded over and
over: over HTTP, and by SIGHUP.
"""

from __future__ import annotations

import argparse
import json
import signal
import tempfile
import time
from pathlib import Path

from bench.serve import LOADS, cpu_seconds, measured, row_of
from tests.studio.servers import Server, running
from tests.studio.test_processes import children, until
from tests.studio.test_reload import Load, asked, served_by_all

TOKEN = "for this bench and no other"  # noqa: S105
RELOADS = 10


def resident(server: Server) -> tuple[float, float]:
    """Megabytes of all processes: as the kernel counts them, and with shared pages counted once."""
    sums = {"Rss": 0, "Pss": 0}
    for pid in (server.process.pid, *children(server)):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            name, _, rest = line.partition(":")
            if name in sums:
                sums[name] += int(rest.split()[0])
    return sums["Rss"] / 1024, sums["Pss"] / 1024


def reload(server: Server) -> float:
    start = time.perf_counter()
    status, body = asked(server, "POST", "/admin/reload", Authorization=f"Bearer {TOKEN}")
    assert status == 200
    assert json.loads(body)["everywhere"]
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "service.toml"
        (Path(name) / "admin.token").write_text(TOKEN)
        file.write_text('token_file = "admin.token"\n[configurations.web]\ncache = 0\n')
        with running("--config", file, "--workers", options.workers) as server:
            print(f"{'':<28}{'requests/s':>12}{'queries/s':>12}{'per CPU s':>12}{'p50 ms':>9}{'p99 ms':>9}")
            for number, load in enumerate(LOADS):
                found = measured(server, number, options.seconds)
                print(f"{load.name:<28}{row_of(load, found)}", flush=True)
            print(
                f"memory of {options.workers + 1} processes: "
                + "{:,.0f} MB, shared pages once {:,.0f} MB".format(*resident(server))
            )
            with Load(server, clients=4) as busy:
                times = [reload(server) for _ in range(RELOADS)]
            slowest = max(times)
            print(
                f"{RELOADS} reloads over HTTP: {busy.done:,} requests, {len(busy.failed)} failed; the slowest took {slowest:.2f} s"
            )
            with Load(server, clients=4) as busy:
                for generation in range(RELOADS + 2, 2 * RELOADS + 2):
                    server.process.send_signal(signal.SIGHUP)
                    until(lambda at=generation: served_by_all(server, at, options.workers))  # type: ignore[misc]
            print(f"{RELOADS} reloads by SIGHUP: {busy.done:,} requests, {len(busy.failed)} failed")
            print(f"server's CPU seconds in all: {cpu_seconds(server):.1f}")


if __name__ == "__main__":
    main()
