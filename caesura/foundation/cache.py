"""Where what can be computed again is kept: the user's cache folder, or a temporary one where that cannot be written.

CAESURA_CACHE names the folder; without it, it is the platform's usual place.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

CACHE_VARIABLE = "CAESURA_CACHE"


def cache_folders() -> Iterator[Path]:
    """The folders to try, in order."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        yield Path(named)
    else:
        import platformdirs

        usual = platformdirs.user_cache_path("caesura", appauthor=False, opinion=False)
        if usual.is_absolute():  # it is not for a user without a home folder
            yield usual
    yield _temporary()


def cache_folder(part: str) -> Path | None:
    """The folder for one kind of things, such as `retrieval`, made where it is not there; None where nothing can be written."""
    for folder in cache_folders():
        if usable(folder) and usable(folder / part):
            return folder / part
    return None


def usable(folder: Path) -> bool:
    """Make the folder if it is not there; whether files can be made in it, and others cannot put theirs there."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return False
    return trusted(folder) and os.access(folder, os.W_OK | os.X_OK)


def trusted(folder: Path) -> bool:
    """Whether what lies in this folder is ours. In doubt only for the temporary one, where anyone can make a folder of any name."""
    if folder != _temporary() or not hasattr(os, "getuid"):
        return True
    try:
        facts = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(facts.st_mode) and facts.st_uid == os.getuid() and not stat.S_IMODE(facts.st_mode) & 0o022


@contextlib.contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """Processes that come here together go through one after the other, where the system can do that.

    Only a saving: without it each would do the work for itself, and the last rename would win with the same bytes.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    with lock.open("wb") as held:
        with contextlib.suppress(OSError):  # some network file systems have no locks
            fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _temporary() -> Path:
    user = str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return Path(tempfile.gettempdir()) / f"caesura-{user}"
