"""Runs commands in a process where only the packages of the core can be imported: `python -m tests.core_alone < commands.json`.

Reads a list of argument lists and prints a list of `[exit code, stdout, stderr]`; the README's first lines are run as well. What
is installed beside the core is hidden from the import system, so the same test holds on a machine with everything and no network.
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import json
import sys
from collections.abc import Sequence
from importlib.metadata import packages_distributions
from typing import Any

from packaging.utils import canonicalize_name


def hide(kept: set[str]) -> None:
    """Makes every installed top-level module invisible that does not belong to one of these distributions."""
    hidden = {
        module
        for module, owners in packages_distributions().items()
        if not any(canonicalize_name(owner) in kept for owner in owners)
    } - {"tests", "scripts", "bench", "recipes", "caesura"}
    searching = sys.meta_path.index(importlib.machinery.PathFinder)

    class Core:
        """The usual finder, blind for what is hidden."""

        @staticmethod
        def find_spec(name: str, path: Sequence[str] | None = None, target: Any = None) -> Any:
            if name.partition(".")[0] in hidden:
                return None
            return importlib.machinery.PathFinder.find_spec(name, path, target)

    sys.meta_path[searching] = Core
    for name in [name for name in sys.modules if name.partition(".")[0] in hidden]:
        del sys.modules[name]


def main() -> None:
    from tests.test_locks import reached

    wanted = json.load(sys.stdin)
    core = set(reached(["caesura"]))
    hide(core)
    from scripts import readme_lines
    from tests.cli.commands import run

    results = []
    for arguments in wanted:
        result = run(*arguments)
        results.append([result.returncode, result.stdout, result.stderr])
    with contextlib.redirect_stdout(sys.stderr):
        readme_lines.main()  # fails where they print something else than their comments say
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main()
