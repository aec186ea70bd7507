"""How a command ends when its output cannot be written: a reader that went away, a full disk, a closed stream."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from typing import Any

import typer

#: What the system says where a result could not be stored; anything else is a fault of ours and keeps its traceback.
_NOT_STORED = {
    errno.ENOSPC: "free some space and run it again",
    errno.EDQUOT: "free some of your quota and run it again",
    errno.EFBIG: "write to a file system that takes larger files",
    errno.EIO: "check the disk",
    errno.EROFS: "write to another place",
    errno.EBADF: "open it, or write to a file",
}

#: As a shell reports a program that the signal SIGPIPE ended.
_READER_WENT_AWAY = 141


class FailedWriteError(Exception):
    """What the system refused while a command ran."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


def complain(message: str) -> None:
    """One line on stderr, if there is anybody to read it."""
    with contextlib.suppress(OSError):
        typer.echo(f"caesura: {message}", err=True)


@contextlib.contextmanager
def stdout_or_error() -> Iterator[None]:
    """Results that wait in a buffer are written before the command has succeeded; where stdout is closed, printing is an error."""
    with contextlib.redirect_stdout(_ClosedOutput()) if sys.stdout is None else contextlib.nullcontext():
        yield
        sys.stdout.flush()


def failed_write(error: OSError) -> int:
    """Say in one line what could not be written, and return the exit status. Other errors are raised again."""
    _forget_the_rest()
    if isinstance(error, BrokenPipeError):
        # The reader (head, less) had enough, which is not an error: nothing to say.
        if error.filename is not None:
            complain(f"{error.filename}: its reader went away before all was written")
        return _READER_WENT_AWAY
    if error.errno not in _NOT_STORED:
        raise error
    complain(f"{error.filename or 'standard output'}: {error.strerror}; {_NOT_STORED[error.errno]}")
    return 1


def _forget_the_rest() -> None:
    """What still waits in stdout's buffer cannot be written either: Python must not try again when it shuts down."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _ClosedOutput(io.TextIOBase):
    """Stands for a standard output that was closed before we began."""

    def write(self, _text: str, /) -> int:
        raise OSError(errno.EBADF, "is closed")

    @property
    def buffer(self) -> Any:
        raise OSError(errno.EBADF, "is closed")
