"""The corpora the studio knows: the example, those named at its start, and those users gave it.

A corpus is asked for by its key, never by a path: whatever an address holds, nothing outside the library is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from caesura.corpus import read_corpus
from caesura.foundation import InputError
from caesura.studio.pages.upload_shelf import UploadShelf
from caesura.studio.settings import Quota

EXAMPLE = "example"


@dataclass(frozen=True)
class Shelved:
    """A corpus on the shelf: how it is called in addresses, for people, and where it lies."""

    key: str
    name: str
    path: Path
    whence: str
    is_upload: bool = False

    @property
    def stamp(self) -> tuple[str, int]:
        """Changes with the content."""
        return str(self.path), self.path.stat().st_mtime_ns


class Library:
    """Finds, keeps and deletes corpora."""

    def __init__(self, paths: tuple[str, ...], folder: Path, quota: Quota) -> None:
        self._named = [_named(path) for path in paths]
        taken = frozenset({EXAMPLE, *(one.key for one in self._named)})
        self._uploads = UploadShelf(folder / "corpora", quota, "corpus", taken)

    def shelf(self, who: str | None) -> list[Shelved]:
        """All there is for somebody (None sees everything), the example last: one's own comes first."""
        uploads = [Shelved(one.key, one.path.name, one.path, "uploaded", True) for one in self._uploads.listed(who)]
        return [*self._named, *uploads, _example()]

    def find(self, key: str, who: str | None) -> Shelved:
        for shelved in self.shelf(who):
            if shelved.key == key:
                return shelved
        raise InputError(f"no corpus is called '{key[:80]}' here", cure="choose one from the list of corpora")

    @contextmanager
    def adding(self, name: str, content: bytes, who: str | None) -> Iterator[Shelved]:
        """Keep an uploaded file, unless something about it turns out to be wrong here."""
        with self._uploads.adding(name, {"": content}, who) as added:
            yield Shelved(added.key, added.path.name, added.path, "uploaded", True)

    def add(self, name: str, content: bytes, who: str | None) -> Shelved:
        """Keep what the studio itself has written."""
        with self.adding(name, content, who) as added:
            return added

    def delete(self, key: str, who: str | None) -> None:
        self._uploads.delete(key, who)


def _named(path: str) -> Shelved:
    read_corpus(path)  # what is wrong with it is said when the studio starts, not when somebody looks
    file = Path(path)
    return Shelved(file.stem.lower(), file.name, file, "named when the studio was started")


def _example() -> Shelved:
    path = Path(str(files("caesura.studio").joinpath("examples", "city-life.jsonl")))
    return Shelved(EXAMPLE, "City life (example)", path, "comes with Caesura")
