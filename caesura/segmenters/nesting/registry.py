"""Every way to build a tree once. A way is one file in this folder that holds `METHOD = NestingMethod(...)`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from caesura.foundation import InputError
from caesura.lexicon import LexiconLike, default_lexicon
from caesura.segmenters.methods import METHODS
from caesura.segmenters.nesting import NESTING_METHODS
from caesura.segmenters.nesting.tree import NestedSegmentation
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


def default_nesting_method() -> str:
    """What is used where no method is named: the learned one where it is there, else the best of the others."""
    return "learned" if "learned" in METHODS else "segment-pmi"


def nester(name: str, *, lexicon: LexiconLike | None = None, model: str | None = None) -> Nester:
    """A nester by the name of its method: `nester("top-down").nest("new york times square dance").brackets`."""
    method = NESTING_METHODS[name]
    if model is not None and not method.takes_model:
        raise InputError(f"the method {name} takes no model", cure="leave the model out, or choose learned")
    return Nester(method.name, method.make(NestingSetup(lexicon, model)))
