"""Registries: a folder of short files, each holding one entry under one name, is the list of what there is.

    METHODS: Registry[Method] = Registry("method", __name__, "METHOD")     # in segmenters/methods/__init__.py
    METHODS["hybrid-plus"]                                                 # loads hybrid_plus.py, and only that

A file is registered by being there: `hybrid_plus.py` that assigns `METHOD` is the method `hybrid-plus`. Files that do not assign
it are helpers. The names are read from the folder without importing anything, so help texts may list them; an entry is imported
when it is asked for. Entries have a name and a one-line description, and may have `aliases`. Whoever asks for something that is
not there gets the one error of `unknown`, with the nearest names.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from types import EllipsisType
from typing import Any, Protocol, TypeVar

from caesura.foundation.errors import InputError


class RegistryEntry(Protocol):
    """What a registry can hold: anything with a name and one line about it (and, if it has other names, `aliases`)."""

    @property
    def name(self) -> str: ...

    @property
    def description(self) -> str: ...


T = TypeVar("T", bound=RegistryEntry)

#: A name from outside is shown up to this length; a whole file pasted by mistake would hide the message.
_SHOWN = 60
_NEAREST = 3


class UnknownNameError(InputError, KeyError):
    """Something was asked for by a name that is not there. A `KeyError` too, so that a registry is a true mapping."""

    __str__ = InputError.__str__


def unknown(kind: str, name: object, known: Iterable[str]) -> UnknownNameError:
    """The one error for a name that is not there: `no method is called 'hybird'; did you mean hybrid? choose one of ...`."""
    import difflib  # only here: most runs name nothing wrong

    choices = list(known)
    given = str(name)
    # As people spell them: in capitals, with underscores for dashes. The whole of a long text cannot be near any name.
    spelled = given[:_SHOWN].lower().replace("_", "-").replace(" ", "-")
    near = difflib.get_close_matches(spelled, choices, _NEAREST)
    shown = given if len(given) <= _SHOWN else f"{given[:_SHOWN]}…"
    suggestion = f"did you mean {' or '.join(near)}? " if near else ""
    listed = (
        f"choose one of {', '.join(choices)}"
        if len(choices) > 1
        else f"there is only {choices[0]}"
        if choices
        else "there are none"
    )
    return UnknownNameError(f"no {kind} is called '{shown}'", cure=suggestion + listed)


def one_of(kind: str, name: object, known: Iterable[str]) -> str:
    """The name, where it is one of those; else the error of `unknown`. For a few fixed words that need no registry."""
    choices = known if isinstance(known, Registry) else list(known)
    if not isinstance(name, str) or name not in choices:
        raise unknown(kind, name, choices)
    return name


def several_of(kind: str, names: str, known: Iterable[str], *, everything: str = "all") -> list[str]:
    """The names of a comma-separated list, each once, in its order; `all` is every one."""
    given = [name.strip() for name in names.split(",")]
    choices = list(known)
    if given == [everything] and everything not in choices:
        return choices
    return list(dict.fromkeys(one_of(kind, name, choices) for name in given))


class Registry(Mapping[str, T]):
    """The entries of a folder by name, in a fixed order: that of `order`, where `...` stands for all others by the alphabet.

    `kind` is what errors and help call an entry; `package` and `attribute` say where entries are found. `spelled` gives the names
    of files that cannot be called like their entry (file stem -> name).
    """

    def __init__(
        self,
        kind: str,
        package: str,
        attribute: str,
        *,
        order: Sequence[str | EllipsisType] = (...,),
        spelled: Mapping[str, str] | None = None,
    ) -> None:
        self.kind = kind
        self._package = package
        self._attribute = attribute
        self._order = order if ... in order else (*order, ...)
        self._spelled = spelled or {}
        self._loaded: dict[str, T] = {}

    @classmethod
    def of(cls, kind: str, *entries: T) -> Registry[T]:
        """A registry of entries that are too small for files of their own, in this order."""
        registry = cls(kind, "", "")
        registry._loaded = {entry.name: entry for entry in entries}
        registry._modules = dict.fromkeys(registry._loaded, "")
        return registry

    @cached_property
    def _modules(self) -> dict[str, str]:
        """Name -> module, in order; found by reading the files, without importing them."""
        spec = find_spec(self._package)
        if spec is None or spec.submodule_search_locations is None:
            raise ImportError(f"{self._package} is not a folder of modules")
        assigns = re.compile(rb"^" + self._attribute.encode() + rb"(:[^=]*)? = ", re.MULTILINE)
        modules = {}
        for finder, stem, is_package in pkgutil.iter_modules(spec.submodule_search_locations):
            if not is_package and assigns.search(_source(finder, stem)):
                modules[self._spelled.get(stem, stem.replace("_", "-"))] = f"{self._package}.{stem}"
        named = [name for name in self._order if isinstance(name, str) and name in modules]
        others = sorted(modules.keys() - set(named))
        ordered = [one for name in self._order for one in (others if isinstance(name, EllipsisType) else (name,))]
        return {name: modules[name] for name in ordered if name in modules}

    @cached_property
    def _aliases(self) -> dict[str, str]:
        return {alias: name for name, entry in self.items() for alias in getattr(entry, "aliases", ())}

    def __getitem__(self, name: str) -> T:
        if name in self._loaded:
            return self._loaded[name]
        module = self._modules.get(name)
        if module is None:
            if name in self._aliases:
                return self[self._aliases[name]]
            raise unknown(self.kind, name, self)
        entry: T = getattr(import_module(module), self._attribute)
        if entry.name != name:
            raise ImportError(f"{module} holds the {self.kind} '{entry.name}', its file says '{name}'; rename one of them")
        self._loaded[name] = entry
        return entry

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (name in self._modules or name in self._aliases)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def __repr__(self) -> str:
        return f"<Registry of {self.kind}: {', '.join(self)}>"

    def several(self, names: str) -> list[T]:
        """The entries of a comma-separated list, each once, in its order; `all` is every one."""
        given = [name.strip() for name in names.split(",")]
        if given == ["all"] and "all" not in self:
            return list(self.values())
        return list({entry.name: entry for entry in (self[name] for name in given)}.values())


def _source(finder: Any, stem: str) -> bytes:
    spec = finder.find_spec(stem)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return b""  # compiled modules are nobody's entry
    source: bytes = spec.loader.get_data(spec.origin)
    return source
