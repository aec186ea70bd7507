"""Real servers for tests and benches: a process of its own on a free port of this machine."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Server:
    """A running `caesura serve` or `caesura studio`."""

    process: subprocess.Popen[str]
    address: str

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Its exit code."""
        self.process.send_signal(number)
        return self.process.wait(60)


@contextlib.contextmanager
def running(*arguments: object, command: str = "serve") -> Iterator[Server]:
    """`with running("--method", "none") as server: ...`; it is gone afterwards, whatever happens."""
    process = subprocess.Popen(
        [sys.executable, "-m", "caesura", command, "--port", "0", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        assert process.stdout is not None
        told = process.stdout.readline()
        address = next((word for word in told.split() if word.startswith("http://")), None)
        if address is None:
            assert process.stderr is not None
            raise RuntimeError(f"no server: {told}{process.stderr.read()}")
        yield Server(process, address)
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
        process.communicate()
