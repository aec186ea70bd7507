"""Which queries of a log a teacher may label, and the states of their words, computed once and kept on disk.

Every query of the corpus that models are judged on is taken out, with its misspellings and corrections, whatever its punctuation.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from recipes.transformer import Transformer

#: The layer whose states tell most about breaks; the last ones tell less.
LAYER = 6
_CHUNK = 4000
_SHORTEST, _LONGEST, _LONGEST_TEXT = 2, 10, 90

#: Logs of web search engines; other sources are questions or titles.
WEB = ("webis-qspell-17(AOL)", "trec-mq-07/08", "trec-mq-09", "terabyte05-eff")


def plain(query: str) -> str:
    """The query without case and punctuation: what makes two queries the same here."""
    return " ".join(re.sub(r"[^\w]+", " ", query.lower()).split())


def kept_back(judged: Iterable[str], spellings: Path) -> set[str]:
    """Plain forms of the judged queries and of whatever is a spelling of one of them."""
    forms = {plain(query) for query in judged}
    with spellings.open(encoding="utf-8") as lines:
        for line in lines:
            listed = {plain(form) for form in line.rstrip("\n").split(";")[1:]}
            if listed & forms:
                forms |= listed
    return forms


def logged(log: Path) -> Iterator[tuple[str, str]]:
    """Source and query of each line."""
    with log.open(encoding="utf-8") as lines:
        for line in lines:
            source, query = line.rstrip("\n").split("\t")
            yield source, " ".join(query.split())


def web_queries(log: Path, taken_out: set[str]) -> list[str]:
    """Different web queries of a usual length, in an order drawn once."""
    seen, queries = set(taken_out), []
    for source, query in logged(log):
        form = plain(query)
        if source in WEB and _SHORTEST <= len(query.split()) <= _LONGEST and len(query) <= _LONGEST_TEXT and form not in seen:
            seen.add(form)
            queries.append(query)
    queries.sort()
    random.Random(7).shuffle(queries)
    return queries


def word_states(queries: Sequence[str], transformer: Transformer, cache: Path, name: str) -> npt.NDArray[np.float16]:
    """The states of all words of all queries, one after the other; chunks that lie in the cache are not computed again."""
    chunks = []
    for number, start in enumerate(range(0, len(queries), _CHUNK)):
        file, listed = cache / f"{name}{number:03d}.npy", cache / f"{name}{number:03d}.txt"
        part = queries[start : start + _CHUNK]
        text = "".join(f"{query}\n" for query in part)
        if not (file.exists() and listed.exists() and listed.read_text(encoding="utf-8") == text):
            np.save(file, np.concatenate(transformer.words(part, LAYER)))
            listed.write_text(text, encoding="utf-8")
        chunks.append(np.load(file))
    return np.concatenate(chunks)


def words_around(queries: Iterable[str], outside: int) -> npt.NDArray[np.int64]:
    """For each place the numbers of the four words around it, counted through all queries; `outside` where there is none."""
    rows, first = [], 0
    for query in queries:
        size = len(query.split())
        rows += [[first + place + at if 0 <= place + at < size else outside for at in (-1, 0, 1, 2)] for place in range(size - 1)]
        first += size
    return np.array(rows, np.int64).reshape(-1, 4)
