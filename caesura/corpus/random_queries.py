"""Random queries from n-gram models of a log (Ramanath et al. 2013): no sense beyond their last one or two words.

A model of order n knows how often each word followed each sequence of n-1, n-2, ... 0 words, with marks for the begin and the
end of a query. A query of exactly the wanted length is made word by word from the left:

- the next word is drawn in proportion to the counts after the last n-1 words (the begin mark is one of them at the start);
- the last word is drawn in the same way, but each count is multiplied by the share of its occurrences after which a query ended;
- where nothing can follow (the words were only ever seen at the end of a query, or no candidate can be last), the oldest word
  of the context is forgotten, down to none: there every word is possible, for the last place every word that ended a query.

With order 1 there is no context, so begin and end play no part.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random

from caesura.corpus.log_groups import same_query
from caesura.corpus.sampling import largest_remainder
from caesura.foundation import Advance, InputError, unwatched
from caesura.shapes import MAX_WORDS

_BEGIN, _END = "", " "  # no word is empty or a space
_TRIES = 1000

Context = tuple[str, ...]


@dataclass(slots=True)
class NgramModel:
    """Counts of words after contexts of 0 to order-1 words, and the lengths of the queries they came from."""

    order: int
    counts: dict[Context, dict[str, int]]
    lengths: Counter[int]
    queries: frozenset[str] = frozenset()
    _tables: dict[tuple[Context, bool], tuple[list[str], list[float]]] = field(default_factory=dict)

    def generate(self, length: int, random: Random) -> str:
        """One query of exactly this many words."""
        words: list[str] = []
        for place in range(1, length + 1):
            history = (_BEGIN, *words)
            words.append(self._next(history[-(self.order - 1) :] if self.order > 1 else (), place == length, random))
        return " ".join(words)

    def _next(self, context: Context, last: bool, random: Random) -> str:
        while True:
            candidates, sums = self._table(context, last and self.order > 1)
            if candidates:
                return candidates[bisect(sums, random.random() * sums[-1], 0, len(sums) - 1)]
            context = context[1:]

    def _table(self, context: Context, last: bool) -> tuple[list[str], list[float]]:
        """What can follow, with running sums of the weights; kept, because frequent contexts come again and again."""
        known = self._tables.get((context, last))
        if known is None:
            weights: dict[str, float] = {word: count for word, count in self.counts.get(context, {}).items() if word != _END}
            if last:
                weights = {word: weight * self._end_share(context, word) for word, weight in weights.items()}
            possible = {word: weight for word, weight in weights.items() if weight > 0}
            known = self._tables[context, last] = (list(possible), list(accumulate(possible.values())))
        return known

    def _end_share(self, context: Context, word: str) -> float:
        """How often a query ended after these words, of all the times they occurred."""
        after = (*context, word)[-(self.order - 1) :]
        followed = self.counts[after]
        return followed.get(_END, 0) / sum(followed.values())


def learn_ngrams(queries: Iterable[str], order: int, *, remember: bool = False) -> NgramModel:
    """Count the n-grams of lower-cased queries; `remember` keeps the queries, so that none of them is made again."""
    if not 1 <= order <= 5:
        raise InputError(f"order {order}", cure="choose 1, 2 or 3 (up to 5)")
    counts: dict[Context, dict[str, int]] = {}
    lengths: Counter[int] = Counter()
    seen: set[str] = set()
    for query in queries:
        words = tuple(same_query(query).split(" "))
        if words == ("",) or len(words) > MAX_WORDS:
            continue
        lengths[len(words)] += 1
        if remember:
            seen.add(" ".join(words))
        padded = (_BEGIN, *words, _END)
        for place, word in enumerate(padded[1:], start=1):
            for size in range(min(order, place + 1)):
                context = padded[place - size : place]
                following = counts.get(context)
                if following is None:
                    following = counts[context] = {}
                following[word] = following.get(word, 0) + 1
    if not lengths:
        raise InputError("there is no query to learn from", cure="give a log or a list of queries, one per line")
    return NgramModel(order, counts, lengths, frozenset(seen))


def generate_queries(
    model: NgramModel,
    count: int,
    *,
    seed: int,
    lengths: Mapping[int, int] | None = None,
    unseen: bool = False,
    advance: Advance = unwatched,
) -> list[str]:
    """`count` distinct queries, the lengths in the wanted proportion (the log's own by default), in random order.

    `unseen` refuses queries of the log itself; the model must have been learned with `remember`.
    """
    if count < 1:
        raise InputError(f"{count} queries cannot be generated", cure="ask for one or more")
    random = Random(seed)
    wanted = largest_remainder(lengths or model.lengths, count)
    places = [length for length, share in sorted(wanted.items()) for _ in range(share)]
    random.shuffle(places)
    made: dict[str, None] = {}
    for length in places:
        made[_new(model, length, random, made, model.queries if unseen else frozenset())] = None
        advance(1)
    return list(made)


def _new(model: NgramModel, length: int, random: Random, made: Mapping[str, None], refused: frozenset[str]) -> str:
    for _ in range(_TRIES):
        query = model.generate(length, random)
        if query not in made and query not in refused:
            return query
    raise InputError(
        f"no new query of {length} words in {_TRIES} tries from a log of {model.lengths.total()} queries",
        cure="ask for fewer, lower the order, allow queries of the log, or learn from a larger one",
    )


def parse_lengths(text: str) -> dict[int, int]:
    """`4:10,5:20` -> {4: 10, 5: 20}: how many queries of each length, or their proportions."""
    lengths: dict[int, int] = {}
    for part in text.split(","):
        length, colon, weight = part.strip().partition(":")
        if (
            not colon
            or not length.isdecimal()
            or not weight.isdecimal()
            or not 1 <= int(length) <= MAX_WORDS
            or int(length) in lengths
        ):
            raise InputError(
                f"'{part.strip()}' is not a length and number", cure="write for example 4:10,5:20,6:20, each length once"
            )
        lengths[int(length)] = int(weight)
    if not any(lengths.values()):
        raise InputError(f"the lengths '{text}' ask for nothing", cure="write for example 4:10,5:20,6:20")
    return lengths
