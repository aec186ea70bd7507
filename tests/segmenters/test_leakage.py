"""A lexicon that was built from the labels is recognised; one from elsewhere is not."""

from __future__ import annotations

from itertools import product

from caesura.corpus import Corpus, Entry, Query, Vote, Votes
from caesura.lexicon import MemoryLexicon
from caesura.segmenters.leakage import HidingLexicon, find_leaks
from caesura.shapes import Flat

FIRST = [f"{letter}an" for letter in "bcdfgjklmn"]
SECOND = [f"{letter}ot" for letter in "bcdghj"]


def corpus() -> Corpus:
    """Of each four words the first two and the last two belong together."""
    entries = []
    for number, (one, other) in enumerate(product(FIRST, SECOND)):
        words = (one, other, SECOND[number % 3], FIRST[number % 7])
        text = " ".join(words)
        entries.append(Entry(Query(str(number), text), Votes((Vote(Flat((0, 1, 0)), 7), Vote(Flat((0, 1, 1)), 2)))))
    return Corpus("labels", tuple(entries))


def labelled() -> set[str]:
    return {" ".join(words[span]) for entry in corpus() for words in [entry.query.words] for span in (slice(0, 2), slice(2, 4))}


def test_titles_from_the_labels() -> None:
    words = dict.fromkeys([*FIRST, *SECOND], 9)
    (leak,) = find_leaks(corpus(), MemoryLexicon(words, titles=labelled()))
    assert (leak.kind, leak.segments) == ("titles", 1.0)
    assert str(leak).startswith("the lexicon's titles seem to be built from these labels: they know 100% of")


def test_counts_from_the_labels() -> None:
    (leak,) = find_leaks(corpus(), MemoryLexicon(dict.fromkeys(labelled(), 3)))
    assert leak.kind == "counts"


def test_a_lexicon_from_elsewhere() -> None:
    known = sorted(labelled())
    across = {" ".join(entry.query.words[1:3]): 4 for entry in corpus()}
    assert find_leaks(corpus(), MemoryLexicon(dict.fromkeys(known, 3) | across)) == []
    assert find_leaks(corpus(), MemoryLexicon({}, titles=known[::2])) == []
    assert find_leaks(Corpus("few", tuple(corpus())[:5]), MemoryLexicon({}, titles=known)) == []


def test_hiding() -> None:
    base = MemoryLexicon({"a": 9, "a b": 5, "b c": 4}, titles=["a b"])
    hiding = HidingLexicon(base, frozenset({("a", "b")}), frozenset({"titles"}))
    assert hiding.lookup(["A", "b"]) == (5, False)
    assert hiding.lookup_spans(["a", "b", "c"]) == [[(5, False)], [(4, False)]]
    assert HidingLexicon(base, frozenset({("a", "b")}), frozenset({"counts"})).lookup(["a", "b"]) == (0, True)
    assert (hiding.count(["a"]), hiding.is_title(["a"]), hiding.total, hiding.longest) == (9, False, 9, 2)
