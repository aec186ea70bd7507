"""A process that computes one thing after the other, and is ended where one of them takes too long or too much memory."""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from caesura.foundation import InputError
from caesura.studio.events import report
from caesura.studio.pages.computing.standing_back import one_core_each, stand_back

#: Seconds that a process gets for its own start, beside what it computes.
_START = 60


class WorkerProcess:
    """`do(function, *arguments)` in another process. Functions and arguments travel by pickle."""

    def __init__(self, seconds: float, memory: int) -> None:
        self._seconds = seconds
        self._memory = memory
        self._process: Any = None
        self._pipe: Connection | None = None

    def do(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What the function gives. An `InputError` of it is raised here; so is one where it took too much of anything."""
        pipe = self._started()
        try:
            pipe.send((function, arguments))
            if not pipe.poll(self._seconds):
                self.end()
                raise InputError(f"it took longer than {self._seconds:.0f} seconds and was stopped", cure="use a smaller file")
            kind, answer = pipe.recv()
        except (EOFError, OSError):
            self.end()
            raise InputError("it needed more memory than one computation may take", cure="use a smaller file") from None
        match kind:
            case "done":
                return answer
            case "refused":
                raise InputError(answer["problem"], cure=answer["cure"], file=answer["file"], line=answer["line"])
            case _:
                report("computation failed", error=answer)
                raise RuntimeError("a computation failed; the log has the details")

    def end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def _started(self) -> Connection:
        if self._process is None or not self._process.is_alive() or self._pipe is None:
            self.end()
            # A fresh interpreter: a copy of a server with threads may have locks that nobody will ever open.
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_run, args=(theirs, self._seconds, self._memory), daemon=True)
            one_core_each()
            self._process.start()
            # From here, because its imports alone take a second or two.
            stand_back(self._process.pid)
            theirs.close()
            if not self._pipe.poll(_START):
                self.end()
                raise InputError("the computation could not be started", cure="try again in a while")
            self._pipe.recv()
        return self._pipe


def _run(pipe: Connection, seconds: float, memory: int) -> None:
    """The process: it ends with the server, and by an alarm where the server is no longer there to end it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    pipe.send("ready")
    while True:
        try:
            function, arguments = pipe.recv()
        except (EOFError, OSError):
            return
        signal.alarm(int(seconds) + 10)
        answer: tuple[str, Any]
        try:
            answer = ("done", function(*arguments))
        except InputError as error:
            place = None if error.file is None else str(error.file)
            answer = ("refused", {"problem": error.problem, "cure": error.cure, "file": place, "line": error.line})
        except MemoryError:
            os._exit(1)
        except Exception:
            answer = ("failed", traceback.format_exc())
        signal.alarm(0)
        try:
            pipe.send(answer)
        except (OSError, MemoryError):
            return
