"""How good and how fast are parsers on queries? `python -m bench.syntax --data FOLDER [--parser default --parser spacy:NAME ...]`.

FOLDER holds `treebank/ewt` and `treebank/atis`. Printed for each parser: tags, UAS and LAS on the development sentences as
queries and on whole and gold-segmented queries with question intent, the mean confidence beside the UAS, and queries a second of
CPU time on one core, over the queries with question intent and, where the log is there, over a query log.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from caesura.shapes import Forest, Words, split_words
from caesura.syntax import Parse, Parser, parse_segments, parser_named, pool, read_treebank, read_trees, score

TREEBANK = Path(__file__).parents[1] / "treebanks" / "question-intent" / "final.conllu"
LOG_QUERIES = 20_000


def print_scores(name: str, gold: Sequence[Forest], parses: Sequence[Parse]) -> None:
    total = pool(score(forest, parse.forest) for forest, parse in zip(gold, parses, strict=True))
    sure = [parse.confidence for parse in parses]
    confidence = "-"
    low = "-"
    if all(share is not None for share in sure):
        known = [share for share in sure if share is not None]
        weighted = sum(share * len(parse.heads) for share, parse in zip(known, parses, strict=True))
        confidence, low = f"{100 * weighted / total.words:.1f}", f"{100 * sum(share <= 0.8 for share in known) / len(known):.0f} %"
    print(
        f"  {name:<28} tags {100 * float(total.tag_accuracy):5.2f}  UAS {100 * float(total.uas):5.2f}"
        f"  LAS {100 * float(total.las or 0):5.2f}  confidence {confidence}  at most .8: {low}"
    )


def print_speed(name: str, parser: Parser, queries: Sequence[Words]) -> None:
    parser.parse_many(queries[:100])
    began = time.process_time()
    parser.parse_many(queries)
    taken = time.process_time() - began
    words = sum(map(len, queries)) / len(queries)
    print(f"  {name:<28} {len(queries) / taken:,.0f} queries/s ({len(queries)} queries of {words:.1f} words)")


def measure(parser: Parser, data: Path) -> None:
    print(parser.name)
    for name in ("ewt/en_ewt-ud-dev", "atis/en_atis-ud-dev"):
        trees = [tree for tree in read_trees(data / "treebank" / f"{name}.conllu") if len(tree.words) <= 64]
        gold = [Forest(tree.heads, tree.tags, tree.labels) for tree in trees]
        print_scores(name.split("/")[1], gold, parser.parse_many([tree.words for tree in trees]))
    queries = read_treebank(TREEBANK)
    gold = [query.forest for query in queries]
    print_scores("question intent, whole", gold, parser.parse_many([query.words for query in queries]))
    segmented = [parse_segments(parser, query.words, query.forest.segments) for query in queries]
    print_scores("question intent, segmented", gold, segmented)
    print_speed("speed, question intent", parser, [query.words for query in queries] * 4)
    log = data / "query-log" / "queries.tsv"
    if log.exists():
        lines = log.read_text(encoding="utf-8").split("\n")[1 : 12 * LOG_QUERIES : 12]
        words = [split_words(line.partition("\t")[2]) for line in lines if len(line.split()) <= 60]
        print_speed("speed, query log", parser, [query for query in words if query][:LOG_QUERIES])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.syntax", description="Measure parsers on queries.")
    parser.add_argument("--data", type=Path, required=True, help="the folder with treebank/")
    parser.add_argument("--parser", action="append", help="default, FILE, spacy:NAME, ...; repeatable")
    given = parser.parse_args()
    for name in given.parser or ["default"]:
        measure(parser_named(name), given.data)


if __name__ == "__main__":
    main()
