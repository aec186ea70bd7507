"""What strangers and large files cost the studio: `python -m bench.network [--corpus DIR]`. On this machine only.

Labels with 4,000 different values; a Parquet file of a million rows; 45 requests for one report; and annotators at work while ten
reports of large corpora are computed. Seconds until the request is answered, and the most memory that the studio and its processes
held together.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import threading
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import httpx

from bench.campaign import campaign_in, finished, in_a_process, percentile
from caesura.campaign import open_store
from tests.studio.servers import running

_PAGE = os.sysconf("SC_PAGE_SIZE")


class Memory:
    """The most that a process and its children held, looked at ten times a second."""

    def __init__(self, process: int) -> None:
        self._process = process
        self.peak = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._over.wait(0.1):
            self.peak = max(self.peak, sum(_resident(each) for each in _family(self._process)))

    def end(self) -> int:
        self._over.set()
        self._thread.join()
        return self.peak


def _resident(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


def _family(process: int) -> list[int]:
    try:
        children = [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
        threads = [int(each.name) for each in Path(f"/proc/{process}/task").iterdir() if int(each.name) != process]
        for thread in threads:
            children += [int(each) for each in Path(f"/proc/{process}/task/{thread}/children").read_text().split()]
    except OSError:
        children = []
    return [process, *(each for child in children for each in _family(child))]


def settled(client: httpx.Client, answer: httpx.Response) -> httpx.Response:
    """The page at the end of redirects and of waiting."""
    while answer.status_code == 303 or "refresh" in answer.headers:
        address = answer.headers.get("location", str(answer.url))
        time.sleep(0.2 if "refresh" in answer.headers else 0)
        answer = client.get(address)
    return answer


def timed(client: httpx.Client, process: int, what: str, ask: Callable[[], httpx.Response]) -> dict[str, Any]:
    memory = Memory(process)
    begin = time.perf_counter()
    answer = settled(client, ask())
    seconds = time.perf_counter() - begin
    told = {"seconds": round(seconds, 1), "status": answer.status_code, "peak_mb": memory.end() >> 20}
    print(f"{what:<52}{told['seconds']:>8.1f} s{told['peak_mb']:>8,} MB   {told['status']}", flush=True)
    return told


def many_labels() -> bytes:
    """4,000 different labels by 3 workers."""
    rows = [f"t{number},w{number % 3},label number {number}" for number in range(4000)]
    return ("task,worker,label\n" + "\n".join(rows) + "\n" + "\n".join(rows).replace(",w", ",v")).encode()


def many_rows() -> bytes:
    import polars

    packed = BytesIO()
    number = 1_000_000
    columns = {
        "id": polars.Series(range(number)).cast(polars.String),
        "query": ["tea pot"] * number,
        "segmentation": ["tea pot"] * number,
    }
    polars.DataFrame(columns).write_parquet(packed, compression="zstd")
    return packed.getvalue()


def large_corpora(folder: Path, number: int) -> list[Path]:
    """Corpora of 20,000 queries with ten made-up votes each."""
    draw, found = Random(3), []
    for name in range(number):
        path = folder / f"large{name}.jsonl"
        with path.open("w") as out:
            for query in range(20_000):
                words = [f"word{draw.randrange(3000)}" for _ in range(draw.randrange(3, 7))]
                votes: dict[str, int] = {}
                for _ in range(10):
                    vote = words[0] + "".join((" | " if draw.random() < 0.5 else " ") + word for word in words[1:])
                    votes[vote] = votes.get(vote, 0) + 1
                listed = [{"flat": vote, "count": count} for vote, count in votes.items()]
                out.write(json.dumps({"id": str(query), "text": " ".join(words), "votes": listed}) + "\n")
        found.append(path)
    return found


def annotators_meanwhile(address: str, folder: Path, paths: list[str], seconds: float, pause: float) -> dict[str, Any]:
    """The latency of annotators while the pages are asked for again and again."""
    with open_store(str(folder / "campaigns.db")) as store:
        campaign = campaign_in(store, f"meanwhile {len(paths)} {time.time()}")
    over = threading.Event()

    def look() -> None:
        with httpx.Client(base_url=address, timeout=120) as client:
            number = 0
            while not over.is_set():
                client.get(paths[number % len(paths)], headers={"accept": "text/html"})
                number += 1
                time.sleep(0.5)

    readers = [threading.Thread(target=look, daemon=True) for _ in paths]
    for reader in readers:
        reader.start()
    record = finished(in_a_process([address], campaign.link, seconds, pause, 50))
    over.set()
    took = [each[1] for each in record.submissions]
    shares = {"p50_ms": 0.5, "p99_ms": 0.99, "longest_ms": 1.0}
    return {"submissions": len(took), **{name: round(percentile(took, share), 1) for name, share in shares.items()}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long annotators work in each part")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="caesura-bench-") as place:
        corpora = large_corpora(Path(place), 10)
        folder = Path(place, "studio")
        named = [part for path in corpora for part in ("--corpus", path)]
        with (
            running("--folder", folder, *named, command="studio") as server,
            httpx.Client(base_url=server.address, timeout=600) as client,
        ):
            settled(client, client.get("/labels"))
            settled(client, client.get("/corpora/example"))
            process = server.process.pid
            labels, rows = many_labels(), many_rows()
            found: dict[str, Any] = {"labels_kb": len(labels) >> 10, "parquet_kb": len(rows) >> 10}
            files = {"labels": ("l.csv", labels)}
            found["labels"] = timed(client, process, "4,000 different labels", lambda: client.post("/labels", files=files))
            parquet = {"file": ("rows.parquet", rows)}
            found["parquet"] = timed(client, process, "a million rows of Parquet", lambda: client.post("/corpora", files=parquet))
            parts = {
                "nothing": ["/healthz"],
                "45 requests for one report": ["/corpora/large0/bias"] * 45,
                "ten reports": [f"/corpora/large{number}/evaluation" for number in range(10)],
            }
            for what, paths in parts.items():
                told = found[what] = annotators_meanwhile(server.address, folder, paths, options.seconds, 1.0)
                print(f"annotators beside {what:<34}p50 {told['p50_ms']:>7.1f} ms  p99 {told['p99_ms']:>7.1f} ms", flush=True)
            print(json.dumps(found))


if __name__ == "__main__":
    main()
