"""How the processes of one server agree which reload is the newest: by empty files in a folder that they share.

A reload first claims a number and then reads; when all has been read, the number is published. So whoever serves a published number
has read its files after everything that was asked under an older one, and two reloads at the same time never share a number.
"""

from __future__ import annotations

import os
from pathlib import Path

#: What a server serves before anybody has asked for a reload.
FIRST = 1

_CLAIMED, _PUBLISHED = "claimed-", "published-"


def claim(control: str | Path) -> int:
    """A number above all that were claimed so far; no other process gets it."""
    number = max(_numbers(control, _CLAIMED), newest(control)) + 1
    while True:
        try:
            os.close(os.open(Path(control) / f"{_CLAIMED}{number}", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            number += 1
        else:
            return number


def give_up(control: str | Path, number: int) -> None:
    """What was claimed could not be read."""
    (Path(control) / f"{_CLAIMED}{number}").unlink(missing_ok=True)


def publish(control: str | Path, number: int) -> None:
    """All processes should come to serve this number, or a later one."""
    (Path(control) / f"{_PUBLISHED}{number}").touch()
    for kind in (_CLAIMED, _PUBLISHED):
        for file in Path(control).glob(f"{kind}*"):
            if int(file.name.removeprefix(kind)) < number:
                file.unlink(missing_ok=True)


def newest(control: str | Path | None) -> int:
    """The newest number that was published; a process that shares no folder knows none but the first."""
    return FIRST if control is None else _numbers(control, _PUBLISHED)


def _numbers(control: str | Path, kind: str) -> int:
    return max((int(file.name.removeprefix(kind)) for file in Path(control).glob(f"{kind}*")), default=FIRST)
