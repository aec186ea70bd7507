"""Who pulls agreement down: alpha without each annotator, and how far each is from the others.

Leaving somebody out changes only sums, so all annotators are done at once, like resamples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from caesura.agreement.beyond_chance import Floats
from caesura.agreement.blocks import Block, Integers, blocks_of, level_weights, levels_of
from caesura.agreement.bootstrap import alphas_from
from caesura.agreement.items import AnnotatedQuery, Distance, Kind, Pattern, items_of, kind_of, pairable, pattern_of
from caesura.agreement.kappa import cohen_kappa
from caesura.agreement.krippendorff import total_disagreement
from caesura.corpus import Corpus


@dataclass(frozen=True, slots=True)
class Contribution:
    """One annotator. `gain` is how much alpha rises without them (above 0: they pull it down); `distance` is their mean distance
    from the others on the queries they worked on, `usual` what the others there are from each other."""

    annotator: str
    annotations: int
    alpha_without: float | None
    gain: float | None
    distance: float | None
    usual: float | None


@dataclass(frozen=True, slots=True)
class _Work:
    """One annotation: who made it (counted from 1), of which item."""

    annotator: int
    item: int
    pattern: Pattern


@dataclass(frozen=True)
class _Without:
    """Sums over the queries of one length, by annotator who is left out; place 0 leaves nobody out."""

    boundaries: int
    number: Floats
    within: Floats
    queries: Floats
    reaching: Floats
    done: Floats
    apart: Floats
    pairs: Floats
    usual: Floats
    usual_pairs: Floats


def contributions(corpus: Corpus, distance: Distance = Distance.D1, kind: Kind | None = None) -> list[Contribution]:
    """Those who pull alpha down most come first. Empty where the corpus does not say who annotated what."""
    items = pairable(items_of(corpus, kind))
    names, works = _works(corpus, items, kind or kind_of(corpus))
    if not works:
        return []
    blocks = blocks_of(items)
    weights = level_weights(levels_of(blocks), distance)
    parts = [_without_each(block, works, 1 + len(names), weights) for block in blocks]
    number = np.sum([part.number for part in parts], axis=0)
    alphas = alphas_from(
        number,
        np.sum([part.within for part in parts], axis=0),
        total_disagreement({part.boundaries: (part.number, part.reaching) for part in parts}, weights),
        number * (number - 1),
    )
    # With one query alpha has no value, whatever the formula says.
    alphas[np.sum([part.queries for part in parts], axis=0) < 2] = np.nan
    done, apart, pairs, usual, usual_pairs = (
        np.sum([getattr(part, name) for part in parts], axis=0) for name in ("done", "apart", "pairs", "usual", "usual_pairs")
    )
    rows = []
    for place, name in enumerate(names, start=1):
        if done[place]:
            gain = alphas[place] - alphas[0]
            rows.append(
                Contribution(
                    name,
                    int(done[place]),
                    float(alphas[place]) if np.isfinite(alphas[place]) else None,
                    float(gain) if np.isfinite(gain) else None,
                    float(apart[place] / pairs[place]) if pairs[place] else None,
                    float(usual[place] / usual_pairs[place]) if usual_pairs[place] else None,
                )
            )
    return sorted(rows, key=lambda row: (-(row.gain or 0.0), row.annotator))


def _without_each(block: Block, works: Sequence[_Work], places: int, weights: Integers) -> _Without:
    rows = {int(place): row for row, place in enumerate(block.places)}
    who, query, own, made = _own([work for work in works if work.item in rows], rows, len(weights), block.boundaries)
    reaching, totals = block.reaching(len(weights)).astype(float), block.totals.astype(float)
    within = _within(reaching, totals, weights, block.boundaries) / (totals - 1)
    # What is left of each query that the annotator worked on; a single annotation that is left says nothing either.
    left, left_reaching = totals[query] - made, reaching[query] - own
    left_within = _within(left_reaching, left, weights, block.boundaries)
    stays = left > 1
    lost_reaching = np.zeros((places, len(weights), block.boundaries))
    np.add.at(lost_reaching, who, np.where(stays[:, None, None], own, reaching[query]))
    lost_within = within[query] - np.where(stays, left_within / np.maximum(left - 1, 1), 0.0)
    # Pairs of one of theirs with one of the others'.
    meeting = own * (left[:, None, None] - left_reaching) + (made[:, None, None] - own) * left_reaching

    def by_annotator(values: Floats) -> Floats:
        return np.bincount(who, weights=values, minlength=places).astype(np.float64)

    return _Without(
        block.boundaries,
        number=totals.sum() - by_annotator(np.where(stays, made, totals[query])),
        within=within.sum() - by_annotator(lost_within),
        queries=len(totals) - by_annotator((~stays).astype(float)),
        reaching=reaching.sum(axis=0)[None] - lost_reaching,
        done=by_annotator(made),
        apart=by_annotator(meeting.sum(axis=2) @ weights / block.boundaries),
        pairs=by_annotator(made * left),
        usual=by_annotator(left_within),
        usual_pairs=by_annotator(left * (left - 1)),
    )


def pairwise_kappa(corpus: Corpus) -> tuple[Fraction, int] | None:
    """Cohen's kappa over single breaks, averaged over the pairs of annotators who share queries (weighted by the breaks they
    share), and the number of such pairs; None where the corpus does not say who annotated what."""
    of_pair: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
    items = pairable(items_of(corpus, Kind.FLAT))
    works = _works(corpus, items, Kind.FLAT)[1]
    by_item: dict[int, dict[int, Pattern]] = {}
    for work in works:
        by_item.setdefault(work.item, {}).setdefault(work.annotator, work.pattern)
    for patterns in by_item.values():
        present = sorted(patterns)
        for place, one in enumerate(present):
            for other in present[place + 1 :]:
                first, second = of_pair.setdefault((one, other), ([], []))
                first += patterns[one]
                second += patterns[other]
    kappas = [(kappa, len(first)) for first, second in of_pair.values() if (kappa := cohen_kappa(first, second)) is not None]
    if not kappas:
        return None
    return sum((kappa * breaks for kappa, breaks in kappas), Fraction(0)) / sum(breaks for _, breaks in kappas), len(kappas)


def _works(corpus: Corpus, items: Sequence[AnnotatedQuery], kind: Kind) -> tuple[list[str], list[_Work]]:
    numbers: dict[str, int] = {}
    places = {item.id: place for place, item in enumerate(items)}
    works = [
        _Work(numbers.setdefault(name, 1 + len(numbers)), places[entry.query.id], pattern_of(vote.shape, kind))
        for entry in corpus
        if entry.query.id in places
        for vote in entry.votes
        for name in vote.annotators
    ]
    return list(numbers), works


def _own(works: Sequence[_Work], places: dict[int, int], levels: int, boundaries: int) -> tuple[Integers, Integers, Floats, Floats]:
    """For each annotator and query: who, the query's row, how many of theirs reach each level at each boundary, how many in all."""
    at: dict[tuple[int, int], int] = {}
    rows = np.array([at.setdefault((work.annotator, places[work.item]), len(at)) for work in works], dtype=np.int64)
    values = np.array([work.pattern for work in works], dtype=np.int64).reshape(len(works), 1, boundaries)
    own = np.zeros((len(at), levels, boundaries))
    np.add.at(own, rows, (values >= np.arange(1, levels + 1)[None, :, None]).astype(float))
    pairs = np.array(list(at), dtype=np.int64).reshape(len(at), 2)
    return pairs[:, 0], pairs[:, 1], own, np.bincount(rows, minlength=len(at)).astype(float)


def _within(reaching: Floats, totals: Floats, weights: Integers, boundaries: int) -> Floats:
    """The sum of distances over each query's ordered pairs."""
    disagreement: Floats = 2 * (reaching * (totals[:, None, None] - reaching)).sum(axis=2) @ weights / boundaries
    return disagreement
