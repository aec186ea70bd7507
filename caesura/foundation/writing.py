"""Writing files: never a half-written result, and nothing destroyed that is not a regular file.

A regular file is written beside its place and renamed when it is whole; it keeps its mode and its owner, and a link to it stays
a link. A device, a FIFO or a standard stream is opened and written as it is: a rename would put a file in its place.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from caesura.foundation.compression import compression_named
from caesura.foundation.errors import InputError
from caesura.foundation.reading import PathLike

_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/(\d+)")
_STANDARD = {"-": 1, "/dev/stdout": 1, "/dev/stderr": 2}


def is_stdout(path: PathLike) -> bool:
    """Whether this names standard output."""
    return _descriptor(path) == 1


def check_writable(*paths: PathLike | None) -> None:
    """An error now, not after an hour of work, where nothing could be written to one of these files later."""
    for path in paths:
        if path is None or _descriptor(path) is not None:
            continue
        target = _resolved(path)
        if _is_special(target):
            if not os.access(target, os.W_OK):
                raise InputError("cannot be written (Permission denied)", cure="check its permissions", file=path)
        else:
            _beside(target, path)[0].unlink()


@contextlib.contextmanager
def written(path: PathLike) -> Iterator[IO[str]]:
    """Write text: a regular file is replaced when all went well, so the result is whole or not there; `-` is stdout."""
    if str(path) == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    with written_bytes(path) as raw:
        text = io.TextIOWrapper(raw, encoding="utf-8", newline="\n", write_through=True)
        yield text
        text.flush()
        text.detach()


@contextlib.contextmanager
def written_bytes(path: PathLike) -> Iterator[IO[bytes]]:
    """As `written`, for bytes; a name that ends in .gz, .xz or .zst is compressed (same input, same bytes)."""
    compression = compression_named(path)
    try:
        with _opened(path) as raw:
            if compression is None:
                yield raw
            else:
                with compression.writer(raw) as packed:
                    yield packed
    except OSError as error:
        # A full disk or a reader that went away has no name of its own; ours is what the user must hear.
        if error.filename is None and error.errno is not None:
            error.filename = str(path)
        raise


@contextlib.contextmanager
def written_folder(path: PathLike) -> Iterator[Path]:
    """A folder that appears whole or not at all. An existing one is refused: we do not guess what may be deleted."""
    target = _resolved(path)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise InputError("already exists", cure="name a new folder, or empty this one", file=path)
    _check_parent(target, path)
    try:
        temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    except OSError as error:
        raise _refused(error, path) from error
    try:
        yield temporary
        if not target.exists() or not _takes_over(temporary, target.stat()):
            temporary.chmod(0o777 & ~_umask())
        temporary.replace(target)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


@contextlib.contextmanager
def _opened(path: PathLike) -> Iterator[IO[bytes]]:
    descriptor = _descriptor(path)
    if descriptor is not None:
        with _descriptor_stream(descriptor, path) as raw:
            yield raw
        return
    target = _resolved(path)
    if not _is_special(target):
        with _replacing(target, path) as raw:
            yield raw
        return
    try:
        # Neither created nor cut off: it is there, and has no length.
        opened = os.fdopen(os.open(target, os.O_WRONLY), "wb")
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror})", cure="check its permissions", file=path) from error
    with opened as raw:
        yield raw


def _descriptor(path: PathLike) -> int | None:
    """The open stream that a name such as /dev/stdout or /dev/fd/5 stands for. What lies behind it may be a regular file, but one
    that somebody else has open: it must be written where they stand, not replaced."""
    name = str(path)
    if name in _STANDARD:
        return _STANDARD[name]
    match = _DESCRIPTOR.fullmatch(name)
    return int(match[1]) if match else None


@contextlib.contextmanager
def _descriptor_stream(descriptor: int, path: PathLike) -> Iterator[IO[bytes]]:
    standard = {1: sys.stdout, 2: sys.stderr}.get(descriptor)
    if standard is not None and hasattr(standard, "buffer"):
        standard.flush()
        yield standard.buffer
        standard.buffer.flush()
        return
    try:
        opened = os.fdopen(os.dup(descriptor), "wb")
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror})", cure="is this stream open?", file=path) from error
    with opened as raw:
        yield raw


def _resolved(path: PathLike) -> Path:
    """Where a path leads through its links; a link that leads nowhere yet names the file to create."""
    if not Path(path).is_symlink():
        return Path(path)
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise InputError("is a link that leads back to itself", cure="correct the link", file=path)
    return target


def _is_there(target: Path) -> bool:
    try:
        target.stat()
    except OSError:
        return False
    return True


def _is_special(target: Path) -> bool:
    """Whether something is there that is neither a regular file nor a folder."""
    try:
        mode = target.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


@contextlib.contextmanager
def _replacing(target: Path, path: PathLike) -> Iterator[IO[bytes]]:
    temporary, may_rename = _beside(target, path)
    try:
        with temporary.open("wb") as raw:
            yield raw
            raw.flush()
            os.fsync(raw.fileno())
        before = target.stat() if _is_there(target) else None
        if before is None:
            temporary.chmod(0o666 & ~_umask())
        if not may_rename or (before is not None and not _takes_over(temporary, before)) or not _renamed(temporary, target):
            _copy_over(temporary, target)
            temporary.unlink()
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _beside(target: Path, path: PathLike) -> tuple[Path, bool]:
    """An empty temporary file, and whether it may take the target's place by a rename.

    It lies beside the target. In a folder where we may not create files an existing file can still be ours to write: its new
    content is then gathered elsewhere and copied over when it is whole.
    """
    _check_parent(target, path)
    if target.is_dir():
        raise InputError("is a folder, a file was expected", cure="name a file inside it", file=path)
    exists = _is_there(target)
    if exists and not os.access(target, os.W_OK):
        raise InputError("cannot be written (Permission denied)", cure="check its permissions", file=path)
    beside = True
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except PermissionError as error:
        if not exists:
            raise _refused(error, path) from error
        beside = False
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.")
    except OSError as error:
        raise _refused(error, path) from error
    os.close(handle)
    return Path(name), beside


def _takes_over(temporary: Path, before: os.stat_result) -> bool:
    """Give the new file the old one's owner and mode; whether that could be done."""
    now = temporary.stat()
    if hasattr(os, "chown") and (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
        try:
            os.chown(temporary, before.st_uid, before.st_gid)
        except OSError:
            return False
    temporary.chmod(stat.S_IMODE(before.st_mode))
    return True


def _renamed(temporary: Path, target: Path) -> bool:
    try:
        temporary.replace(target)
    except OSError as error:
        # A file that is mounted by itself (as containers do), or another's file in a folder such as /tmp.
        if error.errno in (errno.EBUSY, errno.EPERM, errno.EACCES, errno.EXDEV):
            return False
        raise
    return True


def _copy_over(temporary: Path, target: Path) -> None:
    with temporary.open("rb") as content, target.open("r+b") as out:
        shutil.copyfileobj(content, out)
        out.truncate()
        out.flush()
        os.fsync(out.fileno())


def _check_parent(target: Path, path: PathLike) -> None:
    if not target.parent.is_dir():
        raise InputError("its folder does not exist", cure=f"create {target.parent} first", file=path)


def _refused(error: OSError, path: PathLike) -> InputError:
    return InputError(f"cannot be written ({error.strerror})", cure="check the folder's permissions", file=path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
