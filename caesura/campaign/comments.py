"""What workers write into the comment box, as counts of words (Lioma et al. 2018, figure 2b)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from caesura.campaign.answers import WorkerAnswer
from caesura.campaign.values import Role
from caesura.shapes import fold

_WORD = re.compile(r"\w+(?:['’]\w+)*")


def comment_words(given: Iterable[WorkerAnswer]) -> list[tuple[str, int, int]]:
    """Words of comments, the most frequent first: how often each occurs, and how often in the practice round.

    A comment belongs to a page and counts once.
    """
    everywhere: Counter[str] = Counter()
    in_training: Counter[str] = Counter()
    comments = {one.page: (one.comment, one.role == Role.TRAINING) for one in given}
    for comment, practised in comments.values():
        words = _WORD.findall(fold(comment))
        everywhere.update(words)
        if practised:
            in_training.update(words)
    ranked = sorted(everywhere.items(), key=lambda pair: (-pair[1], pair[0]))
    return [(word, count, in_training[word]) for word, count in ranked]
