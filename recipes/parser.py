"""Make the shipped parser again: `python -m recipes.parser --data FOLDER` (`make parser`); about ten minutes on one core.

FOLDER holds what is read, all of it found outside this repository: `treebank/ewt` and `treebank/atis` (Universal Dependencies), and
for the tagger's adaptation `question-pairs` (keywords and questions of QALD) and `query-log/queries.tsv` (questions of Quora, Stack
Exchange, Natural Questions and Paralex, of which 20,000 are shortened as people shorten questions). Same files, same bytes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random

from caesura.files import written, written_bytes
from caesura.syntax import Recipe, card_lines, made_pairs, packed_parser, read_pairs, read_questions, train_parser
from caesura.tagging import default_tagger

QUESTION_SOURCES = {"quora-questions", "cqadupstack-titles", "nq", "paralex-wellformed"}
QUESTIONS = 20_000
_OUTPUT = Path(__file__).parents[1] / "caesura" / "syntax" / "parsing" / "english.parser"


def write_pairs(data: Path, output: Path) -> int:
    """Real pairs, and made ones from a seeded sample of questions; how many."""
    real = list(read_pairs(data / "question-pairs" / "en-keyword-question-pairs.tsv"))
    questions = list(read_questions(data / "query-log" / "queries.tsv", QUESTION_SOURCES))
    Random(1).shuffle(questions)
    made = [pair for _, pair in made_pairs(questions[:QUESTIONS], default_tagger())]
    with written(output) as stream:
        for pair in (*real, *made):
            stream.write(f"{' '.join(pair.query)}\t{' '.join(pair.title)}\n")
    return len(real) + len(made)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m recipes.parser", description="Train the parser that ships with Caesura.")
    parser.add_argument("--data", type=Path, required=True, help="the folder with treebank/, question-pairs/ and query-log/")
    parser.add_argument("-o", "--output", type=Path, default=_OUTPUT)
    given = parser.parse_args()
    banks = given.data / "treebank"
    with tempfile.TemporaryDirectory() as folder:
        pairs = Path(folder) / "pairs.tsv"
        count = write_pairs(given.data, pairs)
        model = train_parser(
            Recipe(
                treebanks=[banks / "ewt" / "en_ewt-ud-train.conllu", banks / "atis" / "en_atis-ud-train.conllu"],
                development=[banks / "ewt" / "en_ewt-ud-dev.conllu", banks / "atis" / "en_atis-ud-dev.conllu"],
                pairs=pairs,
                licence="CC BY-SA 4.0",
            )
        )
    with written_bytes(given.output) as raw:
        raw.write(packed_parser(model))
    sys.stdout.write("\n".join([f"{count} pairs, {given.output.stat().st_size} bytes", *card_lines(model.card), ""]))


if __name__ == "__main__":
    main()
