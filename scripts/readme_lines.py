"""Runs the first python block of the README with what is installed: `python -m scripts.readme_lines`.

It prints the lines' output, and fails where it is not what their comments say.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def first_block() -> str:
    """The first python block of the README."""
    found = re.search(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    if found is None:
        raise SystemExit("README.md has no python block")
    return found[1]


def main() -> None:
    block = first_block()
    expected = re.findall(r"^print\(.*\)  # (.*)$", block, re.MULTILINE)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block, str(README), "exec"), {"__name__": "readme"})  # noqa: S102
    sys.stdout.write(printed.getvalue())
    if printed.getvalue().splitlines() != expected:
        raise SystemExit(f"README.md says instead: {expected}")


if __name__ == "__main__":
    main()
