"""The default lexicon put together: models, web counts and title lists in, its content ready to be packed out.

The steps, in order: expected counts of the two models on the web counts' scale; written forms of what is spoken; where models and
web counts both know an n-gram, the larger count (the web counts left capitalised text out, the models are older); title forms, but
for those that are running text; collocations; names of the encyclopedia for which there is evidence; triples trimmed; counts for
titles that have none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from caesura.lexicon.default.packing import Content, Grams, codes_of
from caesura.shapes import fold
from recipes.sources.collocations import collocations
from recipes.sources.entities import UNCOUNTED, entities
from recipes.sources.estimates import estimated
from recipes.sources.expected import expected_counts
from recipes.sources.forms import typed_forms
from recipes.sources.ngrams import (
    LONGEST,
    WORD_BITS,
    Counted,
    collected,
    ids_of,
    key_of,
    larger,
    numbered,
    summed,
    words_of,
)
from recipes.sources.running_text import is_running_text
from recipes.sources.spelling import is_letter, is_respelled, respelled
from recipes.sources.trimming import FREQUENT_TRIPLES, trimmed_triples

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from recipes.sources.sphinx import TrigramModel

    Ids = NDArray[np.int64]
    Marks = NDArray[np.bool_]

#: This share of the counted pairs is rarer than any estimate may be.
_RARE = 0.01

Words = tuple[str, ...]
Counts = dict[int, Counted]


def assembled(
    models: Sequence[TrigramModel],
    web: Mapping[str, int],
    titles: Iterable[str],
    listed: Iterable[str],
    total: int,
    sources: Sequence[Mapping[str, Any]],
    *,
    frequent_triples: int = FREQUENT_TRIPLES,
    report: Callable[[str], None] = lambda _: None,
) -> Content:
    """The default lexicon's content; `report` gets a line about each step and what it left.

    All of `titles` are entered; of the names `listed` (their words joined by `_`) only those for which there is evidence.
    """
    spoken, written = _spoken(models, total)
    report(f"{sum(len(counted.keys) for counted in spoken[1].values())} n-grams of the models, {len(written)} more as written")
    typed = {tuple(map(fold, ngram.split())): float(count) for ngram, count in web.items()}
    names = sorted({form for title in titles for form in typed_forms(title)})
    report(f"{len(typed)} web counts, {len(names)} title forms")
    number = numbered(word for ngrams in ([spoken[0]], written, typed, names) for words in ngrams for word in words)
    counts = _joined(spoken, collected(written, number), collected(typed, number), number)
    asked = _asker({1: counts[1]}, names, number)
    names = [name for name in names if not is_running_text(name, asked, total)]
    bound = collocations(counts, number, total)
    report(f"collocations: {len(bound[2])} pairs, {len(bound[3])} triples")
    taken = entities(listed, counts, number)
    report(f"entities: {len(taken[2])} pairs, {len(taken[3])} triples")
    named = {size: np.union1d(_keys([name for name in names if len(name) == size], size, number), taken[size]) for size in taken}
    counts[3] = trimmed_triples(counts[3], np.union1d(bound[3], named[3]), frequent_triples)
    guessed = _with_estimates(counts, names, number, total)
    for size, keys in taken.items():
        counts[size] = larger(counts[size], Counted(keys, np.full(len(keys), UNCOUNTED)))
    flagged = {size: np.union1d(named[size], bound[size]) for size in named}
    facts = {
        "total": total,
        "sources": [
            *map(dict, sources),
            {
                "name": "collocations",
                "kind": "titles",
                "licence": "as the counts they are found in",
                "origin": f"found in the counts above: {len(bound[2])} pairs and {len(bound[3])} triples",
            },
        ],
    }
    content = _content(counts, number, flagged, [name for name in names if len(name) > LONGEST], guessed, facts)
    report(f"{len(content.words)} words, {len(content.pairs.last)} pairs, {len(content.triples.last)} triples")
    return content


def _spoken(models: Sequence[TrigramModel], total: int) -> tuple[tuple[Words, Counts], dict[Words, float]]:
    """The models' n-grams that are written as they are spoken, with the words they are numbered by; and all written forms."""
    # What begins with "<" marks a sentence's ends; an underscore joins words that a query would not.
    words = tuple(sorted({word for model in models for word in model.words if not word.startswith("<") and "_" not in word}))
    counts = expected_counts(models, {word: place for place, word in enumerate(words)}, total)
    spelled = np.array([is_respelled(word) for word in words], bool)
    letters = np.array([is_letter(word) for word in words], bool)

    def affected() -> Iterable[tuple[Words, float]]:
        for size, counted in counts.items():
            rows = words_of(counted.keys, size)
            which = _with_any(spelled, rows)
            for row, count in zip(rows[which].tolist(), counted.counts[which].tolist(), strict=True):
                yield tuple(words[place] for place in row), count

    written = {tuple(map(fold, form)): count for form, count in respelled(affected()).items()}
    kept = {size: counted.kept(~_with_any(letters, words_of(counted.keys, size))) for size, counted in counts.items()}
    return (tuple(map(fold, words)), kept), written


def _with_any(marked: Marks, rows: Ids) -> Marks:
    """Which rows hold a marked word."""
    found: Marks = np.logical_or.reduce(marked[rows], axis=1)
    return found


def _joined(spoken: tuple[Words, Counts], written: Counts, typed: Counts, number: Mapping[str, int]) -> Counts:
    """Spoken and written forms added up; against the web counts, the larger one."""
    place = np.array([number[word] for word in spoken[0]], np.int64)
    joined = {}
    for size, counted in spoken[1].items():
        keys = np.concatenate([key_of(place[words_of(counted.keys, size)]), written[size].keys])
        joined[size] = larger(summed(keys, np.concatenate([counted.counts, written[size].counts])), typed[size])
    return joined


def _with_estimates(counts: Counts, names: Sequence[Words], number: Mapping[str, int], total: int) -> dict[Words, float]:
    """Puts estimated counts of titles into `counts`; returns those of titles too long for it."""
    largest = max(1.0, float(np.quantile(counts[2].counts, _RARE))) if len(counts[2].keys) else 1.0
    guessed = estimated(names, _asker(counts, names, number), total, largest)
    for size, counted in collected(guessed, number).items():
        counts[size] = larger(counts[size], counted)
    return {name: count for name, count in guessed.items() if len(name) > LONGEST}


def _asker(counts: Counts, names: Sequence[Words], number: Mapping[str, int]) -> Callable[[Words], float]:
    """A way to ask for the counts of n-grams inside these names, all looked up at once: one by one would take minutes."""
    inside: dict[int, dict[Words, None]] = {size: {} for size in counts}
    for name in names:
        for size, found in inside.items():
            found.update(dict.fromkeys(name[at : at + size] for at in range(len(name) - size + 1)))
    known: dict[Words, float] = {}
    for size, found in inside.items():
        known.update(zip(found, counts[size].at(_keys(list(found), size, number)).tolist(), strict=True))
    return lambda words: known.get(words, 0.0)


def _keys(ngrams: Sequence[Words], size: int, number: Mapping[str, int]) -> Ids:
    return key_of(ids_of([tuple(number[word] for word in words) for words in ngrams], size))


def _content(
    counts: Counts,
    number: Mapping[str, int],
    titles: Mapping[int, Ids],
    long_names: Sequence[Words],
    long_counts: Mapping[Words, float],
    facts: dict[str, Any],
) -> Content:
    spelled = list(number)
    codes = codes_of(counts[1].at(np.arange(len(spelled), dtype=np.int64)))
    triples = np.union1d(counts[3].keys, titles[3])
    # A triple hangs below its first two words, whether these were counted or not.
    pairs = np.union1d(np.union1d(counts[2].keys, titles[2]), triples >> WORD_BITS)
    used = np.unique(np.concatenate([np.flatnonzero(codes), words_of(pairs, 2).ravel(), words_of(triples, 3).ravel()]))
    order = used[np.lexsort((used, -codes[used].astype(np.int64)))]
    rank = np.zeros(len(spelled), np.int64)
    rank[order] = np.arange(len(order))

    def grams(keys: Ids, size: int, parents: Ids) -> tuple[Grams, Ids]:
        """The n-grams below their parents, and their own keys by rank, to be parents in turn."""
        ranked = key_of(rank[words_of(keys, size)])
        sequence = np.argsort(ranked)
        ranked = ranked[sequence]
        return Grams(
            np.searchsorted(parents, ranked >> WORD_BITS).astype(np.int32),
            words_of(ranked, 1)[:, 0].astype(np.int32),
            codes_of(counts[size].at(keys))[sequence],
            np.isin(keys, titles[size])[sequence],
        ), ranked

    two, ranked_pairs = grams(pairs, 2, np.arange(len(order), dtype=np.int64))
    three, _ = grams(triples, 3, ranked_pairs)

    return Content(
        [spelled[place] for place in order.tolist()],
        codes[order],
        two,
        three,
        [" ".join(name) for name in long_names],
        codes_of(np.array([long_counts.get(name, 0.0) for name in long_names])),
        facts,
    )
