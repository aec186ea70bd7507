"""Table 4 of "To phrase or not to phrase" (Lioma, Larsen and Ingwersen 2018) as printed, to stand beside ours.

Its collections, TREC Disks 4-5 and ClueWeb09B, are not free. Ours are others, so compare the order of the runs and their
distance from the upper bound, not the values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]

#: How the collections are called in tables.
DISKS, CLUEWEB = "Disks 4-5 (published)", "ClueWeb09B (published)"

_RUNS = ("user-choice", "mrf-sequential", "mrf-full", "good-turing", "atc", "bag-of-words", "upper-bound")
#: Measure -> collection -> for each run the value, % from the upper bound, % of queries with term dependence.
_PRINTED = {
    "MAP": {
        DISKS: ".1602 -17.9 32  .1933 -1.0 100  .1833 -6.0 100  .1949 -0.2 73  .1950 -0.1 77  .1933 -1.0 0  .1952 - 6.6",
        CLUEWEB: ".1242 -19.6 38  .1077 -30.29 100  .1151 -25.5 100  .1168 -24.4 56  .1191 -22.9 47  .1370 -11.3 0  .1545 - 12",
    },
    "NDCG@20": {
        DISKS: ".3732 -17 32  .3983 -14.6 100  .4341 -0.2 100  .4288 -1.8 51  .4290 -1.8 55  .4312 -1.3 0  .4368 - 2.5",
        CLUEWEB: ".3928 -12.7 38  .3463 -23 100  .3514 -21.9 100  .3738 -16.9 51  .3811 -15.3 55  .4052 -9.9 0  .4499 - 17",
    },
    "P@10": {
        DISKS: ".3778 -14.5 32  .3687 -16.6 100  .4007 -9.4 100  .4067 -8.0 51  .4053 -8.3 56  .4377 -1.0 0  .4421 - 3.3",
        CLUEWEB: ".4921 -13.8 38  .4120 -27.8 100  .4176 -26.8 100  .4283 -25 32  .4308 -24.5 53  .5011 -12.2 0  .5707 - 12.7",
    },
    "MRR": {
        DISKS: ".6981 -7.0 32  .6826 -9.0 100  .6957 -7.3 100  .7321 -2.5 51  .7295 -2.8 55  .7425 -1.1 0  .7508 - 1.6",
        CLUEWEB: ".6028 -14 38  .5177 -26.3 100  .5050 -28.1 100  .5568 -20.7 51  .5600 -20.2 53  .6000 -14.5 0  .7021 - 9.3",
    },
}
#: Table 5: queries of each collection.
_QUERIES = {DISKS: 139, CLUEWEB: 143}


def published_rows() -> Iterator[Row]:
    """Rows of table 4 in the form of `experiment_rows`; what the paper does not print is None."""
    for measure, collections in _PRINTED.items():
        for collection, printed in collections.items():
            figures = printed.split()
            for place, run in enumerate(_RUNS):
                value, from_bound, phrased = figures[3 * place : 3 * place + 3]
                yield {
                    "collection": collection,
                    "run": run,
                    "measure": measure,
                    "queries": _QUERIES[collection],
                    "value": float(value),
                    "from_upper_bound": None if from_bound == "-" else float(from_bound),
                    "phrased": float(phrased),
                    "holds": None,
                    "published": True,
                }


def beside_published(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Our rows and the printed ones in one list with the same keys; `published` tells them apart."""
    everything = [{**row, "published": False} for row in rows]
    keys = dict.fromkeys([key for row in everything for key in row] or [key for row in published_rows() for key in row])
    # Our run by people's choices is named after its crowd where that is simulated; the printed row stays a row of its own.
    return everything + [{key: row.get(key) for key in keys} for row in published_rows()]
