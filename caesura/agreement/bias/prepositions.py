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
    found: list[Finding | None] = []
    for word in (None, *frequent(items)):
        where = "all prepositions" if word is None else word
        for position in POSITIONS:
            found.append(
                finding(
                    4,
                    f"break: {position}",
                    where,
                    Tally.of([_share(item, position, word) for item in items], share=True),
                    None if other is None else Tally.of([_share(item, position, word) for item in other], share=True),
                    trials=trials,
                    seed=seed,
                )
            )
    return [row for row in found if row is not None]


def preposition_table(items: Sequence[TaggedItem], other: Sequence[TaggedItem] | None = None) -> list[dict[str, object]]:
    """Table 6 with one row per preposition: percentages of the four positions, chance, and a chi-square against chance."""
    rows: list[dict[str, object]] = []
    counts, others = _counted(items), _counted(other or ())
    for word in (None, *frequent(items)):
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


def frequent(items: Sequence[TaggedItem]) -> list[str]:
    """The prepositions with enough annotations, most frequent first."""
    counts: Counter[str] = Counter()
    for (word, _), number in _counted(items).items():
        counts[word] += number
    return [word for word, number in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])) if number >= FEWEST]


def position_of(pattern: Sequence[int], place: int) -> str:
    """Where the breaks around the word at this place are."""
    if place in (0, len(pattern)):
        return "edge"
    left, right = pattern[place - 1], pattern[place]
    if left and right:
        return "both"
    return "left" if left else "right" if right else "none"


def _counted(items: Sequence[TaggedItem]) -> Counts:
    counts: Counts = Counter()
    for tagged in items:
        for place, word in _places(tagged):
            for pattern, count in tagged.item.patterns:
                counts[word, position_of(pattern, place)] += count
    return counts


def _of_word(counts: Counts, word: str | None) -> Counter[str]:
    found: Counter[str] = Counter()
    for (preposition, position), number in counts.items():
        if word in (None, preposition):
            found[position] += number
    return found


def _share(tagged: TaggedItem, position: str, word: str | None) -> tuple[float, float, float, float]:
    places = [place for place, found in _places(tagged) if word in (None, found)]
    inner = sum(0 < place < len(tagged.words) - 1 for place in places)
    number = tagged.item.total
    hits = sum(count for place in places for pattern, count in tagged.item.patterns if position_of(pattern, place) == position)
    return hits, inner * number / 4, inner * number * 3 / 16, len(places) * number


def _places(tagged: TaggedItem) -> list[tuple[int, str]]:
    return [
        (place, fold(word))
        for place, (word, tag) in enumerate(zip(tagged.words, tagged.tags, strict=True))
        if is_preposition(word, tag)
    ]
