"""A real server with four workers: a reload, overrides and metrics act on all of them, and no request is lost meanwhile."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.studio.servers import Server, running
from tests.studio.test_processes import children, needs_proc, until

TOKEN = "a token of our own, long enough"  # noqa: S105
WORKERS = 4
QUERY = "brown bear cub in lake garden"


@pytest.fixture
def file(tmp_path: Path, lexicon: Path) -> Path:
    (tmp_path / "small.lexicon").write_bytes(lexicon.read_bytes())
    (tmp_path / "admin.token").write_text(TOKEN)
    (tmp_path / "overrides.tsv").write_text("")
    path = tmp_path / "service.toml"
    path.write_text(
        'token_file = "admin.token"\naccess_log = "access.jsonl"\n[configurations.web]\nmethod = "wikipedia"\n'
        'lexicon = "small.lexicon"\noverrides = "overrides.tsv"\n'
    )
    return path


def asked(server: Server, method: str, path: str, **headers: str) -> tuple[int, bytes]:
    """On a connection of its own, so that any worker may answer."""
    host, port = server.address.removeprefix("http://").split(":")
    connection = HTTPConnection(host, int(port), timeout=60)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def ready(server: Server) -> dict[str, object]:
    status, body = asked(server, "GET", "/readyz")
    assert status == 200
    found: dict[str, object] = json.loads(body)
    return found


class Load:
    """Clients that ask until they are stopped, every second one on a connection of its own for each query, the others on one that
    they keep; every answer but 200 and every broken connection counts."""

    def __init__(self, server: Server, clients: int) -> None:
        self.failed: list[str] = []
        self.done = 0
        self._stop = threading.Event()
        host, port = server.address.removeprefix("http://").split(":")
        self._threads = [threading.Thread(target=self._ask, args=(host, int(port), client % 2 == 0)) for client in range(clients)]

    def _ask(self, host: str, port: int, keeps: bool) -> None:
        connection = HTTPConnection(host, port, timeout=60)
        while not self._stop.is_set():
            try:
                connection.request("GET", "/v1/segment?q=brown+bear+cub+in+lake+garden")
                answer = connection.getresponse()
                body = answer.read()
                if answer.status != 200 or b'"segments"' not in body:
                    self.failed.append(f"{answer.status} {body[:200]!r}")
            except OSError as error:
                self.failed.append(repr(error))
                connection.close()
            self.done += 1
            if not keeps:
                connection.close()
        connection.close()

    def __enter__(self) -> Load:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()


@needs_proc
def test_four_workers_reload_together_and_lose_no_request(file: Path) -> None:
    with running("--config", file, "--workers", WORKERS) as server:
        before = set(children(server))
        with Load(server, clients=6) as load:
            until(lambda: load.done > 20)
            for generation in (2, 3):
                name = "web" if generation == 2 else "shop"
                file.write_text(file.read_text().replace("[configurations.web]", f"[configurations.{name}]"))
                status, body = asked(server, "POST", "/admin/reload", Authorization=f"Bearer {TOKEN}")
                answer = json.loads(body)
                assert (status, answer["generation"], answer["processes"], answer["everywhere"]) == (200, generation, WORKERS, True)
            after = load.done
            until(lambda: load.done > after + 20)
        assert load.failed == []
        assert set(children(server)) == before
        for _ in range(3 * WORKERS):
            assert list(ready(server)["configurations"]) == ["shop"]  # type: ignore[call-overload]
        # Overrides, in all workers, without a reload.
        (file.parent / "overrides.tsv").write_text("never\tbrown bear\n")
        time.sleep(1.5)
        for _ in range(3 * WORKERS):
            _, body = asked(server, "GET", "/v1/segment?q=brown+bear+cub")
            assert json.loads(body)["segments"][0]["text"] == "brown"
        # Metrics: whichever worker is asked, the numbers are those of all.
        counted = {line.split()[0]: float(line.split()[1]) for line in metrics(server).splitlines() if line[0] != "#"}
        assert counted['caesura_queries_total{config="web"}'] + counted['caesura_queries_total{config="shop"}'] == (
            load.done + 3 * WORKERS
        )
        assert counted['caesura_reloads_total{result="done"}'] == 2 * WORKERS
        assert counted["caesura_generation"] == 3
        assert server.stop() == 0


def metrics(server: Server) -> str:
    return asked(server, "GET", "/metrics")[1].decode()


@needs_proc
@pytest.mark.parametrize("workers", [1, 2, WORKERS])
def test_a_hang_up_reloads_every_worker_and_loses_no_request(file: Path, workers: int) -> None:
    """Not even one on a connection that was idle: workers stay, and so do the connections that clients keep."""
    with running("--config", file, "--workers", workers) as server:
        before = set(children(server))
        host, port = server.address.removeprefix("http://").split(":")
        idle = HTTPConnection(host, int(port), timeout=60)
        idle.auto_open = 0  # a connection that was closed meanwhile is an error, not a new connection
        idle.connect()
        with Load(server, clients=4) as load:
            until(lambda: load.done > 20)
            for generation in (2, 3, 4):
                file.write_text(file.read_text() + f'[configurations.shop{generation}]\nmethod = "none"\n')
                server.process.send_signal(signal.SIGHUP)
                until(lambda at=generation: served_by_all(server, at, workers))  # type: ignore[misc]
                idle.request("GET", "/readyz")
                assert json.loads(idle.getresponse().read())["generation"] == generation
            after = load.done
            until(lambda: load.done > after + 20)
        idle.close()
        assert load.failed == []
        assert set(children(server)) == before
        for _ in range(3 * workers):
            assert list(ready(server)["configurations"]) == ["web", "shop2", "shop3", "shop4"]  # type: ignore[call-overload]
        assert server.stop() == 0
        _, errors = server.process.communicate()
        events = [json.loads(line) for line in errors.splitlines() if line.startswith("{")]
        assert sorted((one["worker"], one["generation"]) for one in events) == [
            (worker, generation) for worker in sorted(before) for generation in (2, 3, 4)
        ]


def served_by_all(server: Server, generation: int, workers: int) -> bool:
    served = re.findall(r"^caesura_reloads_total.*? (\d+)", metrics(server), re.MULTILINE)
    return [int(one) for one in served] == [(generation - 1) * workers]


@needs_proc
def test_a_hang_up_with_a_broken_file_changes_nothing(file: Path) -> None:
    with running("--config", file, "--workers", 1) as server:
        before = children(server)
        good = file.read_text()
        file.write_text("nonsense")
        server.process.send_signal(signal.SIGHUP)
        time.sleep(2)
        assert children(server) == before
        file.write_text(good)
        os.kill(before[0], signal.SIGKILL)
        until(lambda: children(server) not in ([], before))
        assert list(ready(server)["configurations"]) == ["web"]  # type: ignore[call-overload]
        assert server.stop() == 0
        _, errors = server.process.communicate()
        events = [json.loads(line) for line in errors.splitlines() if line.startswith("{")]
        assert [event["event"] for event in events] == ["reload failed", "worker died"]
        assert "not TOML" in events[0]["error"]
        assert events[1]["died"] == before[0]
        assert events[1]["exitcode"] == -signal.SIGKILL


@needs_proc
def test_a_worker_that_cannot_start_is_tried_again_while_the_others_serve(file: Path) -> None:
    with running("--config", file, "--workers", 2) as server:
        (file.parent / "overrides.tsv").write_text("nonsense\n")
        first, second = children(server)
        os.kill(first, signal.SIGKILL)
        until(lambda: len(set(children(server)) - {first, second}) == 1)
        (third,) = set(children(server)) - {first, second}
        until(lambda: third not in children(server))
        for _ in range(5):
            assert asked(server, "GET", "/v1/segment?q=brown+bear")[0] == 200
        (file.parent / "overrides.tsv").write_text("never\tbrown bear\n")
        until(lambda: ready(server)["processes"] == 2)
        assert second in children(server)
        started = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - started < 15
        _, errors = server.process.communicate()
        assert "Traceback" not in errors
        events = [json.loads(line)["event"] for line in errors.splitlines() if line.startswith("{")]
        assert {"worker died", "worker cannot start"} <= set(events)
