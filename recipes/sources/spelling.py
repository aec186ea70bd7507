"""What the speech models write as it is spoken, entered as people type it.

They spell letters one by one ("d. v. d."), numbers in words, and possessives with an apostrophe. A query has "dvd", "2006",
"mens". So every n-gram with such a word is entered under each of its written forms too, with the same expected count; forms
that several n-grams share add up. Where a number or an abbreviation goes on beyond the n-gram ("nineteen" of "nineteen ninety
eight", "d. v." of "d. v. d."), the shorter n-gram's form would count too much: the longer one is taken off, though never more
than nine tenths. What lies beyond three words is not known, so a three-word n-gram whose number may go on gets no digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from recipes.sources.ngrams import LONGEST
from recipes.sources.numbers import NUMBER_WORDS, OPEN_ENDS, in_digits

Words = tuple[str, ...]

_LEAST_SHARE = 0.1


def is_letter(word: str) -> bool:
    """Whether this is a letter spelled out: `d.`."""
    return len(word) == 2 and word[1] == "." and word[0].isalpha()


def is_respelled(word: str) -> bool:
    """Whether an n-gram with this word has other written forms."""
    return is_letter(word) or "'" in word or word in NUMBER_WORDS


def respelled(ngrams: Iterable[tuple[Words, float]]) -> dict[Words, float]:
    """The other written forms of these n-grams, with their counts."""
    written: dict[Words, float] = {}
    carried_on: dict[Words, float] = {}
    for words, count in ngrams:
        for form in written_forms(words):
            written[form] = written.get(form, 0.0) + count
        for shorter in _cut_short(words):
            for form in written_forms(shorter):
                carried_on[form] = carried_on.get(form, 0.0) + count
    return {form: max(count - carried_on.get(form, 0.0), count * _LEAST_SHARE) for form, count in written.items()}


def written_forms(words: Words) -> list[Words]:
    """Every other way to write these words, each once."""
    forms = dict.fromkeys((_joined(words, None), _joined(words, ""), _joined(words, ".")))
    if not NUMBER_WORDS.isdisjoint(words) and not (len(words) == LONGEST and words[-1] in OPEN_ENDS):
        forms |= dict.fromkeys([tuple(word for word, _ in in_digits(form)) for form in forms])
    forms |= dict.fromkeys([tuple(word.replace("'", "") or word for word in form) for form in forms])
    forms.pop(words, None)
    return list(forms)


def _joined(words: Words, stop: str | None) -> Words:
    """Letters that stand together as one word, each followed by `stop`; with None, and where one stands alone, bare letters."""
    form: list[str] = []
    for letters, run in groupby(words, is_letter):
        group = list(run)
        if letters and len(group) > 1 and stop is not None:
            form.append("".join(letter[0] + stop for letter in group))
        else:
            form += [word[0] for word in group] if letters else group
    return tuple(form)


def _cut_short(words: Words) -> Iterator[Words]:
    """The shorter n-grams in which a number or an abbreviation of this one is cut at its end, or at its start."""
    if len(words) > 1:
        digits = in_digits(words)
        if digits[-1][1] > 1 or (is_letter(words[-1]) and is_letter(words[-2])):
            yield words[:-1]
        if digits[0][1] > 1 or (is_letter(words[0]) and is_letter(words[1])):
            yield words[1:]
