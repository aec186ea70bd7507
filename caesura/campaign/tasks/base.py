"""What every kind of task says about itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from caesura.foundation import InputError
from caesura.shapes import Shape, Words, query_words

#: What an annotator may send at most for one item.
LONGEST_ANSWER = 10_000
LONGEST_TEXT = 2_000


def plain_words(text: str) -> Words:
    """The words of a query, within the size a page can show."""
    if len(text) > LONGEST_TEXT:
        raise InputError(f"a text of {len(text):,} characters", cure=f"at most {LONGEST_TEXT:,} are possible")
    return query_words(text)


def no_choices(_words: Words) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True)
class Task:
    """A kind of task.

    `read(words, answer)` gives the canonical text of an answer (what is stored and compared) or an `InputError` that says what is
    malformed; `check(text, paragraph)` refuses items that do not suit the task; `choices` are listed for the annotator, in an
    order of their own; `shape` gives the segmentation a canonical text stands for, None where it stands for none (a judgement, or
    a query not understood). A task that takes proposals begins with one, kept in the item's paragraph.
    """

    name: str
    description: str
    items_per_page: int
    read: Callable[[Words, object], str]
    check: Callable[[str, str], None]
    shape: Callable[[Words, str], Shape | None]
    choices: Callable[[Words], Sequence[str]] = no_choices
    words: Callable[[str], Words] = query_words
    takes_proposals: bool = False

    def shuffled_choices(self, words: Words, seed: str) -> tuple[str, ...]:
        """The choices in an order that is the same whenever this seed is given."""
        listed = list(self.choices(words))
        Random(seed).shuffle(listed)
        return tuple(listed)
