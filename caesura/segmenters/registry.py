"""Every method once: its name, one line on what it does, its parameters, where it was published.

A method is one file in `caesura/segmenters/methods/` that holds `METHOD = Method(...)`. Nothing else lists it: the folder
is the registry.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

from caesura.foundation import Advance, InputError, PathLike, one_of, unknown
from caesura.lexicon import LexiconLike, default_lexicon, open_lexicon
from caesura.segmenters.explanation import Explanation
from caesura.segmenters.methods import METHODS
from caesura.segmenters.segmentation import Segmentation
from caesura.tagging import Tagger, Tags

if TYPE_CHECKING:
    from caesura.corpus import Corpus, Entry
    from caesura.segmenters.learned.fitting import FeatureSources
    from caesura.segmenters.learned.probabilistic import ProbabilisticSegmenter
    from caesura.segmenters.learned.training import Recipe

#: `printed` follows the formulas; `published` does what the public Webis outputs do (docs/segmenting.md).
Rules = Literal["printed", "published"]

#: Phrases of your own: a list, with weights, or a file.
Phrases = Iterable[str] | Mapping[str, int] | PathLike


class Segmenter(Protocol):
    """What `segmenter(name, ...)` gives: cut one query, many, or list the n best."""

    name: str
    recipe: tuple[Callable[..., Any], tuple[Any, ...]] | None

    def segment(self, text: str, tags: Tags | None = None) -> Segmentation: ...

    def segment_many(self, texts: Sequence[str], tags: Sequence[Tags | None] | None = None) -> list[Segmentation]: ...

    def nbest(self, text: str, wanted: int, tags: Tags | None = None) -> list[Segmentation]: ...

    def explain(self, text: str, tags: Tags | None = None) -> Explanation: ...

    def pipe_many(self, texts: Sequence[str], threads: int | None = None) -> list[str]: ...


class UnseenModels(Protocol):
    """A method that learns, on a corpus: every query by a model that has not seen it."""

    def segmenters(
        self, corpus: Corpus, sources: FeatureSources, folds: int, recipe: Recipe, advance: Advance
    ) -> Iterator[tuple[ProbabilisticSegmenter, list[Entry]]]:
        """A segmenter for each fold, with the entries it was not trained on."""
        ...

    def shipped(self, corpus: Corpus, sources: FeatureSources, folds: int, recipe: Recipe) -> str | None:
        """The fingerprint of the shipped models of these folds; None where they are trained here."""
        ...


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

    `in_folds`: it learns from annotated queries, and these are its models for queries they have not seen. `takes_model`: it has a
    parameter `model`, a file; `takes_log`: one `log`, the query log it learns from; `takes_examples`: one `examples`, the segmented
    queries it learns from. `has_probabilities`: it knows how likely a segment is. `needs_tags`: it works on parts of speech.
    `packages`: what must be installed for it, beyond the core.
    """

    name: str
    description: str
    citation: str
    make: Callable[[Setup], Segmenter]
    parameters: tuple[Parameter, ...] = ()
    needs_lexicon: bool = True
    needs_tags: bool = False
    rules_differ: bool = False
    in_folds: Callable[[], UnseenModels] | None = None
    takes_model: bool = False
    takes_log: bool = False
    takes_examples: bool = False
    has_probabilities: bool = False
    packages: tuple[str, ...] = ()

    @property
    def installed(self) -> bool:
        """Whether the packages beyond the core that it needs are here."""
        return all(find_spec(package) is not None for package in self.packages)

    @property
    def learns(self) -> bool:
        """Whether it is trained on annotated queries, so that it must not be scored on those."""
        return self.in_folds is not None


def default_method() -> str:
    """What is used where no method is named: the learned one where it is there, else the best of the classic ones."""
    return "learned" if "learned" in METHODS else "hybrid"


def segmenter(
    name: str,
    *,
    lexicon: LexiconLike | PathLike | None = None,
    rules: Rules = "printed",
    tagger: Tagger | None = None,
    compiled: bool | None = None,
    phrases: Phrases | None = None,
    prefer: str | None = None,
    min_confidence: float | None = None,
    **parameters: object,
) -> Segmenter:
    """A segmenter by the name of its method: `segmenter("wikipedia", lexicon="my.lexicon").segment("new york times")`.

    `lexicon` is an opened one or a file. `tagger` is for methods that need parts of speech and are not given them. `compiled`
    forces the kernel (True) or the plain path (False); both answer alike, and by default the kernel runs where it can.

    `phrases` of your own (a list, a mapping to weights, or a file with one per line) are always kept, and the method decides about
    the words between them; `prefer` says which of two overlapping phrases wins. With `min_confidence` only segments that are at
    least so likely are kept, for methods that know probabilities.
    """
    method = METHODS[name]
    one_of("set of rules", rules, get_args(Rules))
    if phrases is not None and not isinstance(phrases, str | os.PathLike | Mapping):
        phrases = tuple(phrases)
    opened = open_lexicon(os.fspath(lexicon)) if isinstance(lexicon, str | os.PathLike) else lexicon
    options = {"phrases": phrases, "prefer": prefer, "min_confidence": min_confidence, **parameters}
    recipe = (_made_again, (method.name, opened, rules, tagger, compiled, options))
    if phrases is not None or method.name == "dictionary":
        # Phrases go with any method: they are kept, and the method decides about the words between them.
        given: dict[str, object] = {"phrases": phrases or (), **({} if prefer is None else {"prefer": prefer})}
        if method.name != "dictionary":
            given |= {"otherwise": method.name, "settings": parameters}
            parameters, method = {}, METHODS["dictionary"]
        parameters = {**given, **parameters}
    elif prefer is not None:
        raise InputError("prefer is for phrases of your own", cure="give them with phrases=")
    made = method.make(Setup(opened, rules, tagger, _checked(method, parameters), compiled))
    if min_confidence:
        from caesura.segmenters.selective import SelectiveSegmenter

        made = SelectiveSegmenter(made, min_confidence)
    made.recipe = recipe
    return made


def _checked(method: Method, parameters: Mapping[str, object]) -> dict[str, object]:
    """The value of every parameter: the given one, or the default."""
    known = {parameter.name: parameter for parameter in method.parameters}
    for given, value in parameters.items():
        if given not in known:
            raise unknown(f"parameter of {method.name}", given, known)
        if known[given].choices and value not in known[given].choices:
            raise unknown(f"value of {given}", value, map(str, known[given].choices))
    return {name: parameters.get(name, parameter.default) for name, parameter in known.items()}


def _made_again(
    name: str, lexicon: LexiconLike | None, rules: Rules, tagger: Tagger | None, compiled: bool | None, options: dict[str, Any]
) -> Segmenter:
    return segmenter(name, lexicon=lexicon, rules=rules, tagger=tagger, compiled=compiled, **options)


def by_recipe(made: Segmenter) -> tuple[Any, ...]:
    """How a segmenter is sent to another process: made there again."""
    if made.recipe is None:
        raise TypeError("a segmenter that was not made by segmenter() cannot be sent to another process")
    return made.recipe


def _tag_by_default(words: Sequence[str], /) -> Tags:
    from caesura.tagging import default_tagger

    return default_tagger()(words)
