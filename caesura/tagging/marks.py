"""Punctuation that is typed onto a word, split off before the word is tagged or parsed: `laughed.` is `laughed` and a mark.

Treebanks have marks as tokens of their own, so a tagger knows neither `laughed.` nor `cat?`. The split can be undone: the parts
joined are the word as it was typed. Where the mark belongs to the word (`st.`, `u.s.`, `yahoo!`) it stays.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from caesura.shapes import fold

#: The tag of a word that holds nothing but marks.
PUNCTUATION: Final = "PUNCT"

#: What may open a word, and what may end one. Apostrophes are letters here: `parents'`, `'n'`.
OPENING: Final = frozenset('"“„«‹([{¿¡（［「『')
CLOSING: Final = frozenset('.,;:?!…"”“»›)]}。．，、；：？！）］」』')


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Words to which their last mark belongs, folded. What is a common word without it (`no.`, `in.`) is not listed.
WHOLE_WORDS: Final = _words(
    "mr. mrs. ms. dr. prof. rev. hon. gen. col. capt. lt. sgt. maj. gov. sen. rep. jr. sr. messrs. st. ste. mt. ft. ave."
    " blvd. rd. hwy. pkwy. apt. bldg. inc. ltd. co. corp. bros. pvt. dept. govt. univ. assn. intl. mfg. mgr. vs. etc. al."
    " cf. approx. est. esp. incl. avg. feat. eg. ie. attn. ext. drs. jan. feb. apr. jun. jul. aug. sept. oct. nov. dec. mon."
    " tue. tues. thu. thur. thurs. fri. hrs. mins. yrs. oz. lb. lbs. tsp. tbsp. sq. vol. pp. rs. tel."
    " yahoo! jeopardy! joomla!"
)

# An initial (`j.`), or short parts with dots between (`u.s.`, `ph.d.`): the last dot is one of them. `health.gov.` is not.
_INITIALS = re.compile(r"[a-z]\.|(?:[a-z]{1,2}\.){2,}")


class MarkedWord(NamedTuple):
    """A word as typed, in parts: `opening + word + closing`. Where there are only marks, `word` is empty."""

    opening: str
    word: str
    closing: str


@lru_cache(maxsize=1 << 16)
def split_marks(typed: str) -> MarkedWord:
    """`split_marks('"cat?"')` -> `('"', 'cat', '?"')`; `split_marks("u.s.")` -> `('', 'u.s.', '')`."""
    start, end = 0, len(typed)
    while start < end and typed[start] in OPENING:
        start += 1
    while end > start and typed[end - 1] in CLOSING and not _belongs(typed[start:end]):
        end -= 1
    if start == end:
        return MarkedWord("", "", typed)
    return MarkedWord(typed[:start], typed[start:end], typed[end:])


def without_marks(typed: str) -> str:
    """The word itself; empty where there are only marks."""
    return split_marks(typed).word


def _belongs(word: str) -> bool:
    folded = fold(word)
    return folded in WHOLE_WORDS or _INITIALS.fullmatch(folded) is not None
