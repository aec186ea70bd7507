"""What most people do with segmenters, each in one call: cut a query, build its tree, learn from a corpus.

A method's segmenter is built once and kept, so that calling these in a loop costs no more than the segmenter itself.
"""

from __future__ import annotations

import os
from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caesura.foundation import InputError, PathLike, existing
from caesura.lexicon import DEFAULT_NAME, Lexicon, LexiconLike, open_lexicon
from caesura.segmenters.registry import Segmenter, default_method, segmenter
from caesura.segmenters.segmentation import Segmentation

if TYPE_CHECKING:
    from caesura.corpus import Corpus
    from caesura.segmenters.learned.model import LearnedModel
    from caesura.segmenters.nesting.registry import Nester
    from caesura.segmenters.nesting.tree import NestedSegmentation

#: A file as it is now: its path, size and time of change. A file that was written again is read again.
FileState = tuple[str, int, int]


def segment(
    text: str,
    *,
    method: str | None = None,
    lexicon: LexiconLike | PathLike | None = None,
    model: PathLike | None = None,
    profile: str | None = None,
    **parameters: Any,
) -> Segmentation:
    """The best segmentation of a query: `segment("cheap flights to cape town").quotes`.

    `lexicon` is an opened one or a file, `model` a file of `caesura train` or `caesura adapt`, `profile` a shipped model: web, shop
    or keywords; without them, Caesura's own. For many queries, `segmenter(...).segment_many(texts)` is the fast way.
    """
    name = default_method() if method is None else method
    if model is not None or profile is not None:
        parameters["model"] = _named_model(model, profile)
    if lexicon is not None and not isinstance(lexicon, str | os.PathLike):
        return segmenter(name, lexicon=lexicon, **parameters).segment(text)
    key = tuple(sorted(parameters.items()))
    if not all(isinstance(value, Hashable) for _, value in key):  # a list of phrases, for example
        return segmenter(name, lexicon=lexicon, **parameters).segment(text)
    return _segmenter(name, _state(lexicon), _state(model), key).segment(text)


def nest(
    text: str,
    *,
    method: str | None = None,
    lexicon: LexiconLike | PathLike | None = None,
    model: PathLike | None = None,
    profile: str | None = None,
) -> NestedSegmentation:
    """The tree over the words of a query: `nest("new york times square dance").brackets`."""
    from caesura.segmenters.nesting.registry import default_nesting_method, nester

    name = default_nesting_method() if method is None else method
    named = _named_model(model, profile)
    if lexicon is not None and not isinstance(lexicon, str | os.PathLike):
        return nester(name, lexicon=lexicon, model=named).nest(text)
    return _nester(name, _state(lexicon), _state(model), named).nest(text)


def train(
    corpus: Corpus | PathLike,
    *,
    lexicon: Lexicon | PathLike | None = None,
    members: int = 3,
    seed: int = 1,
    licence: str = "as the corpus",
    output: PathLike | None = None,
) -> LearnedModel:
    """A model of the method learned, from a corpus with votes; `output` also writes it to a file.

    Its card holds the figures of the inner cross validation: `train("my-corpus.jsonl").card["figures"]`.
    """
    from caesura.corpus import Corpus, read_corpus
    from caesura.segmenters.learned.fitting import FeatureSources, fit
    from caesura.segmenters.learned.model import write_model
    from caesura.segmenters.learned.training import Recipe
    from caesura.tagging import default_tagger

    read = corpus if isinstance(corpus, Corpus) else read_corpus(corpus, annotated=True)
    opened = lexicon if isinstance(lexicon, Lexicon) else open_lexicon(None if lexicon is None else os.fspath(lexicon))
    model = fit(read, FeatureSources(opened, default_tagger(), False), Recipe(members=members, seed=seed), licence=licence)
    if output is not None:
        write_model(model, output)
    return model


def _named_model(model: PathLike | None, profile: str | None) -> str | None:
    """The path of a model file, or the name of a profile."""
    from caesura.segmenters.learned.profiles import PROFILES

    if model is not None and profile is not None:
        raise InputError("a model and a profile were named", cure="name one of the two")
    return PROFILES[profile].name if profile is not None else None if model is None else os.fspath(existing(model))


def _state(path: PathLike | None) -> FileState | None:
    if path is None or (os.fspath(path) == DEFAULT_NAME and not Path(path).exists()):
        return None
    file = existing(path)
    about = file.stat()
    return (os.fspath(file), about.st_size, about.st_mtime_ns)


@lru_cache(maxsize=8)
def _segmenter(
    name: str, lexicon: FileState | None, _model: FileState | None, parameters: tuple[tuple[str, Any], ...]
) -> Segmenter:
    return segmenter(name, lexicon=None if lexicon is None else open_lexicon(lexicon[0]), **dict(parameters))


@lru_cache(maxsize=8)
def _nester(name: str, lexicon: FileState | None, _model: FileState | None, named: str | None) -> Nester:
    from caesura.segmenters.nesting.registry import nester

    opened = None if lexicon is None else open_lexicon(lexicon[0])
    return nester(name, lexicon=opened, model=named)
