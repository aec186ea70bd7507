"""The files to deploy with: linted where the linters are, and what they start is what there is."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml

from caesura.studio import Settings, read_configuration

DEPLOY = Path(__file__).parents[1] / "deploy"


def test_the_configuration_is_read() -> None:
    found = read_configuration(str(DEPLOY / "configuration" / "service.toml"), Settings())
    assert found.default == "web"
    assert found.configurations["careful"].overrides == str(DEPLOY / "configuration" / "overrides.tsv")


def test_options_exist() -> None:
    """What the image and the unit give to `caesura serve`."""
    source = (DEPLOY.parent / "caesura" / "cli" / "serve.py").read_text()
    for name in ("Dockerfile", "caesura.service"):
        for option in re.findall(r"(?<=[\s\"])--(?:config|host|access-log)", (DEPLOY / name).read_text()):
            assert f'"{option}"' in source


def test_hadolint() -> None:
    """The image's linter; a fault that it must see proves that it looks."""
    beside = Path(sys.executable).with_name("hadolint")
    hadolint = str(beside) if beside.exists() else shutil.which("hadolint")
    if hadolint is None:
        pytest.skip("hadolint is not here: see requirements/peers.txt")
    subprocess.run([hadolint, DEPLOY / "Dockerfile"], check=True)
    careless = (DEPLOY / "Dockerfile").read_text().replace("python:3.12-slim-bookworm", "python:latest")
    assert subprocess.run([hadolint, "-"], input=careless, text=True, capture_output=True).returncode == 1


@pytest.mark.parametrize("name", ["compose.yaml", "engines/compose.yaml"])
def test_compose_files_follow_the_schema(name: str) -> None:
    package = importlib.util.find_spec("check_jsonschema")  # never imported: only its file is wanted
    if package is None or package.origin is None:
        pytest.skip("the schema is not here: see requirements/peers.txt")
    schema = json.loads((Path(package.origin).parent / "builtin_schemas" / "vendor" / "compose-spec.json").read_text())
    compose = yaml.safe_load((DEPLOY / name).read_text())
    jsonschema.validate(compose, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(compose | {"service": {}}, schema)


def test_systemd_analyze(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not here")
    # The program it starts is not installed here: any other that can be run stands for it.
    unit = tmp_path / "caesura.service"
    unit.write_text((DEPLOY / "caesura.service").read_text().replace("/opt/caesura/bin/caesura", shutil.which("true") or ""))
    result = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
