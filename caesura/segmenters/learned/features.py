"""What the learned segmenter looks at: numbers and classes for each place between two words.

The numbers come from the lexicon (counts of the runs of words around the place, how much more often neighbours meet than chance
would have it, titles that cover, end or begin there, what the classic methods would do), from the words' shape, frequency and
vectors, and from the place in the query. The classes are parts of speech. None of them is a word: nothing that was trained on
these can spell one out. `kernel/features.pxd` is the compiled twin and computes the same in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

from caesura.lexicon import LexiconLike
from caesura.segmenters.learned.lexicon_facts import LexiconFacts, look_up
from caesura.segmenters.learned.log_features import LogFeatures
from caesura.segmenters.learned.tag_classes import FUNCTION, OUTSIDE, tag_class
from caesura.segmenters.learned.unknown_words import unknown_places
from caesura.segmenters.learned.vectors import DIMENSIONS, WordVector, WordVectors
from caesura.segmenters.separators import Separators, find_separators
from caesura.shapes import Words, fold
from caesura.tagging import Tags

#: What stands for a PMI that cannot be computed.
NO_PMI = -20.0

#: The words around a place whose tags and vectors are looked at, counted from the word before it.
AROUND = (-1, 0, 1, 2)

#: Groups of numbers, in the order in which they are computed; an ablation leaves one group out.
GROUPS: dict[str, tuple[str, ...]] = {
    "counts": (
        *(f"log count of word {at:+d}" for at in range(-2, 4)),
        *(f"log count of pair {at:+d}" for at in range(-2, 3)),
        *(f"log count of triple {at:+d}" for at in range(-3, 2)),
        *(f"log count of quadruple {at:+d}" for at in range(-2, 1)),
        "largest log count of five words",
        "log count of all words",
        "log count of the words before",
        "log count of the words behind",
    ),
    "association": (
        *(f"PMI of pair {at:+d}" for at in range(-2, 3)),
        "PMI here less before",
        "PMI here less behind",
        "normalised PMI",
        "pair here less before",
        "pair here less behind",
        "triple less pair, left",
        "triple less pair, right",
        "left triple less this pair",
        "right triple less this pair",
        "pair less word before",
        "pair less word behind",
        "rarer word",
        "commoner word",
        "rank of the PMI",
        "rank of the pair",
        "PMI less the largest",
        "pair less the largest",
    ),
    "titles": (
        "longest title across",
        "titles across",
        "shortest title across",
        "longest title that ends here",
        "longest title that begins here",
        "the pair is a title",
        "a title across the place before",
        "a title across the place behind",
        "longest title that begins a word before",
        "longest title that ends a word behind",
        "titles in the query",
        "the query is a title",
        "the words before are a title",
        "the words behind are a title",
        "largest pair of a title across",
        "the word before is a title",
        "the word behind is a title",
    ),
    "classic": tuple(f"{method} {where}" for method in ("naive", "wikipedia", "titles") for where in ("here", "before", "behind")),
    "shape": (
        *(f"length of word {at:+d}" for at in AROUND),
        *(f"digits of word {at:+d}" for at in AROUND),
        "the word before ends in s",
        "the word behind ends in s",
        "the word behind ends in ing",
        "punctuation",
    ),
    "place": ("words", "places before", "places behind", "places to the edge", "odd number of words"),
    "function words": ("function words", "a function word before", "a function word behind"),
    "frequency": tuple(f"frequency rank of word {at:+d}" for at in AROUND),
    "likeness": (
        "likeness of the pair",
        "likeness of the pair before",
        "likeness of the pair behind",
        "likeness across the word before",
        "likeness across the word behind",
        "the word before is known",
        "the word behind is known",
    ),
}

#: Names of all numbers.
NUMBERS: tuple[str, ...] = tuple(name for names in GROUPS.values() for name in names)

#: The groups that come from the lexicon; a model for a lexicon of your own asks the default lexicon for them as well.
FROM_LEXICON = ("counts", "association", "titles", "classic")
BACKGROUND: tuple[str, ...] = tuple(f"default lexicon: {name}" for group in FROM_LEXICON for name in GROUPS[group])


class Places:
    """The features of a query's places: `numbers[p]` as named by NUMBERS, `tags[p]` and `vectors[p]` as AROUND says.

    At `separators`, and beside words nobody knows, there is a break, whatever the features are.
    """

    __slots__ = ("given", "numbers", "separators", "tags", "vectors")

    def __init__(
        self,
        numbers: list[list[float]],
        tags: list[list[int]],
        given: list[list[int]] | None,
        vectors: list[list[int]],
        separators: Separators = Separators(),  # noqa: B008 - it is frozen
    ) -> None:
        self.numbers = numbers
        self.tags = tags
        self.given = given
        self.vectors = vectors
        self.separators = separators


def places(
    words: Words,
    lexicon: LexiconLike,
    tags: Tags,
    given: Tags | None,
    vectors: WordVectors,
    background: LexiconLike | None = None,
    log_features: LogFeatures | None = None,
    logged_words: WordVectors | None = None,
) -> Places:
    """All features of a query; `tags` are the tagger's, `given` came with the query, `background` is a second lexicon,
    `log_features` are what a log says beyond counts, and `logged_words` vectors of a log's words."""
    folded = [fold(word) for word in words]
    known = [vectors.of(word) for word in folded]
    logged = known[:0] if logged_words is None else [logged_words.of(word) for word in folded]
    classes = [tag_class(tag) for tag in tags]
    separators = find_separators(words, lexicon)
    facts = [look_up(words, each, separators) for each in (lexicon, background) if each is not None]
    by_lexicon = _from_lexicon(facts[0])
    numbers = [[*one, *other] for one, other in zip(by_lexicon, _from_words(folded, classes, known), strict=True)]
    if background is not None:
        numbers = [[*row, *more] for row, more in zip(numbers, _from_lexicon(facts[1]), strict=True)]
    if log_features is not None:
        numbers = [[*row, *more] for row, more in zip(numbers, log_features.rows(folded), strict=True)]
    size = len(words)
    with_vector = [known[at].known or bool(logged and logged[at].known) for at in range(size)]
    return Places(
        numbers,
        [_around(classes, place) for place in range(size - 1)],
        None
        if given is None or len(given) != size
        else [_around([tag_class(tag) for tag in given], place) for place in range(size - 1)],
        [_vectors_around(known, place) + _vectors_around(logged, place) for place in range(size - 1)],
        separators.also(unknown_places(folded, with_vector, facts)),
    )


def logged_vectors(words: Words, table: WordVectors) -> list[list[int]]:
    """For each place what a log's table has for the words around it."""
    known = [table.of(word) for word in words]
    return [_vectors_around(known, place) for place in range(len(words) - 1)]


def _around(classes: Sequence[int], place: int) -> list[int]:
    return [classes[place + at] if 0 <= place + at < len(classes) else OUTSIDE for at in AROUND]


def _vectors_around(known: Sequence[WordVector], place: int) -> list[int]:
    """The vectors of the words around a place, one after the other; nothing where no word was looked up."""
    row: list[int] = []
    if not known:
        return row
    for at in AROUND:
        row += known[place + at].numbers if 0 <= place + at < len(known) else (0,) * DIMENSIONS
    return row


def _from_lexicon(facts: LexiconFacts) -> list[list[float]]:
    pmi = [facts.pmi(at) for at in range(facts.size - 1)]
    pairs = [facts.log_count(at, 2) for at in range(facts.size - 1)]
    rows = []
    for place in range(facts.size - 1):
        row = [*_counts(facts, place), *_association(facts, place, pmi, pairs), *_titles(facts, place), *_classic(facts, place)]
        rows.append([float(value) for value in row])
    return rows


def _from_words(folded: Sequence[str], tags: Sequence[int], known: Sequence[WordVector]) -> list[list[float]]:
    size = len(folded)
    likeness = [_likeness(known[at], known[at + 1]) for at in range(size - 1)]
    serving = [tag in FUNCTION for tag in tags]
    rows = []
    for place in range(size - 1):
        before, behind = place, size - 2 - place
        row = [*_shape(folded, place), size, before, behind, min(before, behind), size % 2]
        row += [sum(serving), serving[place], serving[place + 1]]
        row += [known[place + at].rank if 0 <= place + at < size else -1 for at in AROUND]
        row += [
            likeness[place],
            likeness[place - 1] if place else 0.0,
            likeness[place + 1] if place + 2 < size else 0.0,
            _likeness(known[place - 1], known[place + 1]) if place else 0.0,
            _likeness(known[place], known[place + 2]) if place + 2 < size else 0.0,
            known[place].known,
            known[place + 1].known,
        ]
        rows.append([float(value) for value in row])
    return rows


def _counts(facts: LexiconFacts, place: int) -> list[float]:
    size, log_count = facts.size, facts.log_count
    row = [log_count(place + at, 1) for at in range(-2, 4)]
    row += [log_count(place + at, 2) for at in range(-2, 3)]
    row += [log_count(place + at, 3) for at in range(-3, 2)]
    row += [log_count(place + at, 4) for at in range(-2, 1)]
    row.append(max(log_count(place + at, 5) for at in range(-3, 1)))
    row += [log_count(0, size), log_count(0, place + 1), log_count(place + 1, size - place - 1)]
    return row


def _association(facts: LexiconFacts, place: int, pmi: Sequence[float], pairs: Sequence[float]) -> list[float]:
    log_count, last = facts.log_count, facts.size - 2
    here, pair = pmi[place], pairs[place]
    row = [pmi[place + at] if 0 <= place + at <= last else NO_PMI for at in range(-2, 3)]
    row += [here - pmi[place - 1] if place else 0.0, here - pmi[place + 1] if place < last else 0.0]
    row.append(here / (log(facts.total) - pair + 1.0) if facts.total else 0.0)
    row += [pair - log_count(place - 1, 2), pair - log_count(place + 1, 2)]
    left, right = log_count(place - 1, 3), log_count(place, 3)
    row += [left - log_count(place - 1, 2), right - log_count(place + 1, 2), left - pair, right - pair]
    one, other = log_count(place, 1), log_count(place + 1, 1)
    row += [pair - one, pair - other, min(one, other), max(one, other)]
    row += [sum(value > here for value in pmi), sum(value > pair for value in pairs), here - max(pmi), pair - max(pairs)]
    return row


def _titles(facts: LexiconFacts, place: int) -> list[float]:
    size, last = facts.size, facts.size - 2
    across = [(start, end) for start, end in facts.titles if start <= place and end > place + 1]
    return [
        max((end - start for start, end in across), default=0),
        len(across),
        min((end - start for start, end in across), default=0),
        max((end - start for start, end in facts.titles if end == place + 1), default=0),
        max((end - start for start, end in facts.titles if start == place + 1), default=0),
        facts.is_title(place, 2),
        any(start < place and end > place for start, end in facts.titles) if place else -1,
        any(start <= place + 1 and end > place + 2 for start, end in facts.titles) if place < last else -1,
        max((end - start for start, end in facts.titles if start == place), default=0),
        max((end - start for start, end in facts.titles if end == place + 2), default=0),
        len(facts.titles),
        facts.is_title(0, size),
        facts.is_title(0, place + 1),
        facts.is_title(place + 1, size - place - 1),
        max((max(facts.log_count(at, 2) for at in range(start, end - 1)) + 1.0 for start, end in across), default=0),
        facts.is_title(place, 1),
        facts.is_title(place + 1, 1),
    ]


def _classic(facts: LexiconFacts, place: int) -> list[float]:
    row: list[float] = []
    for breaks in facts.classic:
        row += [breaks[place], breaks[place - 1] if place else -1, breaks[place + 1] if place + 1 < len(breaks) else -1]
    return row


def _shape(folded: Sequence[str], place: int) -> list[float]:
    around = [folded[place + at] if 0 <= place + at < len(folded) else "" for at in AROUND]
    row: list[float] = [len(word) for word in around]
    row += [sum(c.isdigit() for c in word) / max(len(word), 1) for word in around]
    before, behind = around[1], around[2]
    row += [before.endswith("s"), behind.endswith("s"), behind.endswith("ing"), not (before + behind).isalnum()]
    return row


def _likeness(one: WordVector, other: WordVector) -> float:
    """The cosine of the words' vectors; 0 where one is unknown."""
    squares = sum(a * a for a in one.numbers) * sum(b * b for b in other.numbers)
    return sum(a * b for a, b in zip(one.numbers, other.numbers, strict=True)) / sqrt(squares) if squares else 0.0
