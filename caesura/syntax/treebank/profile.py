"""How complex are these queries? Words, depth of trees, tags of roots, the parser's confidence (Pinter et al. 2016, table 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from typing import Any

from caesura.foundation import InputError
from caesura.syntax.parsing.parse import Parse

_NOUNS, _VERBS = frozenset({"NOUN", "PROPN"}), frozenset({"VERB", "AUX"})


@dataclass(frozen=True)
class Profile:
    """Means over the queries; depth is the number of edges from a root to its deepest word, the largest of a query's trees.

    Shares of roots are shares of root edges: a query with two segments has two. `confidence` is None where the parser gives none.
    """

    queries: int
    words: float
    median_depth: float
    mean_depth: float
    noun_roots: float
    verb_roots: float
    root_tags: dict[str, float]
    segments: float
    confidence: float | None

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def profile(parses: Iterable[Parse]) -> Profile:
    """Table 1 for any set of parsed queries; queries without words are left out."""
    found = [parse for parse in parses if parse.heads]
    if not found:
        raise InputError("there is no query to look at", cure="give one with words")
    depths = [max(parse.forest.depths) for parse in found]
    roots = Counter(parse.tags[i] for parse in found for i, head in enumerate(parse.heads) if not head)
    edges = roots.total()
    sure = [parse.confidence for parse in found if parse.confidence is not None]
    return Profile(
        queries=len(found),
        words=sum(len(parse.heads) for parse in found) / len(found),
        median_depth=float(median(depths)),
        mean_depth=sum(depths) / len(found),
        noun_roots=sum(roots[tag] for tag in _NOUNS) / edges,
        verb_roots=sum(roots[tag] for tag in _VERBS) / edges,
        root_tags={tag: count / edges for tag, count in roots.most_common()},
        segments=edges / len(found),
        confidence=sum(sure) / len(sure) if len(sure) == len(found) else None,
    )
