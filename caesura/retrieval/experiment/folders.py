"""Folders for what an experiment keeps or hands out."""

from __future__ import annotations

from pathlib import Path

from caesura.foundation import InputError, PathLike


def made_folder(path: PathLike) -> Path:
    """The folder, made with all that lead to it where it is not there."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be created ({error.strerror})", cure="name a folder that can be written to", file=path) from error
    return folder
