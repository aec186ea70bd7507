"""Lazy doors: names are found where the door promises them, and nothing is loaded before it is used."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from caesura.foundation import MissingExtraError
from scripts import rooms

DOORS = [door for door in sorted(rooms.PACKAGE.rglob("__init__.py")) if "lazy_door(__name__)" in door.read_text()]


@pytest.mark.parametrize("door", DOORS, ids=lambda door: str(door.parent.relative_to(rooms.PACKAGE.parent)))
def test_every_promised_name_is_there(door: Path) -> None:
    package = importlib.import_module(".".join(door.parent.relative_to(rooms.PACKAGE.parent).parts))
    missing = []
    for name in package.__all__:
        assert name in dir(package)
        try:
            assert getattr(package, name) is not None
        except MissingExtraError as error:
            missing.append(f"{name}: {error}")
    if missing:
        pytest.skip("; ".join(missing))


@pytest.mark.parametrize("door", DOORS, ids=lambda door: str(door.parent.relative_to(rooms.PACKAGE.parent)))
def test_no_name_is_that_of_a_file_behind_the_door(door: Path) -> None:
    """Python puts an imported file into its package under its name: the function of that name would be gone."""
    package = importlib.import_module(".".join(door.parent.relative_to(rooms.PACKAGE.parent).parts))
    assert set(package.__all__).isdisjoint(path.name.partition(".")[0] for path in door.parent.iterdir())


def test_a_name_nobody_promised_is_an_attribute_error() -> None:
    import caesura.foundation

    with pytest.raises(AttributeError, match=r"'caesura\.foundation' has no attribute 'utils'"):
        _ = caesura.foundation.utils


def test_nothing_is_loaded_before_it_is_used() -> None:
    code = (
        "import sys, caesura.foundation as f; before = 'caesura.foundation.reading' in sys.modules; f.lines; "
        "print(before, 'caesura.foundation.reading' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["False", "True"]
