"""Sentences from plain text, as a control set for queries (Ramanath et al. 2013 took 300 of 5 to 15 words from books).

Text is read paragraph by paragraph (a blank line ends one; line breaks inside are spaces, as in the books of public
libraries). A sentence ends at `.`, `!`, `?` or an ellipsis, with the quotes and brackets that close after it, if white space
follows and then something that can begin a sentence: a capital or a digit, perhaps behind an opening quote. It does not end
behind an abbreviation (`Mr.`, `e.g.`, `No.` before a number) or an initial (`J. S. Bach`), except at the end of the paragraph.

Not every piece is a sentence, so each must pass named, counted checks; see `CHECKS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from random import Random

from caesura.corpus.log_draw import SmallestKeys
from caesura.corpus.log_steps import Steps
from caesura.foundation import Advance, InputError, PathLike, lines, unwatched

# Abbreviations behind which a sentence goes on, without the last dot. Those that are capitalised ("Sun.", "Gen.") only count
# with their capital, since most are words otherwise. Those before a number ("No. 5", "p. 12") only count before one. "etc."
# and "a.m." are not here: when a capital follows, they usually did end the sentence.
_ANY_CASE = "e.g i.e cf viz vs ibid approx"
_CAPITALISED = """
    Mr Mrs Ms Messrs Mme Mlle Dr Prof Rev Hon St Sr Jr Esq Gen Col Capt Lieut Lt Sgt Maj Adm Gov Sen Rep Pres Supt Mt Ft
    Jan Feb Mar Apr Jun Jul Aug Sept Sep Oct Nov Dec Mon Tue Tues Wed Thu Thurs Fri Sat Sun
"""
_BEFORE_NUMBERS = "no nos vol vols chap ch p pp fig figs art sec par ed"
_GOES_ON = frozenset((*_ANY_CASE.split(), *_CAPITALISED.split()))
_GOES_ON_BEFORE_NUMBER = frozenset(_BEFORE_NUMBERS.split())

# A full stop, or several marks, then closing quotes and brackets, white space, and what may begin a sentence.
_END = re.compile(r"""(?P<marks>[.!?…]+)["'”’)\]»]*\s+(?=["'“‘(\[«]*[A-Z0-9À-ÖØ-Þ])""")
_LAST_WORD = re.compile(r"(\S+)$")
_INITIAL = re.compile(r"(?:[A-Z]\.)*[A-Z]")
_DASHES = re.compile(r"\s*(?:--+|[—–])\s*")
_SHAPE = re.compile(r"""["'“‘]?[A-ZÀ-ÖØ-Þ].*[.!?]["'”’]?""")
_STRANGE = re.compile(r"[^\w\s.,;:!?'\"“”‘’()—–-]|_")
# A sentence mark inside is a dialogue or a split gone wrong; dots of abbreviations and figures do not count.
_INNER_MARK = re.compile(r"[!?…]|\.\.")


def _is_shouted(sentence: str) -> bool:
    letters = [c for c in sentence if c.isalpha()]
    return sum(c.isupper() for c in letters) > len(letters) / 2


def _has_figures_only(sentence: str) -> bool:
    words = plain_words(sentence)
    return 2 * sum(word.isalpha() or not word.replace(".", "").replace(",", "").isdigit() for word in words) <= len(words)


def _is_unbalanced(sentence: str) -> bool:
    pairs = (("(", ")"), ("“", "”"), ("[", "]"))
    return sentence.count('"') % 2 == 1 or any(sentence.count(a) != sentence.count(b) for a, b in pairs)


#: Name of a check -> whether a sentence fails it, in the order in which they are tried.
CHECKS: dict[str, Callable[[str], bool]] = {
    # Begins with a capital and ends with a full stop, question or exclamation mark (quotes around it are fine).
    "begin-and-end": lambda sentence: _SHAPE.fullmatch(sentence) is None,
    # Holds a character that running prose does not: bullets, underscores, equal signs.
    "characters": lambda sentence: _STRANGE.search(sentence) is not None,
    # An exclamation or question mark, or an ellipsis, in the middle.
    "inner-marks": lambda sentence: _INNER_MARK.search(sentence.rstrip("\"'”’")[:-1]) is not None,
    # A quote or bracket that does not close.
    "unbalanced": _is_unbalanced,
    # More than half of the letters are capitals: a heading.
    "capitals": _is_shouted,
    # At least half of the words are numbers: a table.
    "figures": _has_figures_only,
}


def split_sentences(paragraph: str) -> Iterator[str]:
    """The sentences of one paragraph, with white space made single spaces."""
    text = " ".join(paragraph.split())
    start = 0
    for match in _END.finditer(text):
        if match["marks"] == "." and _goes_on(text[start : match.start()], text[match.end() : match.end() + 1]):
            continue
        yield text[start : match.end()].rstrip()
        start = match.end()
    if start < len(text):
        yield text[start:]


def _goes_on(before: str, after: str) -> bool:
    """Whether the dot between a text and the next character belongs to an abbreviation or an initial."""
    last_word = _LAST_WORD.search(before)
    word = last_word[1].lstrip("\"'“‘([«") if last_word else ""
    if word in _GOES_ON or (after.isdigit() and word.lower() in _GOES_ON_BEFORE_NUMBER):
        return True
    # "I" ends sentences ("It was I."), any other capital alone is an initial.
    return word != "I" and _INITIAL.fullmatch(word) is not None


def paragraphs(path: PathLike, *, advance: Advance = unwatched) -> Iterator[str]:
    """The paragraphs of a text; a blank line ends one."""
    open_lines: list[str] = []
    for _, line in lines(path, advance=advance):
        if line.strip():
            open_lines.append(line)
        elif open_lines:
            yield " ".join(open_lines)
            open_lines = []
    if open_lines:
        yield " ".join(open_lines)


def plain_words(sentence: str) -> list[str]:
    """The words as a query would have them: without the punctuation around them, split at dashes."""
    words = (word.strip(".,;:!?…\"'“”‘’()[]«»-") for word in _DASHES.sub(" ", sentence).split())
    return [word for word in words if word]


def as_query(sentence: str) -> str:
    """Lower-cased, without punctuation: what makes a sentence look like a query."""
    return " ".join(plain_words(sentence)).lower()


def draw_sentences(
    texts: Iterable[str], count: int, *, seed: int, words: tuple[int, int] = (5, 15), steps: Steps | None = None
) -> list[str]:
    """`count` distinct sentences of paragraphs at random; fewer where there are no more, which `steps` shows."""
    if count < 1:
        raise InputError(f"{count} sentences cannot be drawn", cure="ask for one or more")
    steps = Steps() if steps is None else steps
    steps.fell = dict.fromkeys(("words", *CHECKS), 0)
    key, kept = Random(seed).random, SmallestKeys(count)
    for text in texts:
        for sentence in split_sentences(text):
            steps.lines += 1
            failed = _failed(sentence, words)
            if failed is None:
                kept.add(key(), sentence)
            else:
                steps.drop(failed)
    return [sentence for _, sentence in kept.smallest(count)]


def _failed(sentence: str, words: tuple[int, int]) -> str | None:
    if not words[0] <= len(plain_words(sentence)) <= words[1]:
        return "words"
    return next((name for name, fails in CHECKS.items() if fails(sentence)), None)
