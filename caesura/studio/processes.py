"""The processes of a server: one listening socket, one worker for each core, and an end in good order.

The first signal to stop (SIGTERM, SIGINT) lets running requests finish; then all processes end and the exit code is 0. A worker
that dies is replaced. Workers end on their own where the process that started them is gone.
"""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import TYPE_CHECKING, Any

from caesura.foundation import InputError
from caesura.studio.settings import Settings, StudioSettings

if TYPE_CHECKING:
    from fastapi import FastAPI

#: Seconds that running requests get before the server stops without them.
PATIENCE = 30

_BACKLOG = 1024


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; whatever prevents it is one clear line. Port 0 takes any that is free."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (socket.gaierror, UnicodeError):
        raise InputError(f"no address is known for the host '{host}'", cure="name one of this machine, such as 127.0.0.1") from None
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(_BACKLOG)
    except OSError as error:
        sock.close()
        match error.errno:
            case errno.EADDRINUSE:
                problem, cure = "is in use", "choose another with --port, or stop what listens there"
            case errno.EACCES:
                problem, cure = "is not open to you", "choose a --port from 1024 on"
            case errno.EADDRNOTAVAIL:
                problem, cure = "is not an address of this machine", "choose another --host"
            case _:
                problem, cure = f"cannot be listened on ({error.strerror})", "choose another --host or --port"
        raise InputError(f"{host} port {port} {problem}", cure=cure) from None
    return sock


def address_of(sock: socket.socket) -> str:
    """`http://127.0.0.1:8642`."""
    host, port = sock.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(settings: Settings | StudioSettings, sock: socket.socket, workers: int, ready: Callable[[], None]) -> None:
    """Serve until told to stop; `ready` is called once, when every worker answers."""
    if workers == 1:
        _run(settings, sock, ready)
    else:
        _Workers(settings, sock, workers).run(ready)


def _run(settings: Settings | StudioSettings, sock: socket.socket, ready: Callable[[], None], parent: int | None = None) -> None:
    """One server in this process. `parent` is what a worker watches: it is readable when the starting process has ended."""
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()

    # uvicorn raises the signal again when it has stopped; by then the work is done and there is nothing to die of.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _do_nothing)
    server = Server(
        uvicorn.Config(
            _application(settings),
            log_level="warning",
            access_log=False,
            lifespan="off",
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=PATIENCE,
            backlog=_BACKLOG,
        )
    )
    if parent is not None:

        def watch() -> None:
            wait([parent])
            server.should_exit = True

        threading.Thread(target=watch, daemon=True).start()
    server.run([sock])


def _application(settings: Settings | StudioSettings) -> FastAPI:
    """The API alone does not wait for what only the pages need."""
    if isinstance(settings, StudioSettings):
        from caesura.studio.studio import make_studio

        return make_studio(settings)
    from caesura.studio.app import make_app

    return make_app(settings)


def _worker(settings: Settings | StudioSettings, sock: socket.socket, told: Connection) -> None:
    """What a worker process does."""
    parent = multiprocessing.parent_process()

    def ready() -> None:
        told.send(True)
        told.close()

    _run(settings, sock, ready, None if parent is None else parent.sentinel)


class _Workers:
    """Starts the workers, replaces those that die, and passes signals on."""

    def __init__(self, settings: Settings | StudioSettings, sock: socket.socket, count: int) -> None:
        self._settings = settings
        self._socket = sock
        self._count = count
        self._processes: list[BaseProcess] = []
        # A handler may do little; it writes a byte here, and the loop does the rest.
        self._wake, self._woken = os.pipe()
        self._stopping = False

    def run(self, ready: Callable[[], None]) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._on_signal)
        try:
            starting = [self._start() for _ in range(self._count)]
            if all(self._answers(*each) for each in starting):
                ready()
            while not self._stopping:
                wait([self._wake, *(process.sentinel for process in self._processes)])
                self._replace_dead()
        finally:
            self._end()

    def _start(self) -> tuple[BaseProcess, Connection]:
        context = multiprocessing.get_context("spawn")
        told, tell = context.Pipe(duplex=False)
        process = context.Process(target=_worker, args=(self._settings, self._socket, tell), daemon=True)
        # Until a worker has its own handlers, Ctrl-C on the terminal is for this process alone.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        process.start()
        signal.signal(signal.SIGINT, before)
        tell.close()
        self._processes.append(process)
        return process, told

    def _answers(self, process: BaseProcess, told: Connection) -> bool:
        """Wait until the worker is ready; False when told to stop meanwhile. One that dies before it ever answered is an error."""
        wait([told, process.sentinel, self._wake])
        if self._stopping:
            return False
        try:
            told.recv()
        except EOFError:
            raise InputError("a worker process ended before it was ready", cure="try --workers 1 to see why") from None
        finally:
            told.close()
        return True

    def _replace_dead(self) -> None:
        for process in [process for process in self._processes if process.exitcode is not None]:
            self._processes.remove(process)
            if not self._stopping:
                self._answers(*self._start())

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        # Told twice, a worker stops at once: the second interrupt goes through as it came.
        for process in self._processes:
            if process.pid is not None and process.exitcode is None:
                os.kill(process.pid, number if self._stopping else signal.SIGTERM)
        self._stopping = True
        os.write(self._woken, b"!")

    def _end(self) -> None:
        self._socket.close()
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join(PATIENCE + 5)
            if process.exitcode is None:
                process.kill()
        os.close(self._wake)
        os.close(self._woken)


def _do_nothing(*_: Any) -> None:
    """The signal has been dealt with."""
