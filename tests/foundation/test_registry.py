"""Registries: found by being there, loaded when asked for, one error for what is not there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from caesura.foundation import InputError, Registry, one_of, unknown
from caesura.foundation.registry import RegistryEntry, UnknownNameError, several_of

_FILE = """
from types import SimpleNamespace

METHOD = SimpleNamespace(name={name!r}, description="does {name}", aliases={aliases!r})
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package `some_methods` of three methods and a helper."""
    package = tmp_path / "some_methods"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "base.py").write_text("raise RuntimeError('helpers are not loaded for their own sake')\n")
    for stem, name, aliases in (("hybrid_plus", "hybrid-plus", ("hyb",)), ("titles", "titles", ()), ("long_name", "ln", ())):
        (package / f"{stem}.py").write_text(_FILE.format(name=name, aliases=aliases))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield package
    for module in [name for name in sys.modules if name.startswith("some_methods")]:
        del sys.modules[module]


def registry(**others: object) -> Registry[RegistryEntry]:
    return Registry("method", "some_methods", "METHOD", spelled={"long_name": "ln"}, **others)  # type: ignore[arg-type]


@pytest.mark.usefixtures("folder")
def test_a_file_is_registered_by_being_there_and_loaded_when_asked_for() -> None:
    found = registry()
    assert list(found) == ["hybrid-plus", "ln", "titles"]
    assert len(found) == 3
    assert "some_methods.titles" not in sys.modules
    assert found["titles"].description == "does titles"
    assert "some_methods.titles" in sys.modules
    assert "some_methods.hybrid_plus" not in sys.modules
    assert [entry.name for entry in found.values()] == list(found)


def test_adding_one_is_adding_a_file(folder: Path) -> None:
    (folder / "another.py").write_text(_FILE.format(name="another", aliases=()))
    assert list(registry()) == ["another", "hybrid-plus", "ln", "titles"]


@pytest.mark.usefixtures("folder")
def test_the_order_is_the_given_one_and_others_stand_where_the_dots_are() -> None:
    assert list(registry(order=("titles",))) == ["titles", "hybrid-plus", "ln"]
    assert list(registry(order=("titles", ..., "hybrid-plus"))) == ["titles", "ln", "hybrid-plus"]
    assert list(registry(order=(..., "gone", "hybrid-plus"))) == ["ln", "titles", "hybrid-plus"]


@pytest.mark.usefixtures("folder")
def test_an_alias_finds_its_entry_and_is_not_listed() -> None:
    found = registry()
    assert found["hyb"] is found["hybrid-plus"]
    assert "hyb" in found
    assert "hyb" not in list(found)
    assert [entry.name for entry in found.several("hyb, titles,hybrid-plus")] == ["hybrid-plus", "titles"]
    assert [entry.name for entry in found.several("all")] == list(found)


@pytest.mark.usefixtures("folder")
def test_what_is_not_there_is_one_error_with_the_nearest_names() -> None:
    found = registry()
    with pytest.raises(InputError) as error:
        found["Hybrid_Pluss"]
    assert str(error.value) == (
        "no method is called 'Hybrid_Pluss'; did you mean hybrid-plus? choose one of hybrid-plus, ln, titles"
    )
    assert found.get("base") is None
    assert "base" not in found
    with pytest.raises(UnknownNameError, match="no method is called 'base'; choose one of"):
        found.several("titles,base")


def test_a_file_called_otherwise_than_its_entry_is_our_fault_and_says_so(folder: Path) -> None:
    (folder / "wrong.py").write_text(_FILE.format(name="right", aliases=()))
    with pytest.raises(ImportError, match=r"some_methods\.wrong holds the method 'right', its file says 'wrong'"):
        registry()["wrong"]


def test_a_package_that_is_not_there_is_our_fault() -> None:
    with pytest.raises(ImportError, match="sys is not a folder"):
        len(Registry[RegistryEntry]("method", "sys", "METHOD"))


def test_the_error_is_one_short_line_whatever_was_given() -> None:
    text = str(unknown("rule", "x" * 5000 + "\n", ["a", "b"]))
    assert len(text) < 120
    assert "\n" not in str(unknown("rule", "a\nb", ["a", "b"]))
    assert str(unknown("rule", None, [])) == "no rule is called 'None'; there are none"
    assert str(unknown("rule", "b", ["aa"])) == "no rule is called 'b'; there is only aa"


def test_fixed_words() -> None:
    assert one_of("rule", "a", ("a", "b")) == "a"
    assert several_of("rule", "b, a,b", ("a", "b")) == ["b", "a"]
    assert several_of("rule", "all", ("a", "b")) == ["a", "b"]
    assert several_of("rule", "all", ("all", "none")) == ["all"]
    with pytest.raises(InputError, match="no rule is called 'c'; choose one of a, b"):
        several_of("rule", "a,c", ("a", "b"))


def test_every_registry_of_the_house_loads_and_describes_all_it_lists() -> None:
    import importlib
    import pkgutil

    import caesura

    for module in pkgutil.walk_packages(caesura.__path__, "caesura."):
        if module.ispkg or module.name.endswith(".registry"):
            importlib.import_module(module.name)
    ours = [module for name, module in list(sys.modules.items()) if name.startswith("caesura.")]
    registries = {id(value): value for module in ours for value in vars(module).values() if isinstance(value, Registry)}
    assert len(registries) > 10
    for found in registries.values():
        assert len(found) > 1
        for entry in found.values():
            assert entry.description, (found, entry.name)
            assert "\n" not in entry.description
        aliases = [alias for entry in found.values() for alias in getattr(entry, "aliases", ())]
        assert len({*aliases, *found}) == len(aliases) + len(found), f"two entries answer to one name: {found}"
