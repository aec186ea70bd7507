"""A zip file of a corpus, unpacked: what the studio hands out as a download goes in again.

An archive may be sent by anyone: its names stay inside the folder, and what it unpacks to is bounded.
"""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from caesura.foundation import InputError, PathLike

MAXIMUM_BYTES = 256 << 20
MAXIMUM_FILES = 200


@contextmanager
def unpacked(path: PathLike) -> Iterator[Path]:
    """The one file or folder that a zip file holds, in a folder of its own that is gone afterwards."""
    with TemporaryDirectory(prefix="caesura-zip-") as folder:
        yield unpack_to(path, Path(folder))


def unpack_to(path: PathLike, folder: Path) -> Path:
    """Unpack into the folder, and name the one file or folder inside; the folder itself where there are several."""
    try:
        with zipfile.ZipFile(path) as archive:
            listed = [one for one in archive.infolist() if not one.is_dir() and not one.filename.startswith("__MACOSX/")]
            if not listed:
                raise InputError("the zip file is empty", cure="choose another", file=path)
            if len(listed) > MAXIMUM_FILES:
                raise InputError(f"the zip file holds {len(listed):,} files", cure=f"at most {MAXIMUM_FILES} are read", file=path)
            left = MAXIMUM_BYTES
            for one in listed:
                left -= _unpack(archive, one, folder / _inside(one.filename, path), left, path)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, RuntimeError):
        raise InputError("the zip file cannot be read", cure="pack it again", file=path) from None
    inner = folder
    while inner.is_dir() and len(inside := list(inner.iterdir())) == 1:
        inner = inside[0]
    return inner


def _inside(name: str, path: PathLike) -> Path:
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or ".." in parts or PurePosixPath(name).is_absolute() or ":" in parts[0] or "\0" in name:
        raise InputError("the zip file names a file outside its folder", cure="pack it again", file=path)
    return Path(*parts)


def _unpack(archive: zipfile.ZipFile, one: zipfile.ZipInfo, target: Path, left: int, path: PathLike) -> int:
    """How many bytes it took. What the archive says of its size may be wrong, so it is counted."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(one) as packed, target.open("wb") as out:
        while left >= 0 and (piece := packed.read(1 << 16)):
            left -= len(piece)
            out.write(piece)
    if left < 0:
        shutil.rmtree(target.parent, ignore_errors=True)
        raise InputError(f"the zip file unpacks to more than {MAXIMUM_BYTES >> 20} MB", cure="divide it into several", file=path)
    return target.stat().st_size
