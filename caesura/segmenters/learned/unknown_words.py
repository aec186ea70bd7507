"""In doubt, no phrase: words that neither vectors nor a lexicon know are kept apart.

Of such words the network sees little but their lengths, and it has learned from English queries to keep rare words together: a
query in Chinese or Arabic would always be one phrase. An unknown word in a query that is English otherwise is mostly a name, and
there the network is right more often than not ("kenneth camyre"). So there is a break between two unknown words, beside an unknown
word with letters beyond ASCII (another script or language), and beside every unknown word where they are more than half of the
query. Where a lexicon knows the pair, or a title that goes across the place, the network decides as ever. `kernel/unknown.pxd` is
the compiled twin.
"""

from __future__ import annotations

from collections.abc import Sequence

from caesura.segmenters.learned.lexicon_facts import LexiconFacts


def unknown_places(folded: Sequence[str], with_vector: Sequence[bool], facts: Sequence[LexiconFacts]) -> int:
    """The places where words are kept apart, as a mask. `facts` is what each lexicon knows."""
    unknown = [
        not known and not any(one.log_count(at, 1) or one.is_title(at, 1) for one in facts) for at, known in enumerate(with_vector)
    ]
    mostly = 2 * sum(unknown) > len(unknown)
    alone = [not_known and (mostly or not word.isascii()) for word, not_known in zip(folded, unknown, strict=True)]
    mask = 0
    for place in range(len(folded) - 1):
        apart = alone[place] or alone[place + 1] or (unknown[place] and unknown[place + 1])
        if apart and not any(_knows(one, place) for one in facts):
            mask |= 1 << place
    return mask


def _knows(facts: LexiconFacts, place: int) -> bool:
    return facts.log_count(place, 2) > 0 or any(start <= place and end > place + 1 for start, end in facts.titles)
