"""The ways in which an input can come (regular file, FIFO, standard input; compressed or not), and who may read it."""

from __future__ import annotations

import contextlib
import gzip
import io
import lzma
import os
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

WAYS = ("regular file", "FIFO", "/dev/stdin", "-")

_NOBODY = 65534


def _zstd() -> Callable[[bytes], bytes] | None:
    try:
        from compression.zstd import compress
    except ImportError:
        pass
    else:
        return compress  # type: ignore[no-any-return, unused-ignore]
    try:
        import zstandard
    except ImportError:
        return None
    return zstandard.ZstdCompressor().compress  # type: ignore[no-any-return, unused-ignore]


_COMPRESS: dict[str, Callable[[bytes], bytes]] = {".gz": lambda content: gzip.compress(content, mtime=0), ".xz": lzma.compress}
if (_compress_zstd := _zstd()) is not None:
    _COMPRESS[".zst"] = _compress_zstd

#: Those that can be tried here: .zst needs the package zstandard, or Python 3.14.
COMPRESSIONS = tuple(_COMPRESS)


def compressed(content: bytes, ending: str) -> bytes:
    """The content as a file with this ending holds it; an empty ending leaves it as it is."""
    return _COMPRESS[ending](content) if ending else content


@contextlib.contextmanager
def given(way: str, path: Path, content: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The content, to be read once from the path that is yielded."""
    if way in ("-", "/dev/stdin"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))
        yield way
    elif way == "FIFO":
        with fifo(path, content):
            yield str(path)
    else:
        path.write_bytes(content)
        yield str(path)


@contextlib.contextmanager
def fifo(path: Path, content: bytes) -> Iterator[Path]:
    """A FIFO that somebody writes the content to, once."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no FIFOs")
    os.mkfifo(path)

    def write() -> None:
        with contextlib.suppress(BrokenPipeError), path.open("wb") as out:
            out.write(content)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    try:
        yield path
    finally:
        # Whoever did not read leaves the writer waiting: let it go.
        with contextlib.suppress(FileNotFoundError):
            os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
        writer.join(timeout=10)
        path.unlink(missing_ok=True)
        assert not writer.is_alive()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user may enter: those of pytest are closed to others."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def as_nobody(action: Callable[[], None]) -> None:
    """Run this in a process without root's rights, which permissions do not bind; what it raises is raised here."""
    if not hasattr(os, "fork"):
        pytest.skip("this system cannot change users")
    child = os.fork()
    if not child:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(_NOBODY)
                os.setuid(_NOBODY)
            action()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, "see the traceback of the child above"
