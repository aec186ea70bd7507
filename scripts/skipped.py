"""Counts the tests that were skipped, by their reasons: `python -m scripts.skipped FOLDER` reads pytest's JUnit files in it.

`make test` ends with this, so that a run without Java, PostgreSQL, Chromium, npm or corpora does not look greener than it is.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree  # our own pytest wrote the files


def skipped(folder: Path) -> tuple[int, Counter[str]]:
    """How many tests there are, and reason -> how many were skipped for it."""
    total = 0
    reasons: Counter[str] = Counter()
    for file in sorted(folder.glob("*.xml")):
        for case in ElementTree.parse(file).iter("testcase"):  # noqa: S314
            total += 1
            for skip in case.iter("skipped"):
                reasons[_short(skip.get("message") or "no reason given")] += 1
    return total, reasons


def _short(reason: str) -> str:
    first = reason.strip().splitlines()[0]
    return "expected to fail" if first.startswith("xfail") else first


def main() -> None:
    total, reasons = skipped(Path(sys.argv[1]))
    sys.stdout.write(f"== skipped: {sum(reasons.values())} of {total} tests\n")
    sys.stdout.writelines(f"  {count:4}  {reason}\n" for reason, count in reasons.most_common())


if __name__ == "__main__":
    main()
