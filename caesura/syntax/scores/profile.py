"""How complex are these queries? Words, depth of trees, tags of roots, the parser's confidence (Pinter et al. 2016, table 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from statistics import median
from typing import Any

from caesura.foundation import Advance, InputError, PathLike, lines, unwatched, without_compression
from caesura.shapes import MAX_WORDS, split_words
from caesura.syntax.marks import bare_query
from caesura.syntax.parsing.parse import Parse, Parser
from caesura.syntax.sentences import sentences_of
from caesura.syntax.treebank.ordinary import read_ordinary_trees

_NOUNS, _VERBS = frozenset({"NOUN", "PROPN"}), frozenset({"VERB", "AUX"})


@dataclass(frozen=True)
class SyntaxProfile:
    """Means over the queries; depth is the number of edges from a root to its deepest word, the largest of a query's trees.

    Shares of roots are shares of root edges: a query with two segments has two. `confidence` is the mean over what the parser can
    parse, None where it gives none.
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


def profile_file(
    file: PathLike, parser: Parser, *, limit: int | None = None, sentences: bool = False, advance: Advance = unwatched
) -> SyntaxProfile:
    """The profile of queries, one per line, or of a treebank (.conllu) by its own trees. Words of marks alone are left out.

    With `sentences` each sentence of a line counts by itself. In a treebank edges may cross: its trees are only described.
    """
    parses = []
    if without_compression(str(file)).endswith(".conllu"):
        for words, tree in islice(read_ordinary_trees(file), limit):
            # The parser's confidence in the same words; a sentence may be longer than any query.
            parses.append(replace(tree, confidence=parser.parse(words).confidence) if len(words) <= MAX_WORDS else tree)
            advance(1)
        return profile(parses)
    for _, line in islice(lines(file), limit):
        typed = split_words(line)
        parses += [parser.parse(bare_query(part).words) for part in (sentences_of(typed) if sentences else [typed])]
        advance(1)
    return profile(parses)


def profile(parses: Iterable[Parse]) -> SyntaxProfile:
    """Table 1 for any set of parsed queries; queries without words are left out."""
    known = [parse for parse in parses if parse.heads]
    if not known:
        raise InputError("no query has words", cure="give at least one query with words")
    depths = [_depth(parse.heads) for parse in known]
    roots = Counter(parse.tags[i] for parse in known for i, head in enumerate(parse.heads) if not head)
    edges = roots.total()
    sure = [parse.confidence for parse in known if parse.confidence is not None]
    return SyntaxProfile(
        queries=len(known),
        words=sum(len(parse.heads) for parse in known) / len(known),
        median_depth=float(median(depths)),
        mean_depth=sum(depths) / len(known),
        noun_roots=sum(roots[tag] for tag in _NOUNS) / edges,
        verb_roots=sum(roots[tag] for tag in _VERBS) / edges,
        root_tags={tag: count / edges for tag, count in roots.most_common()},
        segments=edges / len(known),
        confidence=sum(sure) / len(sure) if sure else None,
    )


def _depth(heads: Sequence[int]) -> int:
    """Edges from a root to the deepest word; the edges may cross."""
    deepest = 0
    for head in heads:
        depth = 0
        while head:
            head, depth = heads[head - 1], depth + 1
        deepest = max(deepest, depth)
    return deepest
