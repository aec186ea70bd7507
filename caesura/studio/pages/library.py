"""The corpora the studio knows: the example, those named at its start, and those users gave it.

A corpus is asked for by its key, never by a path: whatever an address holds, nothing outside the library is read.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from caesura.corpus import Corpus, read_corpus, unpack_to
from caesura.foundation import InputError, written_bytes
from caesura.studio.pages.result_cache import ResultCache

#: Corpora held open; the others are read again when somebody looks at them.
_OPEN = 8

EXAMPLE = "example"


@dataclass(frozen=True)
class Shelved:
    """A corpus on the shelf: how it is called in addresses, for people, and where it lies."""

    key: str
    name: str
    path: Path
    whence: str

    @property
    def stamp(self) -> tuple[str, int]:
        """Changes with the content."""
        return self.key, self.path.stat().st_mtime_ns


class Library:
    """Finds and opens corpora."""

    def __init__(self, paths: tuple[str, ...], folder: Path) -> None:
        self._uploads = folder / "corpora"
        self._named = [_named(path) for path in paths]
        self._open: ResultCache[Corpus] = ResultCache(_OPEN)

    def shelf(self) -> list[Shelved]:
        """All there is, the example last: one's own comes first."""
        uploads = sorted(self._uploads.glob("*/*")) if self._uploads.is_dir() else []
        found = [*self._named, *(Shelved(path.parent.name, path.name, path, "uploaded") for path in uploads)]
        return [*found, _example()]

    def find(self, key: str) -> Shelved:
        for shelved in self.shelf():
            if shelved.key == key:
                return shelved
        raise InputError(f"no corpus is called '{key}' here", cure="choose one from the list of corpora")

    def open(self, key: str) -> Corpus:
        """The corpus, read once and again when its file has changed."""
        shelved = self.find(key)
        return self._open.get(shelved.stamp, lambda: read_corpus(shelved.path))

    def add(self, name: str, content: bytes) -> Shelved:
        """Keep an uploaded file; one that is not a corpus is refused and leaves nothing behind."""
        safe = re.sub(r"[^\w.-]", "-", Path(name).name).lstrip(".")[-80:] or "corpus.jsonl"
        taken = {shelved.key for shelved in self.shelf()}
        stem = Path(safe).stem.lower() or "corpus"
        key = next(one for one in _numbered(stem) if one not in taken)
        path = self._uploads / key / safe
        path.parent.mkdir(parents=True)
        try:
            with written_bytes(path) as stream:
                stream.write(content)
            path = _unpacked(path) if content.startswith(b"PK\x03\x04") else path
            read_corpus(path)
        except Exception as error:
            shutil.rmtree(self._uploads / key, ignore_errors=True)
            if isinstance(error, InputError):
                # The reader names a path of the server; the user knows the file by another name.
                raise InputError(f"{name}: {error.problem}", cure=error.cure, line=error.line) from None
            raise
        return Shelved(key, path.name, path, "uploaded")


def _unpacked(archive: Path) -> Path:
    """What a zip file holds, beside it and under its name; the archive itself is not kept."""
    with TemporaryDirectory(dir=archive.parent, prefix=".unpacking-") as folder:
        inside = unpack_to(archive, Path(folder))
        target = archive.with_name(archive.stem + (inside.suffix if inside.is_file() else ""))
        archive.unlink()
        shutil.move(inside, target)
    return target


def _named(path: str) -> Shelved:
    read_corpus(path)  # what is wrong with it is said when the studio starts, not when somebody looks
    found = Path(path)
    return Shelved(found.stem.lower(), found.name, found, "named when the studio was started")


def _example() -> Shelved:
    path = Path(str(files("caesura.studio").joinpath("examples", "city-life.jsonl")))
    return Shelved(EXAMPLE, "City life (example)", path, "comes with Caesura")


def _numbered(stem: str) -> Iterator[str]:
    """`name`, `name-2`, `name-3`, ..."""
    return (stem if number == 1 else f"{stem}-{number}" for number in count(1))
