"""What one request to the studio may cost: quotas, rows and bytes before reading, work in pools of its own with a time limit."""

from __future__ import annotations

import asyncio
import gzip
import os
import socket
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import httpx
import pytest

from caesura.foundation import InputError
from caesura.studio import Access, Settings, StudioSettings
from caesura.studio.api.problems import RefusedError
from caesura.studio.pages.computing import REPORTS, WorkPool
from caesura.studio.pages.labels_report import report_of
from caesura.studio.settings import Quota
from caesura.studio.studio import make_studio
from tests.studio.computations import filled, slept
from tests.studio.reached import CORPUS, studio_at
from tests.studio.servers import running

HTML = {"accept": "text/html"}


def test_uploads_have_a_quota_and_a_pace(settings: Settings, tmp_path: Path) -> None:
    with studio_at(settings, tmp_path, Access(), quota=Quota(files=2, bytes=1000)) as client:
        statuses = [client.post("/corpora", files={"file": ("a.jsonl", CORPUS)}).status_code for _ in range(3)]
        assert statuses == [303, 303, 422]
        client.post("/corpora/a/delete")
        assert client.post("/corpora", files={"file": ("a.jsonl", CORPUS * 20)}).status_code == 422, "bytes"
        statuses = [client.post("/labels", data={"x": "1"}).status_code for _ in range(25)]
        assert statuses[-1] == 429


def test_a_long_file_name_of_four_byte_letters_is_no_fault(settings: Settings, tmp_path: Path) -> None:
    with studio_at(settings, tmp_path, Access()) as client:
        answer = client.post("/corpora", files={"file": ("\U00020000" * 80 + ".jsonl", CORPUS)})
        assert answer.status_code == 303
        assert client.settled(answer.headers["location"]).status_code == 200


def test_many_labels_of_few_workers_are_refused_before_the_work(settings: Settings, tmp_path: Path) -> None:
    """173 KB with 4,000 different labels took 47 s and 2.5 GB."""
    rows = b"task,worker,label\n" + b"".join(b"t%d,w%d,label number %d\n" % (i, j, i) for i in range(4000) for j in range(3))
    with pytest.raises(InputError, match="different labels"):
        report_of(rows, None)
    with pytest.raises(InputError, match="rows"):
        report_of(b"task,worker,label\n" + b"t,w,1\n" * 200_001, None)
    with studio_at(settings, tmp_path, Access()) as client:
        where = client.post("/labels", files={"labels": ("l.csv", rows)}).headers["location"]
        assert client.settled(where, headers=HTML).status_code == 422


def test_packed_files_are_measured_before_they_are_read(settings: Settings, tmp_path: Path) -> None:
    """82 KB of Parquet unpacked to a million rows in 65 s."""
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(
        {"id": [str(i) for i in range(400_000)], "query": ["tea pot"] * 400_000, "segmentation": ["tea pot"] * 400_000}
    )
    frame.write_parquet(tmp_path / "rows.parquet", compression="zstd")
    long = polars.DataFrame({"id": ["1"] * 100, "query": ["tea " * 1_000_000] * 100, "segmentation": ["tea"] * 100})
    long.write_parquet(tmp_path / "bytes.parquet", compression="zstd")
    (tmp_path / "lines.jsonl.gz").write_bytes(gzip.compress(CORPUS * 400_000))
    (tmp_path / "bytes.gz").write_bytes(gzip.compress(b" " * (300 << 20)))
    with studio_at(settings, tmp_path / "studio", Access()) as client:
        for name, problem in (
            ("rows.parquet", "more than 300,000 rows"),
            ("bytes.parquet", "unpacks to more than 256 MB"),
            ("lines.jsonl.gz", "more than 300,000 rows"),
            ("bytes.gz", "unpacks to more than 256 MB"),
        ):
            content = (tmp_path / name).read_bytes()
            assert len(content) < 4 << 20
            refused = client.post("/corpora", files={"file": (name, content)})
            assert refused.status_code == 422
            assert problem in refused.json()["error"]
        assert not list((tmp_path / "studio").glob("corpora/*"))


def test_work_that_takes_too_long_or_too_much_is_ended() -> None:
    pool = WorkPool("test", processes=1, seconds=8.0, memory=1 << 30, waiting=1)
    first = pool.submit(slept, 0.0).result(60)
    with pytest.raises(InputError, match="longer than"):
        pool.submit(slept, 300.0).result(120)
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)  # the work was really ended, not only forgotten
    with pytest.raises(InputError, match="memory"):
        pool.submit(filled, 2 << 30).result(60)
    assert pool.submit(filled, 1 << 20).result(60) == 1 << 20
    waiting = [pool.submit(slept, 1.0) for _ in range(2)]
    with pytest.raises(RefusedError, match="too many"):
        pool.submit(slept, 0.0)
    for each in waiting:
        each.result(60)


def test_a_report_is_computed_once_however_many_ask_and_nobody_waits_for_it(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """45 requests for one report filled the pool of threads, and every annotator waited 25 s."""
    begun: list[Future[Any]] = []

    def never_done(*_: Any) -> Future[Any]:
        begun.append(Future())
        return begun[-1]

    monkeypatch.setattr(REPORTS, "submit", never_done)
    monkeypatch.setattr("caesura.studio.pages.computing.waiting.settled.__defaults__", (0.2,))
    app = make_studio(StudioSettings(settings, folder=str(tmp_path), access=Access()))

    async def asked() -> tuple[list[httpx.Response], float]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            reports = [asyncio.create_task(client.get("/corpora/example/bias", headers=HTML)) for _ in range(60)]
            await asyncio.sleep(0.05)
            begin = time.monotonic()
            assert (await client.get("/annotate/" + "a" * 32)).status_code == 404
            took = time.monotonic() - begin
            return await asyncio.gather(*reports), took

    answers, _ = asyncio.run(asked())
    assert len(begun) == 1
    assert {answer.headers["refresh"] for answer in answers} == {"2"}
    assert threading.active_count() < 60, "no thread waits for it"


def test_half_sent_requests_are_given_up_without_a_word(tmp_path: Path) -> None:
    with running("--folder", tmp_path, command="studio") as server:
        host, port = server.address.removeprefix("http://").split(":")
        halves = (
            b"",
            b"GET / HT",
            b"POST /corpora HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
            b"Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n",
            b"POST /playground HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nquery=half",
        )
        # Whoever hangs up in the middle leaves no traceback,
        for half in halves:
            with socket.create_connection((host, int(port))) as connection:
                connection.sendall(half)
                time.sleep(0.1)
        # and whoever does not go on is not waited for for ever.
        waiting = [socket.create_connection((host, int(port))) for _ in halves]
        for connection, half in zip(waiting, halves, strict=True):
            connection.sendall(half)
            connection.settimeout(60)
        told = [_whole(connection) for connection in waiting]
        assert told[:2] == [b"", b""]
        assert all(b" 408 " in each.partition(b"\r\n")[0] for each in told[2:])
        server.stop()
        assert server.process.stderr is not None
        assert "Traceback" not in server.process.stderr.read()


def _whole(connection: socket.socket) -> bytes:
    told = b""
    while piece := connection.recv(4096):
        told += piece
    connection.close()
    return told
