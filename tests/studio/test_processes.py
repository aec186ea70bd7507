"""Real processes on the loopback interface: start, answer, stop in good order."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from caesura.foundation import InputError
from caesura.studio import address_of, listening
from tests.studio.servers import Server, running


def children(server: Server) -> list[int]:
    """The server's own worker processes (not the resource tracker that Python starts beside them)."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            command = (entry / "cmdline").read_bytes()
        except (OSError, IndexError, ValueError):
            continue
        if parent == server.process.pid and b"spawn_main" in command:
            found.append(int(entry.name))
    return found


def until(holds: Callable[[], bool]) -> None:
    """Wait for something that will happen; give up after a time no machine needs."""
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.02)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are found through /proc")


@pytest.mark.parametrize(("workers", "number"), [(1, signal.SIGTERM), (1, signal.SIGINT), (2, signal.SIGINT)])
def test_answers_and_stops(workers: int, number: signal.Signals) -> None:
    with running("--method", "none", "--workers", workers) as server:
        assert httpx.get(f"{server.address}/healthz").json()["status"] == "ok"
        assert server.stop(number) == 0
        _, errors = server.process.communicate()
        assert errors == ""
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{server.address}/healthz")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_running_request_is_finished(lexicon: Path, workers: int) -> None:
    """The answer is far larger than what the sockets hold, so it is still being made when the signal comes."""
    lines = "brown bear cub in lake garden\n" * 45_000
    with running("--method", "wikipedia", "--lexicon", lexicon, "--workers", workers) as server:
        with httpx.stream("POST", f"{server.address}/v1/segment/lines", content=lines, timeout=60) as answer:
            pieces = answer.iter_bytes()
            first = next(pieces)
            server.process.send_signal(signal.SIGTERM)
            until(lambda: refused(server))
            assert server.process.poll() is None
            rest = b"".join(pieces)
        assert (first + rest).count(b"\n") == 45_000
        assert server.process.wait(60) == 0


@pytest.mark.parametrize("workers", [1, 2])
def test_a_second_interrupt_does_not_wait(lexicon: Path, workers: int) -> None:
    """A client that asks for much and never reads would hold the first one for half a minute."""
    body = b"brown bear cub in lake garden\n" * 45_000
    with running("--method", "wikipedia", "--lexicon", lexicon, "--workers", workers) as server:
        host, port = server.address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=60) as client:
            client.sendall(b"POST /v1/segment/lines HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            assert client.recv(12) == b"HTTP/1.1 200"
            server.process.send_signal(signal.SIGINT)
            until(lambda: refused(server))
            assert server.process.poll() is None
            server.process.send_signal(signal.SIGINT)
            assert server.process.wait(20) == 0


def refused(server: Server) -> bool:
    """New connections are no longer taken."""
    host, port = server.address.removeprefix("http://").split(":")
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) != 0


@needs_proc
def test_two_workers_answer() -> None:
    """Each of them: with one held still, the other takes what comes."""
    with running("--method", "none", "--workers", 2) as server:
        workers = children(server)
        assert len(workers) == 2
        for held in workers:
            os.kill(held, signal.SIGSTOP)
            try:
                # A connection the held worker was just taking would wait for it; a new one goes to the other.
                until(lambda: answers(server))
            finally:
                os.kill(held, signal.SIGCONT)
        assert server.stop() == 0


def answers(server: Server) -> bool:
    try:
        return httpx.get(f"{server.address}/healthz", timeout=1).status_code == 200
    except httpx.HTTPError:
        return False


@needs_proc
def test_a_dead_worker_is_replaced() -> None:
    with running("--method", "none", "--workers", 2) as server:
        before = children(server)
        os.kill(before[0], signal.SIGKILL)
        until(lambda: len(set(children(server)) - set(before)) == 1 and not alive(before[0]))
        assert answers(server)
        assert server.stop() == 0


@needs_proc
def test_workers_do_not_outlive_the_server() -> None:
    with running("--method", "none", "--workers", 2) as server:
        workers = children(server)
        server.process.kill()
        server.process.wait(60)
        until(lambda: not any(map(alive, workers)))


def test_a_port_in_use() -> None:
    with listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=rf"^127.0.0.1 port {port} is in use; choose another with --port"):
            listening("127.0.0.1", port)


def test_an_address_that_is_not_ours() -> None:
    with pytest.raises(InputError, match="not an address of this machine"):
        listening("192.0.2.1", 0)


@pytest.mark.parametrize("host", ["no host", "a..b", "x" * 300])
def test_a_host_nobody_knows(host: str) -> None:
    with pytest.raises(InputError, match="no address is known"):
        listening(host, 0)


def test_addresses() -> None:
    with listening("127.0.0.1", 0) as sock:
        assert address_of(sock) == f"http://127.0.0.1:{sock.getsockname()[1]}"
