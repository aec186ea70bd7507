"""The processes of a server: one listening socket, workers under uvicorn's supervisor, and an end in good order.

The first signal to stop (SIGTERM, SIGINT) lets running requests finish; then all processes end and the exit code is 0; a second
one does not wait. SIGHUP is a reload: every worker reads model and lexicon again and then changes over; where they cannot be read,
nothing changes. Workers are not replaced for it: one that ends closes connections its clients keep, just when they may be asking.
uvicorn replaces workers that die or hang. Added here is what it lacks: it does not report when all workers answer or that one died,
is deaf to signals while a worker hangs, keeps accepting connections while it stops, ignores a second interrupt, and leaves
workers behind where it is killed.
"""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from multiprocessing.connection import wait
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from caesura.foundation import InputError
from caesura.studio.configuration import read_again
from caesura.studio.events import report
from caesura.studio.generations import claim, give_up, publish
from caesura.studio.service import Service
from caesura.studio.settings import ONLY, Deployment, Settings, StudioSettings

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette
    from uvicorn.supervisors.multiprocess import Process

#: Seconds that running requests get before the server stops without them.
PATIENCE = 30

#: Seconds after which a worker that does not answer the supervisor counts as hung.
HEALTH_CHECK = 30

#: Seconds that an idle connection is kept: longer than proxies keep theirs, so that it is they who close it, not we while they ask.
KEEP_ALIVE = 75

#: Seconds that a worker waits that could not start, before it ends and another one tries.
_BEFORE_ANOTHER_TRY = 2.0

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


def serve(settings: Settings | Deployment | StudioSettings, sock: socket.socket, workers: int, ready: Callable[[], None]) -> None:
    """Serve until stopped by a signal; `ready` is called once, when every worker answers.

    The studio stays one process: it keeps uploads and running experiments in memory. The API always has a supervisor, so that
    even a single worker is replaced when it dies.
    """
    if isinstance(settings, StudioSettings):
        _serve_here(settings, sock, ready)
        return
    deployment = settings if isinstance(settings, Deployment) else Deployment({ONLY: settings})
    with TemporaryDirectory(prefix="caesura-serve-") as control:
        numbers = Path(control) / "metrics"
        numbers.mkdir()
        # Read by prometheus-client in the workers, which inherit it: their numbers lie in one folder.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(numbers)
        _supervised(deployment, control, sock, workers, ready)


def check_deployment(deployment: Deployment) -> None:
    """Whatever is wrong with a deployment, as its file has it now, is one clear line here, before any worker loads it."""
    for settings in read_again(deployment).configurations.values():
        Service(settings)


def _serve_here(settings: StudioSettings, sock: socket.socket, ready: Callable[[], None]) -> None:
    import uvicorn
    from starlette.concurrency import run_in_threadpool

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            await run_in_threadpool(_do_nothing)  # what this imports is not to be waited for by the first who asks
            ready()

    # uvicorn raises the signal again when it has stopped; by then the work is done and there is nothing to die of.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _do_nothing)
    Server(_config(settings)).run([sock])


def _supervised(deployment: Deployment, control: str, sock: socket.socket, workers: int, ready: Callable[[], None]) -> None:
    from uvicorn.supervisors import Multiprocess

    class Supervisor(Multiprocess):
        def init_processes(self) -> None:
            super().init_processes()
            for process in self.processes:
                while not process.wait_until_ready(1, self.should_exit):
                    self.handle_signals()
                    if self.should_exit.is_set():
                        return
                    if process.exitcode is not None:
                        raise InputError("a worker process ended before it was ready", cure="the lines above say why")
            ready()

        def handle_hup(self) -> None:
            number = claim(control)
            try:
                check_deployment(deployment)
            except InputError as error:
                give_up(control, number)
                report("reload failed", error=str(error))
                return
            publish(control, number)

        def keep_subprocess_alive(self) -> None:
            for index, old in enumerate(self.processes):
                answers = _answers(old, unless=lambda: bool(self.signal_queue))
                if self.signal_queue:
                    return
                if answers:
                    continue
                old.kill()
                old.join()
                new = type(old)(self.config, self.sockets)
                new.start()
                self.processes[index] = new
                _forget(old.pid)
                report("worker died", died=old.pid, exitcode=old.exitcode, replaced_by=new.pid)

        def terminate_all(self) -> None:
            # Workers have the socket, too: it is closed for newcomers when all of them have let go of it.
            sock.close()
            super().terminate_all()

        def join_all(self) -> None:
            deadline = PATIENCE + 5.0
            for process in self.processes:
                while process.exitcode is None and deadline > 0:
                    process.process.join(0.1)
                    deadline -= 0.1
                    if self.signal_queue:  # asked twice to stop: at once, then
                        deadline = 0.0
                if process.exitcode is None:
                    process.process.kill()
                    process.process.join()

    supervisor = Supervisor(_config(replace(deployment, control=control), workers), [sock])
    try:
        supervisor.run()
    except InputError:
        supervisor.terminate_all()
        supervisor.join_all()
        raise


def _config(settings: Deployment | StudioSettings, workers: int = 1) -> uvicorn.Config:
    import uvicorn

    from caesura.studio.patience import PatientProtocol

    return uvicorn.Config(
        partial(_application, settings),
        factory=True,
        workers=workers,
        log_level="warning",
        access_log=False,
        lifespan="off",
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE,
        http=PatientProtocol,
        timeout_graceful_shutdown=PATIENCE,
        timeout_worker_healthcheck=HEALTH_CHECK,
        backlog=_BACKLOG,
    )


def _answers(worker: Process, unless: Callable[[], bool]) -> bool:
    """Whether a worker lives and answers the supervisor in time. One that dies meanwhile, or a signal to us, ends the waiting."""
    deadline = time.monotonic() + HEALTH_CHECK
    try:
        worker.parent_conn.send(b"ping")
        while time.monotonic() < deadline and not unless():
            found = wait([worker.parent_conn, worker.process.sentinel], 0.2)
            if worker.parent_conn in found:
                worker.parent_conn.recv()
                return True
            if found:
                break
    except (OSError, EOFError):
        pass
    return False


def _application(settings: Deployment | StudioSettings) -> Starlette:
    """What one process serves. The API alone does not wait for what only the pages need."""
    _end_with_the_parent()
    if isinstance(settings, StudioSettings):
        from caesura.studio.studio import make_studio

        return make_studio(settings)
    from caesura.studio.api.app import make_app

    try:
        return make_app(settings, watch=True)
    except InputError as error:
        # A file was broken since the others read it. They go on, and the supervisor tries again until it is mended.
        report("worker cannot start", error=str(error))
        time.sleep(_BEFORE_ANOTHER_TRY)
        raise SystemExit(1) from None


def _end_with_the_parent() -> None:
    """A worker whose supervisor was killed stops as if it had been asked to."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def _forget(worker: int | None) -> None:
    """What a worker that has ended said of itself no longer counts; what it had counted still does."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker)  # type: ignore[no-untyped-call]


def _do_nothing(*_: Any) -> None:
    """The signal has been dealt with."""
