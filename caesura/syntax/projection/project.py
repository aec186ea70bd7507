"""The parse of a question projected onto the query it was inferred from (Pinter et al. 2016, algorithm 1).

Words that are not in the query are dropped, their children go to their head. What a dropped preposition or conjunction governs
becomes a root: each root is a segment. The paper's trees have the preposition above its noun; in Universal Dependencies it hangs
below (`case`, `cc`), so there the word it marks becomes the root. Where that leaves a segment in pieces, each contiguous piece
becomes a segment under its highest word.

Relations of collapsed edges, which the paper leaves open: of the children handed up by one dropped word the first in the order in
which Universal Dependencies promote words into a gap takes the dropped word's relation, as it takes its place; the others keep
theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from caesura.foundation import InputError
from caesura.syntax.closed_class import CONJUNCTIONS, PREPOSITIONS
from caesura.syntax.parsing.parse import Parse

# Who steps into the gap of a missing word, first to last.
_PROMOTED = ("nsubj", "obj", "iobj", "obl", "advmod", "csubj", "xcomp", "ccomp", "advcl", "nmod", "compound", "amod")
_MARKS = frozenset(("case", "cc"))
_MARKING_TAGS = frozenset(("ADP", "CCONJ", "SCONJ"))


def project(question: Sequence[str], parse: Parse, places: Sequence[int]) -> Parse:
    """The query's parse; `places` says which word of the question (from 0) each word of the query is, in rising order."""
    if any(one >= other for one, other in pairwise(places)) or any(not 0 <= place < len(parse.heads) for place in places):
        raise InputError(f"the places {list(places)} are not in rising order within a question of {len(parse.heads)} words")
    kept = set(places)
    heads = [head - 1 for head in parse.heads]
    labels = list(parse.labels) if parse.labels else ["dep"] * len(heads)
    depths = [_depth(heads, word) for word in range(len(heads))]
    roots = {word for word in range(len(heads)) if heads[word] < 0}
    # Deepest first: when a word is dropped, its children are final.
    for word in sorted((word for word in range(len(heads)) if word not in kept), key=lambda word: -depths[word]):
        children = [other for other in range(len(heads)) if heads[other] == word]
        if question[word] in PREPOSITIONS | CONJUNCTIONS or parse.tags[word] in ("ADP", "CCONJ"):
            roots.update(children)
            # Below the word it marks, as in Universal Dependencies: what it governs is that word.
            if labels[word].partition(":")[0] in _MARKS and parse.tags[word] in _MARKING_TAGS and heads[word] >= 0:
                roots.add(heads[word])
        _hand_up(word, children, heads, labels, roots)
    return _trees(places, heads, labels, roots, parse)


def _hand_up(word: int, children: list[int], heads: list[int], labels: list[str], roots: set[int]) -> None:
    free = [child for child in children if child not in roots]
    ranked = sorted(free, key=lambda child: (_rank(labels[child]), child))
    for child in children:
        heads[child] = heads[word]
        if word in roots:
            roots.add(child)
    if ranked:
        labels[ranked[0]] = labels[word]
    roots.discard(word)


def _rank(label: str) -> int:
    plain = label.partition(":")[0]
    return _PROMOTED.index(plain) if plain in _PROMOTED else len(_PROMOTED)


def _trees(places: Sequence[int], heads: list[int], labels: list[str], roots: set[int], parse: Parse) -> Parse:
    """Heads within the query: words that lost their head, and pieces cut off by another segment, become segments."""
    number = {place: at for at, place in enumerate(places)}
    above = [-1 if place in roots or heads[place] not in number else number[heads[place]] for place in places]
    top = [_top(above, at) for at in range(len(places))]
    depths = [_depth(above, at) for at in range(len(places))]
    query_heads = [0] * len(places)
    named = [labels[place] if parse.labels else "" for place in places]
    start = 0
    for end in range(1, len(places) + 1):
        if end < len(places) and top[end] == top[start]:
            continue
        highest = min(range(start, end), key=lambda at: (depths[at], at))
        for at in range(start, end):
            inside = start <= above[at] < end
            query_heads[at] = 0 if at == highest else (above[at] if inside else highest) + 1
            if parse.labels:
                named[at] = "root" if at == highest else "dep" if named[at] == "root" else named[at]
        start = end
    tags = tuple(parse.tags[place] for place in places)
    return Parse(tags, tuple(query_heads), tuple(named) if parse.labels else (), parse.confidence)


def _top(above: Sequence[int], at: int) -> int:
    while above[at] >= 0:
        at = above[at]
    return at


def _depth(above: Sequence[int], at: int) -> int:
    depth = 0
    while above[at] >= 0:
        at, depth = above[at], depth + 1
    return depth
