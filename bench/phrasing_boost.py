"""`python -m bench.phrasing_boost`: which boost should phrases have by default? Chosen on other collections than it is judged on.

The engine, collections and subsets are those of `bench.phrasing_effect`. For every boost the table shows MAP in relation to the bag
of words. Then each collection is left out in turn: the boost with the best mean over the others (all and short queries count
alike) is used on the one left out.
"""

from __future__ import annotations

import argparse
from statistics import fmean

from bench.phrasing_effect import Judgements, Tantivy, Topics, average_precision, bag, collections, segments
from bench.retrieval_data import NAMES

BOOSTS = (0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0)
RUNS = {"learned": 0.0, "learned, from .5 on": 0.5}

#: MAP relative to the bag of words, by boost; one such row for each subset of each collection.
Gains = dict[float, float]


def gains(engine: Tantivy, topics: Topics, judged: Judgements, min_confidence: float) -> Gains:
    run = segments("learned", min_confidence=min_confidence)
    alone = fmean(average_precision(engine.ranking(bag(words))[0], judged[name]) for name, words in topics.items())
    return {
        boost: fmean(average_precision(engine.ranking(run(words, boost))[0], judged[name]) for name, words in topics.items())
        / alone
        for boost in BOOSTS
    }


def best(rows: list[Gains]) -> float:
    """The boost with the highest mean; of equal ones the lowest."""
    return max(BOOSTS, key=lambda boost: fmean(row[boost] for row in rows))


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    found: dict[str, dict[str, list[Gains]]] = {run: {} for run in RUNS}
    print(f"{'MAP / bag of words':<32}" + "".join(f"{boost:>8}" for boost in BOOSTS))
    for collection, engine, subsets, judged in collections(NAMES):
        for subset, topics in subsets.items():
            for run, min_confidence in RUNS.items():
                row = gains(engine, topics, judged, min_confidence)
                found[run].setdefault(collection, []).append(row)
                print(
                    f"{collection + ' ' + subset:<20}{run[-12:]:<12}" + "".join(f"{row[one]:>8.4f}" for one in BOOSTS), flush=True
                )
    for run, by_collection in found.items():
        everything = [row for rows in by_collection.values() for row in rows]
        print(f"{'mean':<20}{run[-12:]:<12}" + "".join(f"{fmean(row[one] for row in everything):>8.4f}" for one in BOOSTS))
        for left_out, rows in by_collection.items():
            chosen = best([row for name, others in by_collection.items() if name != left_out for row in others])
            print(f"{run}: without {left_out} {chosen} is best, and gives there {fmean(row[chosen] for row in rows):.4f}")
        print(f"{run}: with all of them {best(everything)}")


if __name__ == "__main__":
    main()
