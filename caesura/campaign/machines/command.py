"""A local command as a machine annotator: one JSON line in, one JSON line out, for as long as it runs.

In: `{"task", "query", "paragraph"?, "messages", "sample"}`. Out: `{"answer": ...}` as the task takes it. Each thread has
a process of its own.
"""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import subprocess
import threading
from collections.abc import Mapping
from typing import Any

from caesura.campaign.machines.sources import PassingError, Reply, Request
from caesura.corpus import WorkerKind
from caesura.foundation import InputError

_LONGEST_LINE = 1_000_000


class Command:
    """`line` is split as a shell would, and run without one."""

    remote = False
    prompted = True

    def __init__(self, line: str, *, kind: WorkerKind = WorkerKind.LANGUAGE_MODEL, timeout: float = 60.0) -> None:
        try:
            self._arguments = shlex.split(line)
        except ValueError as error:
            raise InputError(f"the command cannot be read ({error})", cure="close its quotes") from None
        if not self._arguments:
            raise InputError("an empty command", cure="name a program that reads and writes JSON lines")
        self._line, self.kind, self._timeout = line, kind, timeout
        self._own = threading.local()
        self._all: list[subprocess.Popen[str]] = []

    @property
    def settings(self) -> Mapping[str, Any]:
        return {"command": self._line}

    def ask(self, request: Request) -> Reply:
        question = {"task": request.task, "query": request.text, "messages": list(request.messages), "sample": request.sample}
        if request.paragraph:
            question["paragraph"] = request.paragraph
        process, answers = self._process()
        try:
            assert process.stdin is not None  # noqa: S101 # as it was started
            process.stdin.write(json.dumps(question, ensure_ascii=False) + "\n")
            process.stdin.flush()
            line = answers.get(timeout=self._timeout)
        except (OSError, queue.Empty) as error:
            self._stop(process)
            raise PassingError(f"the command gave no answer ({type(error).__name__})") from None
        if not line:
            code = process.wait()
            self._stop(process)
            raise PassingError(f"the command ended with code {code}")
        return Reply(line)

    def close(self) -> None:
        for process in self._all:
            _end(process)
        self._all.clear()

    def _process(self) -> tuple[subprocess.Popen[str], queue.SimpleQueue[str]]:
        if getattr(self._own, "process", None) is None:
            try:
                process = subprocess.Popen(  # noqa: S603 # the user's own command is the point
                    self._arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
                )
            except OSError as error:
                raise InputError(f"{self._arguments[0]} cannot be run ({error.strerror})", cure="check the --command") from None
            answers: queue.SimpleQueue[str] = queue.SimpleQueue()
            threading.Thread(target=_listen, args=(process, answers), daemon=True).start()
            self._all.append(process)
            self._own.process, self._own.answers = process, answers
        return self._own.process, self._own.answers

    def _stop(self, process: subprocess.Popen[str]) -> None:
        """A new process answers the next question: what this one still says would be taken for the next answer."""
        _end(process)
        self._own.process = None


def _listen(process: subprocess.Popen[str], answers: queue.SimpleQueue[str]) -> None:
    stream = process.stdout
    while stream is not None:
        try:
            line = stream.readline(_LONGEST_LINE)
        except (OSError, ValueError):
            line = ""
        answers.put(line)
        if not line:
            stream.close()
            return


def _end(process: subprocess.Popen[str]) -> None:
    with contextlib.suppress(OSError):
        process.kill()
    process.wait()
    with contextlib.suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()
