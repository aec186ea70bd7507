"""Every method once: its name, one line on what it does, its parameters, where it was published.

A method is one file in `caesura/segmenters/methods/` that holds `METHOD = Method(...)`. Nothing else lists it: the folder
is the registry.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, Protocol, TypeVar

from caesura.foundation import InputError
from caesura.lexicon import LexiconLike, default_lexicon
from caesura.segmenters.explanation import Explanation
from caesura.segmenters.segmentation import Segmentation
from caesura.tagging import Tagger, Tags

#: `printed` follows the formulas; `published` does what the public Webis outputs do (docs/segmenting.md).
Rules = Literal["printed", "published"]


class Segmenter(Protocol):
    """What `segmenter(name, ...)` gives: cut one query, many, or list the n best."""

    name: str
    recipe: tuple[Callable[..., Any], tuple[Any, ...]] | None

    def segment(self, text: str, tags: Tags | None = None) -> Segmentation: ...

    def segment_many(self, texts: Sequence[str], tags: Sequence[Tags | None] | None = None) -> list[Segmentation]: ...

    def nbest(self, text: str, wanted: int, tags: Tags | None = None) -> list[Segmentation]: ...

    def explain(self, text: str, tags: Tags | None = None) -> Explanation: ...

    def pipe_many(self, texts: Sequence[str], threads: int | None = None) -> list[str]: ...


@dataclass(frozen=True)
class Parameter:
    """A knob of a method, with its default."""

    name: str
    default: object
    description: str
    choices: tuple[object, ...] = ()


@dataclass(frozen=True)
class Setup:
    """What a method is given to work with."""

    lexicon: LexiconLike | None
    rules: Rules
    tagger: Tagger | None
    parameters: Mapping[str, Any]
    compiled: bool | None = None

    def need_lexicon(self) -> LexiconLike:
        """The given lexicon, else the one that comes with Caesura."""
        return default_lexicon() if self.lexicon is None else self.lexicon

    def need_tagger(self) -> Tagger:
        """The given tagger, else the one that ships with Caesura (read when it is first asked: tags may be given)."""
        return _tag_by_default if self.tagger is None else self.tagger


@dataclass(frozen=True)
class Method:
    """A way to segment queries."""

    name: str
    description: str
    citation: str
    make: Callable[[Setup], Segmenter]
    parameters: tuple[Parameter, ...] = ()
    needs_lexicon: bool = True
    needs_tags: bool = False
    rules_differ: bool = field(default=False)


class Named(Protocol):
    """What a folder can be the registry of."""

    @property
    def name(self) -> str: ...


Kind = TypeVar("Kind", bound=Named)


def registered(package: str, kind: type[Kind]) -> dict[str, Kind]:
    """The `METHOD` of every file in a folder, by its name."""
    folder = importlib.import_module(package)
    modules = (importlib.import_module(f"{package}.{module.name}") for module in pkgutil.iter_modules(folder.__path__))
    found = (getattr(module, "METHOD", None) for module in modules)
    return {method.name: method for method in found if isinstance(method, kind)}


@cache
def methods() -> Mapping[str, Method]:
    """All methods by name."""
    # By its full name: inside the room `methods` is this function, which the folder must not replace.
    return registered("caesura.segmenters.methods", Method)


def method_named(name: str) -> Method:
    known = methods()
    if name not in known:
        raise InputError(f"no method is called '{name}'", cure=f"choose one of {', '.join(known)}")
    return known[name]


def default_method() -> str:
    """What is used where no method is named: the learned one where it is there, else the best of the classic ones."""
    return "learned" if "learned" in methods() else "hybrid"


def segmenter(
    name: str,
    *,
    lexicon: LexiconLike | None = None,
    rules: Rules = "printed",
    tagger: Tagger | None = None,
    compiled: bool | None = None,
    **parameters: object,
) -> Segmenter:
    """A segmenter by the name of its method: `segmenter("wikipedia", lexicon=lexicon).segment("new york times")`.

    `tagger` is for methods that need parts of speech and are not given them. `compiled` forces the kernel (True) or the
    plain path (False); both answer alike, and by default the kernel runs where it can.
    """
    method = method_named(name)
    if rules not in ("printed", "published"):
        raise InputError(f"no rules are called '{rules}'", cure="choose printed or published")
    known = {parameter.name: parameter for parameter in method.parameters}
    for given, value in parameters.items():
        if given not in known:
            listed = ", ".join(known) if known else "none"
            raise InputError(f"the method {name} has no parameter '{given}'", cure=f"it has: {listed}")
        if known[given].choices and value not in known[given].choices:
            raise InputError(
                f"{given} of {name} cannot be '{value}'", cure=f"choose one of {', '.join(map(str, known[given].choices))}"
            )
    values = {parameter.name: parameters.get(parameter.name, parameter.default) for parameter in method.parameters}
    made = method.make(Setup(lexicon, rules, tagger, values, compiled))
    made.recipe = (_made_again, (name, lexicon, rules, tagger, compiled, dict(parameters)))
    return made


def _made_again(
    name: str, lexicon: LexiconLike | None, rules: Rules, tagger: Tagger | None, compiled: bool | None, parameters: dict[str, Any]
) -> Segmenter:
    return segmenter(name, lexicon=lexicon, rules=rules, tagger=tagger, compiled=compiled, **parameters)


def _tag_by_default(words: Sequence[str], /) -> Tags:
    from caesura.tagging import default_tagger

    return default_tagger()(words)
