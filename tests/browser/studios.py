"""A running studio for browser tests, with accounts that are made without its code: that one works once."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from caesura.campaign import create_owner, open_store
from tests.studio.servers import running

PASSWORD = "a password of some length"  # noqa: S105


@dataclass(frozen=True)
class OpenStudio:
    """Where it is, where it keeps its things, and the code for the first account."""

    address: str
    folder: Path
    code: str

    def enter(self, page: Any, name: str) -> None:
        """Sign in as somebody new."""
        with open_store(str(self.folder / "campaigns.db")) as store:
            create_owner(store, name, PASSWORD)
        page.goto(f"{self.address}/campaigns")
        page.locator("#name").fill(name)
        page.locator("#password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()


@contextlib.contextmanager
def open_studio(folder: Path, *arguments: object) -> Iterator[OpenStudio]:
    with running("--folder", folder, *arguments, command="studio") as server:
        assert server.process.stdout is not None
        code = server.process.stdout.readline().split("code=")[1].strip()
        yield OpenStudio(server.address, folder, code)
