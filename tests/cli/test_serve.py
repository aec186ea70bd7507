from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from caesura.studio import listening
from tests.cli.commands import run


def test_a_port_in_use_is_one_line() -> None:
    with listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        result = run("serve", "--method", "none", "--port", port)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr == f"caesura: 127.0.0.1 port {port} is in use; choose another with --port, or stop what listens there\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--workers", "many"], "--workers is 'many'"),
        (["--workers", "0"], "--workers is '0'"),
        (["--method", "magic"], "no method is called 'magic'"),
        (["--method", "dictionary"], "no phrases"),
        (["--method", "naive", "--lexicon", "nowhere.lexicon"], "nowhere.lexicon: no such file"),
        (["--port", "70000"], "--port"),
        (["--max-words", "65"], "--max-words"),
        (["--max-batch", "0"], "--max-batch"),
        (["--method", "none", "--host", "no host"], "no address is known for the host 'no host'"),
    ],
)
def test_what_is_wrong_is_said_before_the_server_starts(arguments: list[str], told: str) -> None:
    result = run("serve", *arguments)
    assert result.returncode == 2
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_damaged_lexicon_is_refused(tmp_path: Path) -> None:
    (tmp_path / "broken.lexicon").write_bytes(b"not a lexicon" * 1000)
    result = run("serve", "--method", "naive", "--lexicon", tmp_path / "broken.lexicon")
    assert result.returncode == 2
    assert "broken.lexicon" in result.stderr


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    result = run("serve", "--method", "none")
    assert result.returncode == 2
    assert "pip install 'caesura[serve]'" in result.stderr
