"""Words that say little: the stop words of the Snowball project for English, or a list of your own."""

from __future__ import annotations

from caesura.foundation import PathLike, lines

# Snowball's English list (BSD licence), without the contractions, which the tokenisers cut.
_ENGLISH = """
a about above after again against all am an and any are as at be because been before being below between both but by
can cannot could did do does doing down during each few for from further had has have having he her here hers herself
him himself his how i if in into is it its itself me more most my myself no nor not of off on once only or other ought
our ours ourselves out over own same she should so some such than that the their theirs them themselves then there
these they this those through to too under until up very was we were what when where which while who whom why will
with would you your yours yourself yourselves
"""

ENGLISH = frozenset(_ENGLISH.split())


def stop_words(name: PathLike) -> frozenset[str]:
    """`none`, `english`, or the words of a file, one per line (blank lines and lines that begin with # are passed over)."""
    if str(name) == "none":
        return frozenset()
    if str(name) == "english":
        return ENGLISH
    words = (line.strip() for _, line in lines(name))
    return frozenset(word for word in words if word and not word.startswith("#"))
