"""The folder a build works in: finished runs and a manifest, so that a killed build resumes where it left off.

A run is written whole or not at all, and the manifest names it only afterwards, together with how far into its source it
reaches. A source that changed since (size or time of its file, or an option) is another source: its old runs are thrown away.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from caesura.foundation import InputError, written
from caesura.lexicon.records import Records
from caesura.lexicon.runs import read_run, write_run

try:
    import fcntl
except ImportError:  # Windows: two builds of one file at once are not noticed there
    fcntl = None  # type: ignore[assignment]

_VERSION = 1
ALL = "all.run"
_LOCK = "lock"
_MANIFEST = "manifest.json"


@dataclass
class FileProgress:
    """How far one file of a source was counted."""

    runs: list[str] = field(default_factory=list)
    end: int = 0
    line: int = 1
    done: bool = False
    skipped: Counter[str] = field(default_factory=Counter)

    def plain(self) -> dict[str, Any]:
        return {"runs": self.runs, "end": self.end, "line": self.line, "done": self.done, "skipped": dict(self.skipped)}


class WorkFolder:
    """`out.runs` beside the lexicon that is built."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self.seed = seed
        self.files: dict[str, FileProgress] = {}
        self.merged: dict[str, Any] | None = None
        try:
            path.mkdir(exist_ok=True)
        except OSError as error:
            raise InputError(
                f"cannot be created ({error.strerror})", cure="name an output in a folder you may write to", file=path
            ) from error
        # Two builds in one folder would overwrite each other's runs; the lock goes with the process, however that ends.
        self._lock = (path / _LOCK).open("w")
        try:
            if fcntl is not None:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._lock.close()
            raise InputError("another build is at work here", cure="wait for it, or name another output", file=path) from error
        try:
            kept = _manifest(path)
        except InputError:
            self._lock.close()
            raise
        if kept is not None and kept["seed"] == seed:
            self.merged = kept["merged"]
            for key, facts in kept["files"].items():
                # A manifest may outlive its runs if someone tidied up by hand: what is not there is counted again.
                if all((path / name).is_file() for name in facts["runs"]):
                    self.files[key] = FileProgress(**{**facts, "skipped": Counter(facts["skipped"])})

    def restrict(self, keys: Sequence[str]) -> None:
        """Forget runs of sources that are not part of this build."""
        self.files = {key: self.files.get(key, FileProgress()) for key in keys}
        self.merged = None
        self.save()
        self._tidy()

    def add_run(self, key: str, records: Records, progress: FileProgress) -> None:
        """Write a run and say how far the file has come."""
        if len(records.first):
            name = f"run-{self._next():05d}.run"
            write_run(self.path / name, [records])
            progress.runs.append(name)
        self.files[key] = progress
        self.save()

    def blocks(self) -> list[Records]:
        """The blocks of every run."""
        return [block for progress in self.files.values() for name in progress.runs for block in read_run(self.path / name)]

    def finish(self, merged: dict[str, Any]) -> None:
        """All is in one run now: the runs of single files can go."""
        self.merged = merged
        self.files = {}
        self.save()
        self._tidy()
        (self.path / _LOCK).unlink(missing_ok=True)
        self.release()

    def release(self) -> None:
        """Let others work here; files stay as they are."""
        self._lock.close()

    def save(self) -> None:
        files = {key: progress.plain() for key, progress in self.files.items()}
        with written(self.path / _MANIFEST) as out:
            json.dump({"version": _VERSION, "seed": self.seed, "files": files, "merged": self.merged}, out, indent=1)

    def remove(self) -> None:
        """Delete what we wrote; a folder that holds anything else stays."""
        for name in (*(run.name for run in self.path.glob("run-*.run")), ALL, _MANIFEST, _LOCK):
            (self.path / name).unlink(missing_ok=True)
        self.release()
        if not any(self.path.iterdir()):
            self.path.rmdir()

    def remove_if_empty(self) -> None:
        """After a user's mistake: finished runs are worth keeping for the next try, an empty folder is not."""
        if not any(progress.runs for progress in self.files.values()):
            self.remove()

    def _next(self) -> int:
        return 1 + max((int(name[4:-4]) for progress in self.files.values() for name in progress.runs), default=0)

    def _tidy(self) -> None:
        used = {name for progress in self.files.values() for name in progress.runs}
        for file in self.path.glob("run-*.run"):
            if file.name not in used:
                file.unlink()


def kept_runs(path: Path) -> tuple[list[Records], dict[str, Any]]:
    """The one run a finished build kept, and what its manifest says: seed, sources, total."""
    manifest = _manifest(path) if path.is_dir() else None
    if manifest is None or manifest["merged"] is None or not (path / ALL).is_file():
        raise InputError(
            "holds no finished runs", cure="build the lexicon with --keep-runs, which updates and merges need", file=path
        )
    return read_run(path / ALL), {"seed": manifest["seed"], **manifest["merged"]}


def _manifest(path: Path) -> dict[str, Any] | None:
    try:
        manifest = json.loads((path / _MANIFEST).read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise InputError("has a damaged manifest", cure="delete the folder and build again", file=path) from error
    if not isinstance(manifest, dict) or manifest.get("version") != _VERSION or not {"seed", "files", "merged"} <= manifest.keys():
        raise InputError("comes from another version", cure="delete the folder and build again", file=path)
    return manifest
