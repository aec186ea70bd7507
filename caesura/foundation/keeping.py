"""What came through a pipe, kept for whoever needs it again: a model or lexicon is opened by its path more than once, in other
processes too, and a pipe gives its content to the first only."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

from caesura.foundation.reading import PathLike, copy_to, existing, input_name, is_regular, is_stdin


def kept_on_disk(path: PathLike) -> Path:
    """The file itself, or a copy of what a pipe brings, decompressed; the copy is deleted when the program ends."""
    if is_regular(path):
        return Path(path)
    if not is_stdin(path) and existing(path).is_dir():
        return Path(path)  # whoever reads it says what was expected
    folder = Path(tempfile.mkdtemp(prefix="caesura-input-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    copy = folder / input_name(path)
    copy_to(path, copy)
    return copy
