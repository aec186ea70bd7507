"""A decision at each place by a linear support vector machine, over counts of the six words around it.

Bergsma and Wang's features. Of the place: whether a word beside it is *the* or *free*, the two parts of speech, the distance from
either end. Of a word: its count. Of a pair w x: counts of "w x", "the w x", "wx" in one word, "w and x", "w's x". Context: the same
of the neighbours and of the pairs beside the place, counts of the three- and four-word runs across and beside it, and whether there
is a neighbour at all. Dependency: the pair's counts of the words around the word before, and around the word behind. Counts are
logarithms of one more. Where the lexicon keeps a query log, how often a word or pair is a whole query and how many queries hold it,
the query itself left out.

Deviations: counts of the lexicon instead of a search engine's pages; several annotators, so that the majority at a place is learned
(a tie breaks); squared hinge loss where SVMlight has the plain one; numbers are standardised; a pair of tags must be seen 20 times.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log1p
from typing import TYPE_CHECKING, Any

from caesura.corpus import Corpus, Entry, read_corpus
from caesura.foundation import Advance, InputError, check_folds, each_fold, fingerprint, unwatched
from caesura.lexicon import LexiconLike, log_counts
from caesura.segmenters.learned.model import Trained, query_hashes
from caesura.segmenters.learned.network import CERTAIN, SCALE
from caesura.segmenters.learned.probabilistic import ProbabilisticSegmenter
from caesura.segmenters.registry import Method, Parameter, Segmenter, Setup, UnseenModels
from caesura.segmenters.separators import find_separators
from caesura.shapes import Words, fold
from caesura.tagging import Tagger, Tags

if TYPE_CHECKING:
    from caesura.segmenters.learned.fitting import FeatureSources
    from caesura.segmenters.learned.training import Recipe

_LEAST_SEEN = 20
_FAR = 10

#: Features of one place by name: numbers, and the names of the indicators that fire.
Place = tuple[dict[str, float], set[str]]


def place_features(words: Sequence[str], tags: Sequence[str], lexicon: LexiconLike) -> list[Place]:
    """The features of each place of a query; words are looked up folded."""
    known = [fold(word) for word in words]
    count = _counting(lexicon)
    queries = _in_log(lexicon, known)
    return [_features_at(place, known, tags, count, queries) for place in range(len(known) - 1)]


def _features_at(
    place: int, words: Sequence[str], tags: Sequence[str], count: Callable[..., float], queries: Callable[..., dict[str, float]]
) -> Place:
    numbers: dict[str, float] = {}
    fires = {f"from start {min(place + 1, _FAR)}", f"from end {min(len(words) - place - 1, _FAR)}"}

    def pair(name: str, one: int, other: int, *, tagged: bool = True) -> None:
        w, x = words[one], words[other]
        ways = {"": (w, x), "the ": ("the", w, x), "joined ": (w + x,), "and ": (w, "and", x), "'s ": (w + "'s", x)}
        numbers.update({f"{way}{name}": count(*run) for way, run in ways.items()})
        numbers.update({f"{kind} {name}": value for kind, value in queries(w, x).items()})
        if tagged:
            fires.add(f"tags {name} {tags[one]} {tags[other]}")

    at = {name: place + 1 + away for name, away in (("L2", -3), ("L1", -2), ("L0", -1), ("R0", 0), ("R1", 1), ("R2", 2))}
    there = {name: where for name, where in at.items() if 0 <= where < len(words)}
    for name, where in there.items():
        numbers[name] = count(words[where])
        numbers.update({f"{kind} {name}": value for kind, value in queries(words[where]).items()})
        fires.update(f"{name} is {word}" for word in ("the", "free") if words[where] == word)
    fires.update(f"no {name}" for name in at if name not in there)
    for one, other in (("L0", "R0"), ("L1", "L0"), ("R0", "R1"), ("L2", "L1"), ("R1", "R2")):
        if one in there and other in there:
            pair(f"{one} {other}", there[one], there[other])
    for one, other in (("L0", "R1"), ("L1", "R0")):
        if one in there and other in there:
            pair(f"{one} {other}", there[one], there[other], tagged=False)
    for first, last in (("L1", "R0"), ("L0", "R1"), ("L1", "R1"), ("L2", "L0"), ("R0", "R2"), ("L2", "R0"), ("L0", "R2")):
        if first in there and last in there:
            numbers[f"{first} to {last}"] = count(*words[there[first] : there[last] + 1])
    return numbers, fires


def _counting(lexicon: LexiconLike) -> Callable[..., float]:
    def count(*words: str) -> float:
        return log1p(lexicon.lookup(words)[0])

    return count


def _in_log(lexicon: LexiconLike, query: Sequence[str]) -> Callable[..., dict[str, float]]:
    counts = log_counts(lexicon)
    if counts is None:
        return lambda *words: {}  # noqa: ARG005 - a lexicon without a log
    own = counts.whole([counts.hash(word) for word in query])

    def queries(*words: str) -> dict[str, float]:
        hashes = [counts.hash(word) for word in words]
        holding = counts.holding(hashes[0]) if len(words) == 1 else counts.together(*hashes)
        whole = counts.whole(hashes) - (own if tuple(words) == tuple(query) else 0)
        return {"query": log1p(max(whole, 0)), "in query": log1p(max(holding - own, 0))}

    return queries


@dataclass(frozen=True)
class SvmModel(Trained):
    """Weights of the numbers (standardised already) and of the indicators by name, and what a margin is worth in log odds."""

    weights: dict[str, float]
    bias: float
    slope: float
    salt: str
    seen: array[int]
    card: dict[str, Any]

    def margin(self, place: Place) -> float:
        """Above 0 where there is a break. What a place lacks (no neighbour, no log) adds nothing."""
        numbers, fires = place
        total = self.bias
        for name, value in numbers.items():
            total += self.weights.get(name, 0.0) * value
        return total + sum(self.weights.get(name, 0.0) for name in sorted(fires))

    @property
    def fingerprint(self) -> str:
        return fingerprint((repr(self.weights), repr((self.bias, self.slope))))


def fit_svm(entries: Sequence[Entry], lexicon: LexiconLike, tagger: Tagger, card: dict[str, Any] | None = None) -> SvmModel:
    """The machine learned from the majority at each place of these queries."""
    import numpy as np

    from caesura.segmenters.margin import tuned

    used = [entry for entry in entries if len(entry.query.words) > 1]
    signs = [1.0 if 2 * broken >= entry.votes.total else -1.0 for entry in used for broken in entry.votes.break_counts]
    if len(set(signs)) < 2:
        raise InputError("the queries show no place where people break, or none where they do not", cure="give more queries")
    places = [place for entry in used for place in place_features(entry.query.words, tagger(entry.query.words), lexicon)]
    owners = [number for number, entry in enumerate(used) for _ in entry.votes.break_counts]
    numeric = sorted({name for numbers, _ in places for name in numbers})
    frequent: dict[str, int] = {}
    for _, fires in places:
        for name in fires:
            frequent[name] = frequent.get(name, 0) + 1
    firing = sorted(name for name, times in frequent.items() if times >= _LEAST_SEEN or not name.startswith("tags "))
    column = {name: at for at, name in enumerate((*numeric, *firing))}
    inputs = np.zeros((len(places), len(column)))
    for row, (numbers, fires) in enumerate(places):
        for name, value in numbers.items():
            inputs[row, column[name]] = value
        for name in fires & column.keys():
            inputs[row, column[name]] = 1.0
    scales = np.ones(len(column))
    spread = inputs[:, : len(numeric)].std(axis=0)
    scales[: len(numeric)] = np.where(spread > 0, spread, 1.0)
    weights, cost, slope = tuned(inputs / scales, np.array(signs), owners)
    salt = hashlib.sha256(f"{len(used)} {(card or {}).get('data')}".encode()).hexdigest()[:32]
    facts = {**(card or {}), "queries": len(used), "places": len(places), "cost": cost}
    named = dict(zip(column, (weights[:-1] / scales).tolist(), strict=True))
    return SvmModel(named, float(weights[-1]), slope, salt, query_hashes((entry.query.text for entry in used), salt), facts)


class SvmSegmenter(ProbabilisticSegmenter):
    """Breaks where the margin is above 0; its probabilities are margins times a slope, each place by itself."""

    def __init__(self, lexicon: LexiconLike, tagger: Tagger, model: SvmModel) -> None:
        super().__init__("svm", 1.0)
        self.model = model
        self._lexicon, self._tagger = lexicon, tagger

    def scores(self, words: Words, tags: Tags | None = None) -> list[int]:  # noqa: ARG002 - it learned from its own tags
        if len(words) < 2:
            return []
        apart = find_separators(words, self._lexicon, "printed").uncovered(0, len(words))
        places = place_features(words, self._tagger(words), self._lexicon)
        found = [self.model.slope * self.model.margin(place) for place in places]
        return [CERTAIN if apart >> at & 1 else _whole_number(value) for at, value in enumerate(found)]


def _whole_number(log_odds: float) -> int:
    bounded = max(-20.0, min(20.0, log_odds))
    return round(bounded * SCALE) or int(log_odds > 0)


class SvmInFolds:
    """The method for queries it has not seen."""

    def segmenters(
        self, corpus: Corpus, sources: FeatureSources, folds: int, recipe: Recipe, advance: Advance = unwatched
    ) -> Iterator[tuple[SvmSegmenter, list[Entry]]]:
        from caesura.segmenters.learned.training import parts

        entries = list(corpus)
        check_folds(folds, len(entries))
        fold_of = parts([entry.query.text for entry in entries], folds, recipe.seed).tolist()
        for known, asked in each_fold(fold_of, folds):
            model = fit_svm([entries[at] for at in known], sources.lexicon, sources.tagger)
            yield SvmSegmenter(sources.lexicon, sources.tagger, model), [entries[at] for at in asked]
            advance(recipe.members)

    def shipped(self, corpus: Corpus, sources: FeatureSources, folds: int, recipe: Recipe) -> str | None:  # noqa: ARG002
        return None


def make(setup: Setup) -> Segmenter:
    given = setup.parameters["examples"]
    if given is None:
        raise InputError(
            "the method svm learns from segmented queries and there are none",
            cure="name them: --examples CORPUS, in Python examples=; evaluate takes --folds instead",
        )
    corpus = given if isinstance(given, Corpus) else read_corpus(str(given), annotated=True)
    lexicon, tagger = setup.need_lexicon(), setup.need_tagger()
    return SvmSegmenter(lexicon, tagger, fit_svm(list(corpus), lexicon, tagger, {"data": corpus.name}))


def in_folds() -> UnseenModels:
    return SvmInFolds()


METHOD = Method(
    "svm",
    "a support vector machine over counts of the words around each place, learned from segmented queries",
    "Bergsma, Wang: Learning Noun Phrase Query Segmentation. EMNLP-CoNLL 2007",
    make,
    (Parameter("examples", None, "the segmented queries it learns from: a corpus"),),
    in_folds=in_folds,
    takes_examples=True,
    has_probabilities=True,
)
