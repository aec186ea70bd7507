"""Why a segmenter was wrong: the classes of section 6.4 of Pinter et al. 2016, by rules on the gold forest.

False positives are queries of one segment that were cut; false negatives are queries of several that were left whole. The paper
sorted a hundred of each by hand; the rules here are plain enough to be counted anywhere and are tried in the order listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from caesura.shapes import Flat, Forest, Words, fold
from caesura.syntax.closed_class import QUESTION_WORDS
from caesura.syntax.treebank.reading import TreebankQuery

# Where searchers like to have their answer from.
_NAMES = """
amazon answers ask bbc craigslist ebay etsy facebook github google imdb instagram netflix nhs pinterest quora reddit stackoverflow
tripadvisor tumblr twitter webmd wiki wikihow wikipedia yahoo yelp youtube
"""
PROVIDERS: Final = frozenset(_NAMES.split())

FALSE_POSITIVES: Final = {
    "sentence": "a full or nearly full question or sentence was cut",
    "noun-phrase": "a single noun phrase was cut",
    "other": "anything else",
}
FALSE_NEGATIVES: Final = {
    "provider": "a content provider is a segment of its own",
    "named-entity": "a named entity is added in front or behind",
    "missing-word": "two noun phrases with a preposition or conjunction missing: nothing in the words marks the break",
    "other": "anything else; most need the meaning of the query",
}

_CLAUSE_LABELS = frozenset(("nsubj", "csubj", "aux", "cop", "expl"))
_NOMINAL = frozenset(("NOUN", "PROPN", "ADJ", "NUM", "DET", "ADP"))


def false_positive_class(forest: Forest) -> str:
    """The class of a query of one segment that was cut."""
    root = forest.tags[forest.roots[0]]
    clause = any(label.partition(":")[0] in _CLAUSE_LABELS for label in forest.labels)
    if clause or root in ("VERB", "AUX"):
        return "sentence"
    return "noun-phrase" if root in ("NOUN", "PROPN", "NUM", "PRON") else "other"


def false_negative_class(words: Words, forest: Forest) -> str:
    """The class of a query of several segments that was left whole."""
    spans = forest.segments.spans
    edges = (spans[0], spans[-1])
    if any(all(fold(word) in PROVIDERS for word in words[start:end]) for start, end in edges):
        return "provider"
    if any(all(tag in ("PROPN", "NUM") for tag in forest.tags[start:end]) for start, end in edges):
        return "named-entity"
    nominal = [all(tag in _NOMINAL for tag in forest.tags[start:end]) for start, end in spans]
    return "missing-word" if all(nominal) else "other"


def error_classes(queries: Sequence[TreebankQuery], predicted: Sequence[Flat]) -> dict[str, Any]:
    """Counts by class; `at_question_word` says how many sentences were cut before a question word in their middle."""
    positives: Counter[str] = Counter()
    negatives: Counter[str] = Counter()
    at_question_word = 0
    for query, flat in zip(queries, predicted, strict=True):
        gold = query.forest.segments
        if not any(gold.breaks) and any(flat.breaks):
            name = false_positive_class(query.forest)
            positives[name] += 1
            starts = [start for start, _ in flat.spans[1:]]
            at_question_word += name == "sentence" and any(fold(query.words[start]) in QUESTION_WORDS for start in starts)
        elif any(gold.breaks) and not any(flat.breaks):
            negatives[false_negative_class(query.words, query.forest)] += 1
    return {
        "false_positives": {name: positives[name] for name in FALSE_POSITIVES},
        "at_question_word": at_question_word,
        "false_negatives": {name: negatives[name] for name in FALSE_NEGATIVES},
    }
