"""Runs the notebooks of docs/notebooks and writes their outputs; with --check, says which outputs are not what is stored.

A notebook is JSON, and its cells are plain Python: no kernel is started. What a cell prints and the value of its last line are
its output, in text and, where a value has it, in HTML.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "notebooks"


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with fresh outputs, run in a folder of its own with the files of docs/examples."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    number = 0
    cells = []
    with _examples():
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                number += 1
                cell = {**cell, "execution_count": number, "outputs": _outputs("".join(cell["source"]), namespace, number)}
            cells.append(cell)
    return {**notebook, "cells": cells}


def _outputs(source: str, namespace: dict[str, Any], number: int) -> list[dict[str, Any]]:
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), namespace)  # noqa: S102 - our own notebooks
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), namespace)  # noqa: S307
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = value._repr_html_().splitlines(keepends=True)
        outputs.append({"output_type": "execute_result", "execution_count": number, "data": data, "metadata": {}})
    return outputs


@contextlib.contextmanager
def _examples() -> Iterator[None]:
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "docs" / "examples", folder, dirs_exist_ok=True)
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def main() -> None:
    stale = []
    for path in sorted(FOLDER.glob("*.ipynb")):
        stored = json.loads(path.read_text(encoding="utf-8"))
        fresh = executed(stored)
        if fresh != stored:
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(json.dumps(fresh, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if stale and "--check" in sys.argv:
        sys.exit(f"{', '.join(stale)}: the outputs are old; run .venv/bin/python -m scripts.notebooks")


if __name__ == "__main__":
    main()
