"""Where one sentence ends and the next begins in what somebody typed: `my cat limps. what can i do`.

A sentence ends with a word that carries a full stop, a question or an exclamation mark which is not part of it (`st.`, `u.s.`,
`yahoo!` are words).
"""

from __future__ import annotations

from collections.abc import Sequence

from caesura.shapes import Words
from caesura.tagging import split_marks

_ENDS = frozenset(".?!。？！")


def sentences_of(typed: Sequence[str]) -> list[Words]:
    """The words, sentence by sentence; words that are only marks belong to what stands before them."""
    sentences: list[Words] = []
    start, ended = 0, False
    for at, word in enumerate(typed):
        marked = split_marks(word)
        if ended and marked.word:
            sentences.append(tuple(typed[start:at]))
            start, ended = at, False
        ended = ended or ((at > start or bool(marked.word)) and not _ENDS.isdisjoint(marked.closing))
    if start < len(typed):
        sentences.append(tuple(typed[start:]))
    return sentences
