"""Which way of aggregating segmentations finds the truth: `python -m bench.label_references CORPUS` tries all on made-up crowds.

The top votes of the corpus are taken for true; crowds of 40 annotators, 7 to a query, segment its queries anew. The share of
queries whose truth is found is printed for every way, with its standard error.
"""

from __future__ import annotations

import argparse

from caesura.corpus import read_corpus
from caesura.labels import NAMED, Accuracy, SimulatedCrowd, aggregate, make_annotations

CROWDS = {
    "careful": SimulatedCrowd(workers=40, accuracy=0.8, spread=0.15),
    "mixed": SimulatedCrowd(workers=40, accuracy=0.75, spread=0.2),
    "a third guess": SimulatedCrowd(workers=40, accuracy=0.75, spread=0.2, spammers=0.3),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus")
    truths = read_corpus(parser.parse_args().corpus)
    truths = truths.restricted([entry for entry in truths if len(entry.votes) and len(entry.query.words) > 1])
    crowds = {name: make_annotations(truths, crowd, annotators_per_query=7) for name, crowd in CROWDS.items()}
    print(f"{'by':<10} {'model':<18}", *(f"{name:>16}" for name in CROWDS))
    for by, model in NAMED:
        cells = []
        for segmented in crowds.values():
            found = aggregate(segmented, by, model)
            right = sum(found[entry.query.id].votes.top.shape == entry.votes.top.shape for entry in truths)
            cells.append(Accuracy(right, len(truths)))
        print(f"{by:<10} {model:<18}", *(f"{cell.value:>9.3f} ± {cell.standard_error:.3f}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
