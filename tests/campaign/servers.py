"""Servers that tests and benches kill."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


class KillableServer:
    """`caesura serve --database` in a process of its own, always at the same address; it can be killed and comes back."""

    def __init__(self, database: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._command = [sys.executable, "-m", "caesura", "serve", "--port", str(self.port), "--workers", "1", "--method", "none"]
        self._command += ["--database", database]
        self._process = self._started()

    def _started(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert process.stdout is not None
        if not process.stdout.readline().startswith("serving"):
            raise RuntimeError("no server")
        return process

    def kill(self) -> None:
        """SIGKILL: no goodbye, no clean-up."""
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()
        self._process = self._started()

    def cpu_seconds(self) -> float:
        """Of the server and of the processes it started: it is a supervisor, they do the work."""
        spent: dict[int, tuple[int, int]] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                fields = stat.read_text().rsplit(")", 1)[1].split()
                spent[int(stat.parent.name)] = int(fields[1]), int(fields[11]) + int(fields[12])
        family = {self._process.pid}
        while children := {process for process, (parent, _) in spent.items() if parent in family} - family:
            family |= children
        return sum(spent[process][1] for process in family if process in spent) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            self._process.communicate()
