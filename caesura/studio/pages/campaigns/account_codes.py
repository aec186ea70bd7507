"""Codes for new accounts: the one printed when the studio starts, and those that owners give to colleagues. Each works once."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from caesura.foundation import InputError

#: Unused codes that are kept; the oldest goes first.
_MOST = 100


class AccountCodes:
    """`with codes.used(code): ...` takes the code back where the account could not be created."""

    def __init__(self, first: str | None) -> None:
        self._codes = [] if first is None else [first]

    def __bool__(self) -> bool:
        return bool(self._codes)

    def new(self) -> str:
        code = secrets.token_urlsafe(9)
        self._codes = [*self._codes, code][-_MOST:]
        return code

    @contextmanager
    def used(self, given: str) -> Iterator[bool]:
        """Whether the code is one of them; it is not for as long as somebody is using it, nor afterwards."""
        match = next((code for code in self._codes if secrets.compare_digest(given.encode(), code.encode())), None)
        if match is not None:
            self._codes.remove(match)
        try:
            yield match is not None
        except InputError:
            if match is not None:
                self._codes.append(match)
            raise
