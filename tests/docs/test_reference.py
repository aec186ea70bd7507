from __future__ import annotations

from scripts import registry_reference
from scripts.cli_reference import PAGE, reference
from tests.cli.commands import all_commands


def test_the_reference_is_current() -> None:
    assert PAGE.read_text() == reference(), "run: python -m scripts.cli_reference"


def test_every_command_is_in_it() -> None:
    for path in all_commands():
        assert f"# caesura {' '.join(path)}\n" in PAGE.read_text()


def test_the_reference_of_names_is_current() -> None:
    current = registry_reference.PAGE.read_text(encoding="utf-8")
    assert current == registry_reference.reference(), "run: python -m scripts.registry_reference"
