"""How far two annotations of the same queries agree: `python agreement.py [ONE TWO]`, by default the two passes beside this file.

All figures are symmetrical: it does not matter which of the two is called gold. Which queries have several segments is decided by
`final.conllu`, so that both passes are looked at on the same queries.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from caesura.syntax import TreebankQuery, pool, read_treebank, score

HERE = Path(__file__).parent
COLUMNS = ("queries", "words", "tags", "heads", "heads and relations", "segment F1", "same segments", "same forest")


def row(pairs: Sequence[tuple[TreebankQuery, TreebankQuery]]) -> tuple[str, ...]:
    """Counts, then shares of words (tags, heads, relations) and of queries (segments, whole forests)."""
    total = pool(score(one.forest, other.forest) for one, other in pairs)
    same_segments = sum(one.forest.segments == other.forest.segments for one, other in pairs) / len(pairs)
    same_forest = sum(one.forest == other.forest for one, other in pairs) / len(pairs)
    shares = (total.tag_accuracy, total.uas, total.las or 0, total.segment_f1, same_segments, same_forest)
    return (str(total.queries), str(total.words), *(f"{float(share):.3f}" for share in shares))


def table(one: Path, other: Path, decided: Path) -> list[tuple[str, ...]]:
    """A row for all queries, for those with one segment and for those with several."""
    several = {query.id: len(query.forest.roots) > 1 for query in read_treebank(decided)}
    pairs = list(zip(read_treebank(one), read_treebank(other), strict=True))
    return [
        ("all", *row(pairs)),
        ("one segment", *row([pair for pair in pairs if not several[pair[0].id]])),
        ("several segments", *row([pair for pair in pairs if several[pair[0].id]])),
    ]


def main(arguments: Sequence[str]) -> None:
    one, other = map(Path, arguments) if arguments else (HERE / "pass-one.conllu", HERE / "pass-two.conllu")
    rows = ["| | " + " | ".join(COLUMNS) + " |", "|---|" + "--:|" * len(COLUMNS)]
    rows += ["| " + " | ".join(cells) + " |" for cells in table(one, other, HERE / "final.conllu")]
    sys.stdout.write("\n".join(rows) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
