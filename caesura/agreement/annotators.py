"""Who pulls agreement down: alpha without each annotator, and how far each is from the others.

Leaving somebody out changes only sums, so all annotators are done at once, like resamples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from caesura.agreement.alpha import total_disagreement
from caesura.agreement.blocks import Integers, blocks_of, level_weights, levels_of
from caesura.agreement.bootstrap import alphas_from
from caesura.agreement.chance_agreement import Floats
from caesura.agreement.items import Distance, Item, Kind, Pattern, items_of, kind_of, pairable, pattern_of
from caesura.agreement.kappa import cohen_kappa
from caesura.corpus import Corpus


@dataclass(frozen=True, slots=True)
class Contribution:
    """One annotator. `gain` is how much alpha rises without her (above 0: she pulls it down); `distance` is her mean distance
    from the others on the queries she worked on, `usual` what the others there are from each other."""

    annotator: str
    annotations: int
    alpha_without: float | None
    gain: float | None
    distance: float
    usual: float | None


@dataclass(frozen=True, slots=True)
class _Work:
    """One annotator's annotations of one query."""

    annotator: int
    item: int
    pattern: Pattern


def contributions(corpus: Corpus, distance: Distance = Distance.D1, kind: Kind | None = None) -> list[Contribution]:
    """Those who pull alpha down most come first. Empty where the corpus does not say who annotated what."""
    items = pairable(items_of(corpus, kind)) if any(entry.votes for entry in corpus) else ()
    names, works = _works(corpus, items, kind or kind_of(corpus))
    if not works:
        return []
    blocks = blocks_of(items)
    weights = level_weights(levels_of(blocks), distance)
    number, within = np.zeros(len(names)), np.zeros(len(names))
    done, apart, own_pairs = (np.zeros(len(names)) for _ in range(3))
    usual, usual_pairs = np.zeros(len(names)), np.zeros(len(names))
    all_number = all_within = 0.0
    reached, all_reached = {}, {}
    for block in blocks:
        place_in_block = {int(place): row for row, place in enumerate(block.places)}
        here = [work for work in works if work.item in place_in_block]
        reaching = block.reaching(len(weights)).astype(float)
        totals = block.totals.astype(float)
        disagreeing = 2 * _apart(reaching, totals, weights) / block.boundaries
        of_all = disagreeing / (totals - 1)
        who, query, own, count = _own(here, place_in_block, len(weights), block.boundaries)
        # What is left of each query that the annotator worked on; a single annotation that is left says nothing either.
        left, left_reaching = totals[query] - count, reaching[query] - own
        left_apart = 2 * _apart(left_reaching, left, weights) / block.boundaries
        pairable_still = left > 1
        gone_reaching = np.where(pairable_still[:, None, None], own, reaching[query])
        gone_number = np.where(pairable_still, count, totals[query])
        gone_within = of_all[query] - np.where(pairable_still, left_apart / np.maximum(left - 1, 1), 0.0)
        lost = np.zeros((len(names), len(weights), block.boundaries))
        np.add.at(lost, who, gone_reaching)
        lost_number = np.bincount(who, weights=gone_number, minlength=len(names))
        reached[block.boundaries] = (totals.sum() - lost_number, reaching.sum(axis=0)[None] - lost)
        all_reached[block.boundaries] = (np.array([totals.sum()]), reaching.sum(axis=0)[None])
        number += totals.sum() - lost_number
        within += of_all.sum() - np.bincount(who, weights=gone_within, minlength=len(names))
        all_number += float(totals.sum())
        all_within += float(of_all.sum())
        done += np.bincount(who, weights=count, minlength=len(names))
        # Pairs of one of hers with one of the others', each way once.
        crossing = (own * (left[:, None, None] - left_reaching) + (count[:, None, None] - own) * left_reaching).sum(
            axis=2
        ) @ weights
        apart += np.bincount(who, weights=crossing / block.boundaries, minlength=len(names))
        own_pairs += np.bincount(who, weights=count * left, minlength=len(names))
        usual += np.bincount(who, weights=left_apart, minlength=len(names))
        usual_pairs += np.bincount(who, weights=left * (left - 1), minlength=len(names))
    everyone = float(alphas_from(np.array([all_number]), np.array([all_within]), total_disagreement(all_reached, weights))[0])
    without = alphas_from(number, within, total_disagreement(reached, weights))
    rows = [
        Contribution(
            name,
            int(done[place]),
            float(without[place]) if np.isfinite(without[place]) else None,
            float(without[place] - everyone) if np.isfinite(without[place] - everyone) else None,
            float(apart[place] / own_pairs[place]) if own_pairs[place] else 0.0,
            float(usual[place] / usual_pairs[place]) if usual_pairs[place] else None,
        )
        for place, name in enumerate(names)
    ]
    return sorted((row for row in rows if row.annotations), key=lambda row: (-(row.gain or 0.0), row.annotator))


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
    found = [(kappa, len(first)) for first, second in of_pair.values() if (kappa := cohen_kappa(first, second)) is not None]
    if not found:
        return None
    return sum((kappa * breaks for kappa, breaks in found), Fraction(0)) / sum(breaks for _, breaks in found), len(found)


def _works(corpus: Corpus, items: Sequence[Item], kind: Kind) -> tuple[list[str], list[_Work]]:
    numbers: dict[str, int] = {}
    places = {item.id: place for place, item in enumerate(items)}
    works = [
        _Work(numbers.setdefault(name, len(numbers)), places[entry.query.id], pattern_of(vote.shape, kind))
        for entry in corpus
        if entry.query.id in places
        for vote in entry.votes
        for name in vote.annotators
    ]
    return list(numbers), works


def _own(works: Sequence[_Work], places: dict[int, int], levels: int, boundaries: int) -> tuple[Integers, Integers, Floats, Floats]:
    """For each annotator and query: who, the query's row, how many of hers reach each level at each boundary, how many she made."""
    at: dict[tuple[int, int], int] = {}
    rows = np.array([at.setdefault((work.annotator, places[work.item]), len(at)) for work in works], dtype=np.int64)
    values = np.array([work.pattern for work in works], dtype=np.int64).reshape(len(works), 1, boundaries)
    own = np.zeros((len(at), levels, boundaries))
    np.add.at(own, rows, (values >= np.arange(1, levels + 1)[None, :, None]).astype(float))
    pairs = np.array(list(at), dtype=np.int64).reshape(len(at), 2)
    return pairs[:, 0], pairs[:, 1], own, np.bincount(rows, minlength=len(at)).astype(float)


def _apart(reaching: Floats, totals: Floats, weights: Integers) -> Floats:
    found: Floats = (reaching * (totals[:, None, None] - reaching)).sum(axis=2) @ weights
    return found
