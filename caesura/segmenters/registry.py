"""Every method once: its name, one line on what it does, its parameters, where it was published.

A method is one file in `caesura/segmenters/methods/` that holds `METHOD = Method(...)`. Nothing else lists it: the folder
is the registry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, get_args

from caesura.foundation import one_of, unknown
from caesura.lexicon import LexiconLike, default_lexicon
from caesura.segmenters.explanation import Explanation
from caesura.segmenters.methods import METHODS
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
    """A way to segment queries, and what it can do.

    `learns`: it is trained on annotated queries, so it must not be scored on those. `takes_model`: it has a parameter `model`, a
    file. `has_probabilities`: it knows how likely a segment is. `needs_tags`: it works on parts of speech.
    """

    name: str
    description: str
    citation: str
    make: Callable[[Setup], Segmenter]
    parameters: tuple[Parameter, ...] = ()
    needs_lexicon: bool = True
    needs_tags: bool = False
    rules_differ: bool = False
    learns: bool = False
    takes_model: bool = False
    has_probabilities: bool = False


def default_method() -> str:
    """What is used where no method is named: the learned one where it is there, else the best of the classic ones."""
    return "learned" if "learned" in METHODS else "hybrid"


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
    method = METHODS[name]
    one_of("set of rules", rules, get_args(Rules))
    known = {parameter.name: parameter for parameter in method.parameters}
    for given, value in parameters.items():
        if given not in known:
            raise unknown(f"parameter of {name}", given, known)
        if known[given].choices and value not in known[given].choices:
            raise unknown(f"value of {given}", value, map(str, known[given].choices))
    values = {parameter.name: parameters.get(parameter.name, parameter.default) for parameter in method.parameters}
    made = method.make(Setup(lexicon, rules, tagger, values, compiled))
    made.recipe = (_made_again, (method.name, lexicon, rules, tagger, compiled, dict(parameters)))
    return made


def _made_again(
    name: str, lexicon: LexiconLike | None, rules: Rules, tagger: Tagger | None, compiled: bool | None, parameters: dict[str, Any]
) -> Segmenter:
    return segmenter(name, lexicon=lexicon, rules=rules, tagger=tagger, compiled=compiled, **parameters)


def _tag_by_default(words: Sequence[str], /) -> Tags:
    from caesura.tagging import default_tagger

    return default_tagger()(words)
