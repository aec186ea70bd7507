"""Building the package: without kernels where they cannot be compiled, with one warning; and with every file that ships."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest

PROJECT = Path(__file__).parents[1]


def script() -> dict[str, Any]:
    """The names of setup.py, run without building anything."""
    names: dict[str, Any] = {"__name__": "setup_script", "__file__": str(PROJECT / "setup.py")}
    with mock.patch("setuptools.setup"), mock.patch("Cython.Build.cythonize", return_value=[]):
        exec(compile((PROJECT / "setup.py").read_text(), "setup.py", "exec"), names)  # noqa: S102
    return names


def test_every_kernel_is_compiled() -> None:
    sources = {str(path.relative_to(PROJECT)) for path in (PROJECT / "caesura").rglob("*.pyx")}
    assert set(script()["COMPILED"].values()) == sources


def a_project_with_the_same_kernels(folder: Path) -> None:
    (folder / "setup.py").write_text((PROJECT / "setup.py").read_text())
    foundation = Path("caesura", "foundation")
    (folder / foundation).mkdir(parents=True)
    (folder / foundation / "compiled.py").write_text((PROJECT / foundation / "compiled.py").read_text())
    for source in script()["COMPILED"].values():
        (folder / source).parent.mkdir(parents=True, exist_ok=True)
        (folder / source).write_text("one = 1\n")


def test_without_a_compiler_there_is_one_warning_and_nothing_half_built(tmp_path: Path) -> None:
    a_project_with_the_same_kernels(tmp_path)
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--build-lib", "out", "--build-temp", "work"]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=os.environ | {"CC": "/bin/false"})
    assert built.returncode == 0, built.stderr
    assert (built.stdout + built.stderr).count("the kernels were not compiled") == 1
    assert "Traceback" not in built.stderr
    assert list((tmp_path / "out").rglob("*.so")) == []
    required = os.environ | {"CC": "/bin/false", "CAESURA_KERNELS": "required"}
    refused = subprocess.run([*command, "--force"], cwd=tmp_path, capture_output=True, text=True, env=required)
    assert refused.returncode != 0


@pytest.mark.parametrize(("kind", "refused"), [("msvc", True), ("unix", False), ("mingw32", False)])
def test_microsofts_compiler_is_not_even_tried(kind: str, refused: bool) -> None:
    command = SimpleNamespace(compiler=SimpleNamespace(compiler_type=kind))
    assert (script()["BuildKernels"].refusal(command) is not None) == refused


def test_every_file_beside_the_code_is_package_data() -> None:
    """A data file that no pattern names would be missing from a wheel built elsewhere than here."""
    patterns = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    tracked = subprocess.run(["git", "ls-files", "caesura"], cwd=PROJECT, capture_output=True, text=True)
    if tracked.returncode:
        pytest.skip("not a git checkout: what belongs to the package is not known")
    named = {
        path.relative_to(PROJECT)
        for package, globs in patterns.items()
        for pattern in globs
        for path in (PROJECT / package.replace(".", "/")).glob(pattern)
    }
    code = re.compile(r"\.(py|pyi|pyx|pxd)$")
    missing = [name for name in tracked.stdout.split() if not code.search(name) and Path(name) not in named]
    assert missing == []


def test_no_package_data_pattern_is_empty() -> None:
    patterns = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    empty = [
        f"{package}: {pattern}"
        for package, globs in patterns.items()
        for pattern in globs
        if not list((PROJECT / package.replace(".", "/")).glob(pattern))
    ]
    assert empty == []


def test_the_version_is_stated_the_same_everywhere() -> None:
    import caesura

    assert f"\nversion: {caesura.__version__}\n" in (PROJECT / "CITATION.cff").read_text()
    headings = re.findall(r"^## (.*)$", (PROJECT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == "Unreleased" or headings[0].startswith(caesura.__version__)
    dated = re.compile(r"\d+\.\d+\.\d+ \((\d{4}-\d\d-\d\d|unreleased)\)")
    assert all(dated.fullmatch(heading) for heading in headings if heading != "Unreleased")


@pytest.mark.parametrize("name", ["pyproject.toml", "CITATION.cff", "SECURITY.md", "README.md", "CONTRIBUTING.md"])
def test_nobody_is_invented(name: str) -> None:
    text = (PROJECT / name).read_text()
    assert not re.search(r"[\w.]+@[\w-]+\.\w+", text.replace("${{", "")), "no mail addresses"
