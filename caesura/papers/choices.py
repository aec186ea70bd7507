"""Tables 1 to 3 of "To phrase or not to phrase" (Lioma, Larsen and Ingwersen 2018): what annotators chose, on any corpus.

Table 1 lists queries with their most popular option, tables 2 and 3 count by length: table 2 of the practice round, table 3 of the
queries themselves, with the platform's trust in the annotators. The printed figures stand beside ours; the queries are others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from caesura.agreement import items_of, mean_popularity, most_popular, popular_options, trust_by_length
from caesura.corpus import Corpus
from caesura.foundation import one_of
from caesura.shapes import Flat, print_quotes

Rows = list[dict[str, Any]]

#: Name -> what the table shows.
CHOICES_TABLES = {
    "1": "Table 1: queries with the most popular option",
    "2": "Table 2: practice queries by length",
    "3": "Table 3: queries by length, with trust",
}
#: Words (None for all) -> queries, bag of words, phrasing, agreement in percent, trust. The last row's agreement and trust are the
#: means of the rows above it.
_PRINTED: Mapping[str, Mapping[int | None, tuple[int, int, int, float, float | None]]] = {
    "2": {5: (6, 3, 3, 44.7, None), 4: (14, 5, 9, 46.2, None), 3: (23, 12, 11, 46.5, None), 2: (9, 4, 5, 57.9, None)}
    | {None: (52, 24, 28, 48.8, None)},
    "3": {5: (10, 8, 2, 40.0, 0.55), 4: (22, 14, 8, 45.0, 0.53), 3: (120, 79, 41, 48.6, 0.51), 2: (89, 56, 33, 62.0, 0.52)}
    | {None: (241, 157, 84, 48.9, 0.53)},
}


def choices_tables(
    corpus: Corpus, wanted: Collection[str] = tuple(CHOICES_TABLES), trust: Mapping[str, float] | None = None
) -> dict[str, Rows]:
    """The wanted tables of a corpus of options, by name."""
    for name in wanted:
        one_of("table", name, CHOICES_TABLES)
    return {
        name: popular_rows(corpus) if name == "1" else length_rows(corpus, name, trust) for name in CHOICES_TABLES if name in wanted
    }


def popular_rows(corpus: Corpus) -> Rows:
    """Table 1: quotes mark the phrases of the most popular option, single words have none; agreement in percent."""
    return [
        {
            "id": one.entry.query.id,
            "query": print_quotes(one.entry.query.words, one.shape) if isinstance(one.shape, Flat) else str(one.shape),
            "agreement": 100 * float(one.agreement),
            "annotators": one.entry.votes.total,
        }
        for one in most_popular(corpus)
    ]


def length_rows(corpus: Corpus, table: str, trust: Mapping[str, float] | None = None) -> Rows:
    """Tables 2 and 3: long queries first, all queries last; percentages, and what is printed beside them."""
    items = items_of(corpus)
    everything, mean_of_rows = mean_popularity(items)
    trusted = trust_by_length(corpus, trust) if trust else {}
    rows: Rows = []
    for row in (*popular_options(items), everything):
        printed = _PRINTED[table].get(row.words)
        rows.append(
            {
                "words": "all" if row.words is None else row.words,
                "queries": row.queries,
                "bag_of_words": row.alone,
                "phrasing": row.phrases,
                "phrased": 100 * row.phrases / row.queries,
                "printed_phrased": None if printed is None else 100 * printed[2] / printed[0],
                "agreement": 100 * float(row.agreement),
                "mean_of_rows": 100 * float(mean_of_rows) if row.words is None else None,
                "printed_agreement": None if printed is None else printed[3],
                "trust": trusted.get(row.words),
                "printed_trust": None if printed is None else printed[4],
            }
        )
    return rows
