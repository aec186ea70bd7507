"""A data set built with ir_datasets' own classes, from files of ours: nothing is downloaded."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from caesura.foundation import InputError
from caesura.integrations import dataset_queries, write_collection
from caesura.retrieval import ExperimentSettings, open_folder


class Document(NamedTuple):
    doc_id: str
    title: str
    body: str

    def default_text(self) -> str:
        return f"{self.title} {self.body}"


class Record(NamedTuple):
    query_id: str
    text: str


class Judged(NamedTuple):
    query_id: str
    doc_id: str
    relevance: int


class Plain:
    """Anything with the three iterators is enough."""

    def docs_iter(self) -> list[Document]:
        return [Document("d1", "Cape Town", "weather and wind"), Document("d2", "Boats", "boats for sale")]

    def queries_iter(self) -> list[Record]:
        return [Record("1", "cape  town weather"), Record("2", "boats for sale")]

    def qrels_iter(self) -> list[Judged]:
        return [Judged("1", "d1", 1), Judged("2", "d2", 2)]


def test_a_folder_for_the_experiment(tmp_path: Path) -> None:
    assert write_collection(Plain(), tmp_path / "set") == {"documents": 2, "queries": 2, "judgements": 2}
    assert (tmp_path / "set" / "queries.tsv").read_text() == "1\tcape town weather\n2\tboats for sale\n"
    collection = open_folder("set", tmp_path / "set", ExperimentSettings(), tmp_path / "work")
    assert [topic.id for topic in collection.topics] == ["1", "2"]


def test_queries_of_ir_datasets_own_classes(tmp_path: Path) -> None:
    library = pytest.importorskip("ir_datasets", reason="ir_datasets is not installed: see requirements/peers.txt")
    from ir_datasets.formats import TrecQrels, TsvQueries
    from ir_datasets.util import LocalDownload

    (tmp_path / "queries.tsv").write_text("7\tcape town weather\n8\t\n")
    (tmp_path / "qrels.txt").write_text("7 0 d1 1\n")
    queries = TsvQueries(LocalDownload(tmp_path / "queries.tsv"), lang="en")
    made = library.Dataset(queries, TrecQrels(LocalDownload(tmp_path / "qrels.txt"), {1: "yes"}))
    corpus = dataset_queries(made)
    assert [(entry.query.id, entry.query.text) for entry in corpus] == [("7", "cape town weather")]
    with pytest.raises(InputError, match="has no docs"):
        write_collection(made, tmp_path / "set")


def test_a_name_that_is_not_there() -> None:
    pytest.importorskip("ir_datasets", reason="ir_datasets is not installed: see requirements/peers.txt")
    with pytest.raises(InputError, match="no data set 'nothing-like-that'"):
        dataset_queries("nothing-like-that")
