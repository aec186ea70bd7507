"""What users gave the studio, kept in one folder: each upload in a folder of its own, with whom it belongs to beside it.

Where people sign in, each sees their own uploads; on the studio's own machine, where nobody has a name, everything is shown.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from caesura.corpus import unpack_to
from caesura.foundation import InputError, written, written_bytes
from caesura.studio.settings import Quota

#: File systems count the bytes of a name, 255 of them at most; some room is left for what is put beside it.
_NAME_BYTES = 120

#: What an uploaded file may hold, unpacked.
MOST_ROWS = 300_000
MOST_BYTES = 256 << 20


@dataclass(frozen=True)
class Upload:
    """A file or folder that was uploaded, and by whom (None: on the studio's own machine)."""

    key: str
    path: Path
    owner: str | None


class UploadShelf:
    """`reserved` are keys that are taken by something else. `what` is what the things on the shelf are called."""

    def __init__(self, folder: Path, quota: Quota, what: str, reserved: frozenset[str]) -> None:
        self._folder = folder
        self._quota = quota
        self._what = what
        self._reserved = reserved

    def listed(self, who: str | None) -> list[Upload]:
        """What somebody sees: their own, or everything."""
        return [one for one in self._all() if who is None or one.owner == who]

    @contextmanager
    def adding(self, name: str, contents: Mapping[str, bytes], who: str | None) -> Iterator[Upload]:
        """Keep files under a name; where what is done with them here ends in an error, nothing is left behind. A single zip file is
        unpacked, and several files are a folder."""
        self._check_quota(sum(map(len, contents.values())), who)
        safe = short_name(re.sub(r"[^\w.-]", "-", Path(name.replace("\\", "/")).name).lstrip("."))
        # What a packed file is called decides nothing when it is read, but would have it packed again when it is written.
        safe = re.sub(r"(\.(gz|xz|zst))+$", "", safe)
        key = next(one for one in _numbered(Path(safe).stem.lower() or self._what) if one not in self._taken())
        place = self._folder / key
        place.mkdir(parents=True, mode=0o700)
        try:
            path = _kept(place, safe or self._what, contents)
            if who is not None:
                with written(self._owner_file(key)) as out:
                    out.write(who)
            yield Upload(key, path, who)
        except BaseException as error:
            self._forget(key)
            if isinstance(error, InputError) and error.file is not None:
                # Whoever sent the file knows it by another name than the server does.
                raise InputError(f"{name}: {error.problem}", cure=error.cure, line=error.line) from None
            raise

    def delete(self, key: str, who: str | None) -> None:
        if key not in {one.key for one in self.listed(who)}:
            raise InputError(f"no {self._what} of yours is called '{key[:80]}'", cure="choose one from the list")
        self._forget(key)

    def _check_quota(self, size: int, who: str | None) -> None:
        own = [one for one in self._all() if one.owner == who]
        if len(own) >= self._quota.files:
            raise InputError(f"{len(own)} uploads are kept already", cure="delete one first")
        if sum(_size(one.path) for one in own) + size > self._quota.bytes:
            raise InputError(f"more than {self._quota.bytes >> 20} MB would be kept", cure="delete an upload first")

    def _all(self) -> list[Upload]:
        paths = sorted(self._folder.glob("*/*")) if self._folder.is_dir() else []
        return [Upload(path.parent.name, path, self._owner_of(path.parent.name)) for path in paths if path.name[:1] != "."]

    def _taken(self) -> set[str]:
        return {*self._reserved, *(one.name for one in self._folder.glob("*") if one.is_dir())}

    def _owner_of(self, key: str) -> str | None:
        file = self._owner_file(key)
        return file.read_text(encoding="utf-8") if file.exists() else None

    def _owner_file(self, key: str) -> Path:
        return self._folder / f"{key}.owner"

    def _forget(self, key: str) -> None:
        shutil.rmtree(self._folder / key, ignore_errors=True)
        self._owner_file(key).unlink(missing_ok=True)


def short_name(name: str) -> str:
    """The end of a file name that is not too long in bytes: letters may take four of them."""
    return name.encode("utf-8", "replace")[-_NAME_BYTES:].decode("utf-8", "ignore")


def _kept(place: Path, name: str, contents: Mapping[str, bytes]) -> Path:
    """One file under its name, or several in a folder of that name."""
    is_one = len(contents) == 1
    target = place / name
    if not is_one:
        target.mkdir()
    for inner, content in contents.items():
        with written_bytes(target if is_one else target / inner) as stream:
            stream.write(content)
    packed = is_one and next(iter(contents.values())).startswith(b"PK\x03\x04")
    return _unpacked(target) if packed else target


def _unpacked(archive: Path) -> Path:
    """What a zip file holds, beside it and under its name; the archive itself is not kept."""
    with TemporaryDirectory(dir=archive.parent, prefix=".unpacking-") as folder:
        inside = unpack_to(archive, Path(folder))
        target = archive.with_name(archive.stem + (inside.suffix if inside.is_file() else ""))
        archive.unlink()
        shutil.move(inside, target)
    return target


def _size(path: Path) -> int:
    return sum(one.stat().st_size for one in path.rglob("*")) if path.is_dir() else path.stat().st_size


def _numbered(stem: str) -> Iterator[str]:
    """`name`, `name-2`, `name-3`, ..."""
    return (stem if number == 1 else f"{stem}-{number}" for number in count(1))
