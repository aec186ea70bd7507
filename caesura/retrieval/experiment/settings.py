"""The settings of an experiment: what runs work with, what is tuned, and which queries take part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property

from caesura.foundation import InputError, PathLike, fingerprint
from caesura.lexicon import LexiconLike, lexicon_fact
from caesura.retrieval.compositionality.contexts import WIDTH
from caesura.retrieval.compositionality.synonyms import Synonyms
from caesura.retrieval.experiment.topics import USUAL_LENGTHS
from caesura.retrieval.index.stopwords import ENGLISH

#: What is tried for mu, as in the paper.
MUS = (100.0, 500.0, 800.0, 1000.0, 2000.0, 3000.0, 4000.0, 5000.0, 8000.0, 10000.0)
#: Queries to phrase of every 50, as in the paper.
THETAS = tuple(float(theta) for theta in range(1, 46))
#: The share of soft phrases in a query's score.
SHARES = (0.05, 0.1, 0.15, 0.2, 0.3, 0.5)
FOLDS = 3


@dataclass(frozen=True)
class ExperimentSettings:
    """What all collections of an experiment share.

    `methods` are segmenters to try, `min_confidence` the probability below which their segments stay words. `mus`, `thetas` and
    `shares` are the grids that are tuned on the training folds. `lengths` are the content words of queries that take part. `trust`
    is a platform's trust in its annotators; `seed` draws simulated ones. Figures are kept in the folder `cache`.
    """

    methods: tuple[str, ...] = ()
    min_confidence: float = 0.0
    lexicon: LexiconLike | None = None
    synonyms: Synonyms | None = None
    width: int = WIDTH
    mus: tuple[float, ...] = MUS
    thetas: tuple[float, ...] = THETAS
    shares: tuple[float, ...] = SHARES
    folds: int = FOLDS
    lengths: tuple[int, int] = USUAL_LENGTHS
    stop_words: frozenset[str] = ENGLISH
    trust: Mapping[str, float] | None = None
    cache: PathLike | None = None
    processes: int = 1
    seed: int = 1

    @cached_property
    def fingerprint(self) -> str:
        """Stands for all that changes a figure: not for where figures are kept, nor for the processes that compute them."""
        facts = {part.name: getattr(self, part.name) for part in fields(self) if part.name not in ("cache", "processes")}
        facts["lexicon"] = lexicon_fact(self.lexicon)
        facts["stop_words"] = sorted(self.stop_words)
        for name in ("synonyms", "trust"):
            facts[name] = None if facts[name] is None else sorted(facts[name].items())
        return fingerprint(f"{name}={value!r}" for name, value in facts.items())

    def __post_init__(self) -> None:
        if self.folds < 2:
            raise InputError(f"{self.folds} folds", cure="cross validation needs 2 or more")
        if not 0 <= self.min_confidence <= 1:
            raise InputError(f"a confidence of {self.min_confidence}", cure="it lies between 0 and 1")
        if not self.mus or not all(0 < mu < float("inf") for mu in self.mus):
            raise InputError(f"mu is {self.mus}", cure="give one or more numbers above 0")
