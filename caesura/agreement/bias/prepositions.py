"""Bias 4: on which side of a preposition do annotators break? (Ramanath et al. 2013, table 6)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from caesura.agreement.bias.tagged import TaggedItem, is_preposition
from caesura.agreement.bias.tally import SEED, TRIALS, Finding, Tally, chi_square, finding
from caesura.shapes import fold

POSITIONS = ("both", "none", "right", "left")
#: Prepositions with fewer annotations than this have no row of their own.
FEWEST = 100

Counts = Counter[tuple[str, str]]


def preposition_findings(
    items: Sequence[TaggedItem], other: Sequence[TaggedItem] | None = None, *, trials: int = TRIALS, seed: int = SEED
) -> list[Finding]:
    """The four positions over all prepositions, and of each frequent one. Those at an edge stay in the denominator only."""
    counts = _by_query(items)
    others = None if other is None else _by_query(other)
    findings = [
        finding(
            4,
            f"break: {position}",
            "all prepositions" if word is None else word,
            _tally(counts, position, word),
            None if others is None else _tally(others, position, word),
            trials=trials,
            seed=seed,
        )
        for word in (None, *_frequent(counts))
        for position in POSITIONS
    ]
    return [row for row in findings if row is not None]


def preposition_table(items: Sequence[TaggedItem], other: Sequence[TaggedItem] | None = None) -> list[dict[str, object]]:
    """Table 6 with one row per preposition: percentages of the four positions, chance, and a chi-square against chance."""
    rows: list[dict[str, object]] = []
    counts, others = _by_query(items), _by_query(other or ())
    for word in (None, *_frequent(counts)):
        mine, theirs = _of_word(counts, word), _of_word(others, word)
        total = mine.total()
        if not total:
            continue
        inner = total - mine["edge"]
        test = chi_square([mine[position] for position in POSITIONS], [0.25] * 4) if inner else None
        row: dict[str, object] = {"preposition": word or "all", "annotations": total}
        row |= {position: 100 * mine[position] / total for position in POSITIONS}
        row |= {"edge": 100 * mine["edge"] / total, "chance_each": 25 * inner / total}
        row |= {"chi_square_p": None if test is None else test[2], "w": None if test is None else test[3]}
        if other is not None:
            row |= {f"other_{position}": 100 * theirs[position] / theirs.total() if theirs else None for position in POSITIONS}
        rows.append(row)
    return rows


def position_of(pattern: Sequence[int], place: int) -> str:
    """Where the breaks around the word at this place are."""
    if place in (0, len(pattern)):
        return "edge"
    left, right = pattern[place - 1], pattern[place]
    if left and right:
        return "both"
    return "left" if left else "right" if right else "none"


def _by_query(items: Sequence[TaggedItem]) -> list[Counts]:
    """How many annotations have each preposition in each position, for the queries with prepositions."""
    by_query: list[Counts] = []
    for tagged in items:
        counts: Counts = Counter()
        for place, (word, tag) in enumerate(zip(tagged.words, tagged.tags, strict=True)):
            if is_preposition(word, tag):
                for pattern, count in tagged.item.patterns:
                    counts[fold(word), position_of(pattern, place)] += count
        if counts:
            by_query.append(counts)
    return by_query


def _frequent(counts: Sequence[Counts]) -> list[str]:
    """The prepositions with enough annotations, most frequent first."""
    numbers: Counter[str] = Counter()
    for of_query in counts:
        for (word, _), number in of_query.items():
            numbers[word] += number
    return [word for word, number in sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0])) if number >= FEWEST]


def _of_word(counts: Sequence[Counts], word: str | None) -> Counter[str]:
    of_word: Counter[str] = Counter()
    for of_query in counts:
        for (preposition, position), number in of_query.items():
            if word in (None, preposition):
                of_word[position] += number
    return of_word


def _tally(counts: Sequence[Counts], position: str, word: str | None) -> Tally:
    rows = []
    for of_query in counts:
        mine = _of_word([of_query], word)
        inner = mine.total() - mine["edge"]
        rows.append((mine[position], inner / 4, inner * 3 / 16, mine.total()))
    return Tally.of(rows, share=True)
