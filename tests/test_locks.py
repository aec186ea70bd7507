"""The locks: every pin works on the oldest Python we promise, nothing is missing from them, and running needs little."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).parents[1]
OLDEST = "3.11.0"
#: What cannot be installed everywhere, and is then skipped by the tests that compare with it.
OPTIONAL = "peers"


def pins(lock: str) -> dict[str, str]:
    """Name -> version of every pin that applies on this machine."""
    lines = (line.partition("#")[0].strip() for line in (PROJECT / "requirements" / f"{lock}.txt").read_text().splitlines())
    read = [Requirement(line) for line in lines if line]
    return {canonicalize_name(pin.name): str(pin.specifier)[2:] for pin in read if pin.marker is None or pin.marker.evaluate()}


def installed(name: str, version: str, *, optional: bool = False) -> Distribution:
    try:
        found = distribution(name)
    except PackageNotFoundError:
        if optional:
            pytest.skip("the packages to compare with are not here: see requirements/peers.txt")
        raise
    assert found.version == version, f"{name} {found.version} is installed, the lock says {version}: run make setup"
    return found


@pytest.mark.parametrize("lock", ["run", "tests", OPTIONAL])
def test_every_pin_works_on_the_oldest_python(lock: str) -> None:
    refusing = {}
    for name, version in pins(lock).items():
        metadata = installed(name, version, optional=lock == OPTIONAL).metadata
        needed = str(metadata["Requires-Python"]) if "Requires-Python" in metadata else ""
        if not SpecifierSet(needed).contains(OLDEST):
            refusing[name] = needed
    assert refusing == {}, "run scripts/lock"


def declared() -> dict[str, list[str]]:
    """Extra -> its requirements as pyproject.toml has them; "" is the core."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    return {"": project["dependencies"], **project["optional-dependencies"]}


def reached(wanted: list[str]) -> dict[str, Distribution]:
    """What an install of these brings along, by the metadata of what is installed here."""
    extras, todo, found = declared(), [(Requirement(text), "") for text in wanted], dict[str, Distribution]()
    seen: set[tuple[str, str]] = set()
    while todo:
        requirement, extra = todo.pop()
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        for inner in ("", *sorted(requirement.extras)):
            if (name, inner) in seen:
                continue
            seen.add((name, inner))
            if name == "caesura":
                todo += [(Requirement(text), "") for text in extras[inner]]
                continue
            if name == "caesura-best":  # a package of this repository, installed from its folder
                continue
            found[name] = distribution(name)
            todo += [(Requirement(text), inner) for text in found[name].requires or ()]
    return found


def megabytes(distributions: Iterator[Distribution]) -> float:
    return sum(file.size or 0 for one in distributions for file in one.files or ()) / 1e6


def test_the_lock_for_running_is_what_the_studio_needs() -> None:
    build = tomllib.loads((PROJECT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert set(reached(["caesura[studio]", *build])) == set(pins("run")), "run scripts/lock"


def test_the_lock_for_tests_holds_the_rest() -> None:
    assert set(reached(["caesura[dev]"])) == set(pins("run")) | set(pins("tests")), "run scripts/lock"
    assert not set(pins("run")) & set(pins("tests"))


def test_running_needs_little() -> None:
    assert len(pins("run")) < 55
    assert not {"polars", "pandas", "pyarrow", "pyspark", "mypy", "mkdocs"} & set(pins("run"))
    assert megabytes(iter(reached(["caesura[studio]"]).values())) < 380  # and 40 for pip, Cython and the package itself


def test_the_core_is_small() -> None:
    core = reached(["caesura"])
    assert {"numpy", "platformdirs", "rich", "typer"} <= set(core)
    assert len(core) <= 10
    assert "pydantic" not in core
    assert megabytes(iter(core.values())) < 75  # without bytecode, and 26 for the package itself


#: Extras named after a library that people have already: docs/integrations.md. Their tests use what requirements/peers.txt pins.
LIBRARIES = {"crowdkit", "datasets", "duckdb", "ir-datasets", "language-model", "pandas", "pyterrier", "sklearn", "spacy"}


def test_every_extra_is_part_of_all() -> None:
    whole = set(reached(["caesura[all]"]))
    for extra in declared():
        if extra not in ("dev", "docs", "all") and extra not in LIBRARIES:
            assert set(reached([f"caesura[{extra}]"])) <= whole, extra


def test_vendored_files_are_what_their_list_says() -> None:
    import hashlib

    for line in (PROJECT / "requirements" / "vendored.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        _, _, _, target, checksum = line.split()
        file = PROJECT / target
        if target.startswith("caesura/") or file.exists():  # what tests use is fetched, what ships is in the repository
            assert hashlib.sha256(file.read_bytes()).hexdigest() == checksum, target
            assert not re.search(rf"^/?{re.escape(target)}$", (PROJECT / ".gitignore").read_text(), re.M) or "tests/" in target
