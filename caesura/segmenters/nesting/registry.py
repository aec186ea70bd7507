"""Every way to build a tree once. A way is one file in this folder that holds `METHOD = NestingMethod(...)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from caesura.foundation import InputError
from caesura.lexicon import LexiconLike, default_lexicon
from caesura.segmenters.nesting.tree import NestedSegmentation
from caesura.segmenters.registry import methods, registered
from caesura.shapes import Nested, Words, query_words

#: Words -> the tree, and a score for each boundary (none where the method has no opinion).
Build = Callable[[Words], tuple[Nested, tuple[float, ...]]]


@dataclass(frozen=True)
class NestingSetup:
    """What a method is given to work with. `model` is the file of a learned model, for the method that uses one."""

    lexicon: LexiconLike | None = None
    model: str | None = None

    def need_lexicon(self) -> LexiconLike:
        """The given lexicon, else the one that comes with Caesura."""
        return default_lexicon() if self.lexicon is None else self.lexicon


@dataclass(frozen=True)
class NestingMethod:
    """A way to build the tree of a query."""

    name: str
    description: str
    citation: str
    make: Callable[[NestingSetup], Build]
    needs_lexicon: bool = True
    takes_model: bool = False


@dataclass(frozen=True)
class Nester:
    """Builds trees by one method."""

    name: str
    build: Build

    def nest(self, text: str) -> NestedSegmentation:
        """The tree of one query. A text without words is an error; so are more than 64 words."""
        words = query_words(text)
        nested, scores = self.build(words) if len(words) > 1 else (Nested(()), ())
        return NestedSegmentation(words, nested, scores, self.name, text)

    def nest_many(self, texts: Sequence[str]) -> list[NestedSegmentation]:
        """As `nest`, for each text."""
        return [self.nest(text) for text in texts]


@cache
def nesting_methods() -> Mapping[str, NestingMethod]:
    """All ways to build trees by name."""
    return registered("caesura.segmenters.nesting", NestingMethod)


def nesting_method_named(name: str) -> NestingMethod:
    known = nesting_methods()
    if name not in known:
        raise InputError(f"no way to build trees is called '{name}'", cure=f"choose one of {', '.join(known)}")
    return known[name]


def default_nesting_method() -> str:
    """What is used where no method is named: the learned one where it is there, else the best of the others."""
    return "learned" if "learned" in methods() else "segment-pmi"


def nester(name: str, *, lexicon: LexiconLike | None = None, model: str | None = None) -> Nester:
    """A nester by the name of its method: `nester("top-down").nest("new york times square dance").brackets`."""
    method = nesting_method_named(name)
    if model is not None and not method.takes_model:
        raise InputError(f"the method {name} takes no model", cure="leave the model out, or choose learned")
    return Nester(name, method.make(NestingSetup(lexicon, model)))
