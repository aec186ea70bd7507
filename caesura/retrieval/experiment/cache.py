"""What was measured once is not measured again: figures kept on disk under a name made from all that they depend on.

A cache file belongs to one collection (its fingerprint and the version of Caesura are part of its name); inside, a figure's key
holds the query, mu and the grades. A file that cannot be read counts as empty.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from caesura.foundation import InputError, PathLike, __version__, fingerprint, written

#: Raised whenever the same key would stand for another figure.
_FORM = 1


class Cache:
    """A dictionary of figures that can be saved; without a folder it lives only as long as the process."""

    def __init__(self, folder: PathLike | None, *facts: str) -> None:
        name = f"retrieval-{fingerprint([str(_FORM), __version__, *facts])}.json.gz"
        self._file = None if folder is None else Path(folder) / name
        self._figures: dict[str, Any] = {} if self._file is None else _read(self._file)
        self._changed = False

    def get(self, key: str) -> Any:
        """The figure, or None where it is not known."""
        return self._figures.get(key)

    def put(self, key: str, figure: Any) -> None:
        self._figures[key] = figure
        self._changed = True

    def save(self) -> None:
        """Write what is new. A folder that cannot be written costs time with the next run, and nothing else."""
        if self._file is None or not self._changed:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with written(self._file) as stream:
                stream.write(json.dumps(self._figures, ensure_ascii=False, separators=(",", ":")))
        except (InputError, OSError):
            return
        self._changed = False


def _read(file: Path) -> dict[str, Any]:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as stream:
            content = json.load(stream)
    except (OSError, EOFError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}
