"""The optional spelling step after the draw: correct, look at the lengths again, drop what became the same query.

Hagen et al. corrected their 55,555 queries half by hand; correcting joins and parts words, so some queries then had too few
or too many, and went.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from caesura.corpus.log_groups import same_query
from caesura.corpus.log_steps import Steps
from caesura.foundation import InputError, PathLike, lines

Speller = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Spelled:
    """The queries that remain, how many of all were changed, and how many fell."""

    queries: tuple[str, ...]
    changed: int
    steps: Steps


def read_corrections(path: PathLike) -> Speller:
    """A file `wrong<TAB>right`: a whole query is looked up first, otherwise each of its words; case and spacing do not matter."""
    known: dict[str, str] = {}
    for number, line in lines(path):
        wrong, tab, right = line.partition("\t")
        name, right = same_query(wrong), " ".join(right.split())
        if not tab or "\t" in line[len(wrong) + 1 :] or not name or not right:
            raise InputError(
                "a correction is two columns, wrong and right, with a tab between", cure="correct the line", file=path, line=number
            )
        if known.setdefault(name, right) != right:
            raise InputError(f"'{name}' is corrected in two ways", cure="keep one of them", file=path, line=number)

    def spell(text: str) -> str:
        name = same_query(text)
        if name in known:
            return known[name]
        return " ".join(known.get(word.lower(), word) for word in text.split())

    return spell


def spelled(queries: Iterable[str], speller: Speller, words: tuple[int, int] | None) -> Spelled:
    """Correct the queries; a step for those whose length no longer fits, and one for repeats, of which the first stays."""
    steps = Steps(fell={"spelling-words": 0, "spelling-repeats": 0})
    minimum, maximum = words or (1, 1 << 62)
    changed = 0
    kept: dict[str, str] = {}
    for query in queries:
        steps.lines += 1
        right = " ".join(speller(query).split())
        changed += right != query
        if not minimum <= len(right.split()) <= maximum:
            steps.drop("spelling-words")
        elif same_query(right) in kept:
            steps.drop("spelling-repeats")
        else:
            kept[same_query(right)] = right
    return Spelled(tuple(kept.values()), changed, steps)
