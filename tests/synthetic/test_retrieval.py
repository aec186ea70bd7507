"""The embedded engine on the invented collection: scores against the formula, windows against a plain count, the experiment."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest

from caesura.corpus import Corpus, Entry, Query, Votes
from caesura.retrieval import Analysis, Index, OrderedWindow, QueryLikelihood, UnorderedWindow, build_index
from caesura.retrieval.experiment.crowd import Crowd
from caesura.retrieval.experiment.people import agreement_by_length
from caesura.shapes import parse_quotes
from scripts.synthetic_data import occurrences
from tests.cli.commands import run
from tests.retrieval.experiment.small import small_collection


@pytest.fixture(scope="module")
def index(synthetic_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Index:
    out = tmp_path_factory.mktemp("small") / "index"
    build_index(synthetic_data / "retrieval" / "oracle" / "small" / "tokens.tsv", out, analysis=Analysis("spaces"))
    return Index.open(out)


@pytest.mark.parametrize("kind", ["bow", "sdm"])
def test_scores_equal_the_formula(synthetic_data: Path, index: Index, kind: str) -> None:
    folder = synthetic_data / "retrieval" / "oracle" / "small"
    printed: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for line in (folder / f"{kind}.run").read_text().splitlines():
        query, _, document, _, score, _ = line.split()
        printed[query].append((document, score))
    for line in (folder / f"{kind}.queries.tsv").read_text().splitlines():
        query, text = line.split("\t")
        hits = index.search(text, QueryLikelihood(mu=2500), index.document_count)
        assert {document: float(f"{score:.6g}") for document, score in hits} == {
            document: float(score) for document, score in printed[query]
        }
        assert [float(f"{hit.score:.6g}") for hit in hits] == [float(score) for _, score in printed[query]]
    assert sum(map(len, printed.values())) > 500


def test_windows_equal_a_plain_count(synthetic_data: Path, index: Index) -> None:
    folder = synthetic_data / "retrieval" / "oracle" / "small"
    documents = [line.split("\t")[1].split() for line in (folder / "tokens.tsv").read_text().splitlines()]
    seen = 0
    for line in (synthetic_data / "retrieval" / "small" / "queries.tsv").read_text().splitlines():
        for pair in pairwise(line.split("\t")[1].split()):
            for kind, part in (("#1", OrderedWindow(pair)), ("#uw8", UnorderedWindow(pair, 8))):
                found = index.part(part)
                ours = dict(zip(found.documents.tolist(), found.frequencies.tolist(), strict=True))
                plain = {number: occurrences(words, kind, pair) for number, words in enumerate(documents)}
                assert ours == {number: count for number, count in plain.items() if count}, (kind, pair)
                seen += sum(ours.values())
    assert seen > 200


def test_the_experiment(synthetic_data: Path, tmp_path: Path) -> None:
    """Whoever holds the phrase is relevant, and its words stand scattered in others, so that phrases can help."""
    folder = synthetic_data / "retrieval" / "small"
    assert run("retrieval", "index", folder / "docs.jsonl", tmp_path / "index").returncode == 0
    options = ("--queries", folder / "queries.tsv", "--qrels", folder / "qrels.txt", "--method", "titles")
    done = run("retrieval", "experiment", tmp_path / "index", *options, "--run", "mrf-sequential", "--format", "json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    rows = document["rows"] if isinstance(document, dict) else document
    values = {(row["run"], row["measure"]): row["value"] for row in rows}
    assert values["bag-of-words", "MAP"] < values["upper-bound", "MAP"]
    assert values["bag-of-words", "MAP"] < values["mrf-sequential", "MAP"]


def test_agreement_by_length(tmp_path: Path) -> None:
    """Ten people on three queries: 8 of 10 on the first, 5 on the second, 6 on the third, by hand."""
    shares = {'"paper planes"': 8, '"river bank" walks': 5, "cheap winter coat": 6}
    entries = []
    for number, (text, share) in enumerate(shares.items()):
        words, top = parse_quotes(text)
        other = parse_quotes(" ".join(words) if '"' in text else f'"{" ".join(words)}"')[1]
        votes = Votes.count([(top, None, ())] * share + [(other, None, ())] * (10 - share))
        entries.append(Entry(Query(str(number), " ".join(words)), votes))
    collection = small_collection(tmp_path / "small")
    collection.crowd = Crowd(Corpus("invented", tuple(entries)))
    rows = {str(row["words"]): row for row in agreement_by_length(collection)}
    assert (rows["2"]["queries"], rows["2"]["phrasing"], rows["2"]["agreement"]) == (1, 1, pytest.approx(80))
    assert (rows["3"]["queries"], rows["3"]["phrasing"]) == (2, 1)
    assert rows["all"]["queries"] == 3
