"""spaCy's English trees as Universal Dependencies draw them, so that heads can be compared.

Its models follow the ClearNLP scheme: a preposition is the head of its noun, "be" that of what it links, each conjunct that of the
next, and "and" hangs on the conjunct before it. Names are left as they are (there the last word is the head, in UD the first).
"""

from __future__ import annotations

from collections.abc import Sequence

_BE = frozenset(("am", "are", "be", "been", "being", "is", "was", "were", "'s", "'re", "'m", "s"))
_WHERE = frozenset(("where", "when", "how"))


def universal_heads(words: Sequence[str], heads: Sequence[int], labels: Sequence[str]) -> list[int]:
    """Heads are numbers from 1, 0 for the root, before and after."""
    found = [0, *heads]
    names = ["", *labels]
    _conjuncts(found, names)
    objects = _prepositions(found, names)
    _copulas(["", *words], found, names, objects)
    return found[1:]


def _conjuncts(heads: list[int], labels: Sequence[str]) -> None:
    for word, label in enumerate(labels):
        while label == "conj" and labels[heads[word]] == "conj":
            heads[word] = heads[heads[word]]
    for word, label in enumerate(labels):
        if label == "cc":
            later = [other for other in range(word + 1, len(heads)) if labels[other] == "conj" and heads[other] == heads[word]]
            heads[word] = later[0] if later else heads[word]


def _prepositions(heads: list[int], labels: Sequence[str]) -> dict[int, str]:
    """Noun and preposition change places. What is returned: each such noun, with the label its preposition had."""
    objects: dict[int, str] = {}
    for word, label in enumerate(labels):
        above = heads[word]
        if label in ("pobj", "pcomp") and above and heads[above] != word:
            heads[word], heads[above] = heads[above], word
            objects[word] = labels[above]
    return objects


def _copulas(words: Sequence[str], heads: list[int], labels: Sequence[str], objects: dict[int, str]) -> None:
    for verb in range(1, len(words)):
        below = [word for word in range(1, len(words)) if heads[word] == verb]
        if words[verb].lower() not in _BE or labels[verb] in ("aux", "auxpass") or any(labels[word] == "expl" for word in below):
            continue
        linked = [word for word in below if labels[word] in ("attr", "acomp")]
        linked += [word for word in below if labels[word] == "advmod" and words[word].lower() in _WHERE]
        linked += [word for word in below if objects.get(word) == "prep" and word > verb]
        if not linked:
            continue
        first = linked[0]
        heads[first] = heads[verb]
        for word in (verb, *below):
            if word != first:
                heads[word] = first
