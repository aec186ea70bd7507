"""What a query comes down to: a list of parts, each with its share of the whole.

Nested mixtures multiply out: inside `#weight` and `#combine` the weights are brought to sum 1, as in Indri, so the shares of all
parts sum to 1 as well. Equal parts are added up; a part that weighs nothing is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from caesura.retrieval.language.values import Combine, OrderedWindow, Part, Query, Term, UnorderedWindow, Weight


def weighted_parts(query: Query) -> dict[Part, float]:
    """The parts of a query with their shares, in the order of the text."""
    shares: dict[Part, float] = {}
    _add(query, 1.0, shares)
    return shares


def _add(query: Query, share: float, shares: dict[Part, float]) -> None:
    match query:
        case Combine(parts):
            for part in parts:
                _add(part, share / len(parts), shares)
        case Weight(parts, weights):
            total = sum(weights)
            for part, weight in zip(parts, weights, strict=True):
                if weight:
                    _add(part, share * weight / total, shares)
        case _:
            shares[query] = shares.get(query, 0.0) + share


def analysed(query: Query, terms_of: Callable[[str], Sequence[str]]) -> Query:
    """The query with every word as an index writes it (folded, stemmed).

    A word that becomes nothing (a stop word) is left out, and the others share its weight; one that becomes several terms
    (`u.s.`) is their exact phrase, or stands inside its window with all of them.
    """
    return _analysed(query, terms_of) or Combine()


def _analysed(query: Query, terms_of: Callable[[str], Sequence[str]]) -> Query | None:
    match query:
        case Term(word):
            return _window(tuple(terms_of(word)), 1, OrderedWindow)
        case OrderedWindow(words, gap):
            return _window(tuple(term for word in words for term in terms_of(word)), gap, OrderedWindow)
        case UnorderedWindow(words, size):
            return _window(tuple(term for word in words for term in terms_of(word)), size, UnorderedWindow)
        case Combine(parts):
            kept = [part for part in (_analysed(part, terms_of) for part in parts) if part is not None]
            return Combine(tuple(kept)) if kept else None
        case Weight(parts, weights):
            pairs = [(_analysed(part, terms_of), weight) for part, weight in zip(parts, weights, strict=True)]
            left = [(part, weight) for part, weight in pairs if part is not None]
            if not any(weight for _, weight in left):
                return None
            return Weight(tuple(part for part, _ in left), tuple(weight for _, weight in left))


def _window(
    words: tuple[str, ...], size: int, kind: type[OrderedWindow] | type[UnorderedWindow]
) -> Term | OrderedWindow | UnorderedWindow | None:
    if not words:
        return None
    return Term(words[0]) if len(words) == 1 else kind(words, size)
