"""Licences of all that Caesura stands on: known, and allowed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from caesura.foundation.licences import CARRIED, licences_here
from tests.cli.commands import run
from tests.test_locks import LIBRARIES, declared

#: Under these, anybody may use what we use for whatever they like; the last three ask that changes to themselves stay open.
ALLOWED = {
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "CNRI-Python", "ISC", "MIT", "MIT-0", "MIT-CMU", "PSF-2.0"),
    *("Unlicense", "Zlib", "LGPL-3.0-only", "MPL-2.0"),
    # Data: to be named, and shared alike.
    *("CC-BY-4.0", "CC-BY-SA-3.0", "CC-BY-SA-4.0", "PDDL-1.0", "LicenseRef-WordNet"),
}
#: Tools of the tests, which no installation brings: we run them, and share nothing made from them.
TOOLS = {"codespell": "GPL-2.0-only", "krippendorff": "GPL-3.0-or-later"}


@pytest.mark.parametrize("one", licences_here(), ids=lambda one: one.name)
def test_every_licence_is_allowed(one: object) -> None:
    name, licence = getattr(one, "name", ""), getattr(one, "licence", "")
    if TOOLS.get(name) == licence:
        assert getattr(one, "used_for", "") == "dev"
        return
    parts = [part.strip("() ") for part in re.split(r"\bAND\b|\bOR\b|\bWITH\b", licence)]
    assert parts
    assert set(parts) <= ALLOWED, f"{name}: {licence}; add it to ALLOWED after reading it, or do without the package"


def test_every_extra_is_looked_at() -> None:
    listed = {one.name.lower().replace("_", "-") for one in licences_here()}
    for extra, wanted in declared().items():
        for line in wanted:
            name = re.split(r"[\[<>=;!~ ]", line)[0].lower().replace("_", "-")
            if name not in ("caesura", "caesura-best", "jupyter", "") and extra not in LIBRARIES:
                assert name in listed or "python_version" in line, f"{extra}: {line}"


def test_the_notice_names_what_is_carried() -> None:
    notice = (Path(__file__).parents[1] / "NOTICE").read_text(encoding="utf-8")
    for one in CARRIED:
        if one.kind == "file" or "default lexicon" in one.used_for:
            assert one.name.split()[0].rstrip(",") in notice, one.name


def test_the_command() -> None:
    rows = json.loads(run("licences", "--format", "json").stdout)
    assert {"kind": "file", "name": "htmx.org", "version": "2.0.11", "licence": "0BSD", "used_for": "pages of the studio"} in rows
    assert any(row["name"] == "numpy" and row["kind"] == "package" for row in rows)
