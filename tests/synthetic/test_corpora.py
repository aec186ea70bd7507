"""Corpora: the invented folder in the format of Webis-QSeC-10, and keywords."""

from __future__ import annotations

import ast
import json
from collections import Counter
from pathlib import Path

from caesura.corpus import corpus_facts, is_english, read_corpus, write_corpus
from tests.cli.commands import run

START = "webis-qsec-10-training-set"


def test_there_and_back_byte_for_byte(synthetic_data: Path, tmp_path: Path) -> None:
    folder = synthetic_data / "webis-qsec-10"
    write_corpus(read_corpus(folder), tmp_path / "c.jsonl")
    write_corpus(read_corpus(tmp_path / "c.jsonl"), tmp_path / "back")
    made = [path.relative_to(tmp_path / "back") for path in (tmp_path / "back").rglob("*.txt")]
    assert len(made) == 10
    for name in made:
        assert (tmp_path / "back" / name).read_bytes() == (folder / name).read_bytes(), name


def test_info(synthetic_data: Path) -> None:
    """Against counts taken from the text files themselves."""
    folder = synthetic_data / "webis-qsec-10"
    texts = dict(line.split("\t") for line in (folder / f"{START}-queries.txt").read_text().splitlines())
    lines = (folder / f"{START}-segmentations-crowdsourced.txt").read_text().splitlines()
    votes = {key: ast.literal_eval(listed) for key, _, listed in (line.partition("\t") for line in lines)}
    document = json.loads(run("corpus", "info", folder, "--format", "json").stdout)
    assert document["queries"] == len(texts) == 150
    assert document["annotations"] == sum(count for listed in votes.values() for count, _ in listed) == 1500
    lengths = Counter(len(text.split()) for text in texts.values())
    assert document["lengths"] == {str(length): count for length, count in sorted(lengths.items())}
    # Beyer 2011: seven of ten, or six and at most three, or five and at most one.
    firsts = [(listed[0][0], listed[1][0] if len(listed) > 1 else 0) for listed in votes.values()]
    safe = sum(first >= 7 or (first == 6 and second <= 3) or (first == 5 and second <= 1) for first, second in firsts)
    assert document["safe"] == safe > 50
    assert corpus_facts(read_corpus(folder)).counts["safe"]["safe"] == document["safe"]


def test_keywords(synthetic_data: Path) -> None:
    file = synthetic_data / "question-pairs" / "en-keyword-question-pairs.tsv"
    keywords = [line.split("\t")[0] for line in file.read_text().splitlines()]
    corpus = read_corpus(file)
    assert len(corpus) == len({text.replace(",", "") for text in keywords})
    assert sum(len(entry.votes) > 1 for entry in corpus) == 1


def test_english_queries_stay(synthetic_data: Path) -> None:
    queries = [line.split("\t")[1] for line in (synthetic_data / "query-log" / "queries.tsv").read_text().splitlines()]
    assert sum(not is_english(query) for query in queries) < len(queries) / 100
