"""ir_datasets: its queries as a corpus, and a whole data set as the folder that the retrieval experiment takes.

A data set is its name (`cranfield`; ir_datasets may download it) or anything with `queries_iter`, `docs_iter` and `qrels_iter`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from caesura.corpus import Corpus, Entry, Query
from caesura.foundation import InputError, PathLike, extra, written, written_folder


def dataset_queries(dataset: Any) -> Corpus:
    """The queries by their ids, each with its main text; those without words are left out."""
    entries = tuple(Entry(Query(name, text)) for name, text in _queries(_opened(dataset)) if text.split())
    if not entries:
        raise InputError("the data set has no queries", cure="name one that has (ir_datasets list)")
    return Corpus("queries", entries)


def write_collection(dataset: Any, folder: PathLike) -> dict[str, int]:
    """Write `docs.jsonl`, `queries.tsv` and `qrels.txt` for `caesura retrieval experiment`; says how many of each."""
    source = _opened(dataset)
    for part in ("docs_iter", "qrels_iter"):
        if not hasattr(source, part):
            raise InputError(f"the data set has no {part.removesuffix('_iter')}", cure="name one that has (ir_datasets list)")
    counts = {"documents": 0, "queries": 0, "judgements": 0}
    with written_folder(folder) as made:
        with written(made / "docs.jsonl") as stream:
            for document in source.docs_iter():
                stream.write(json.dumps({"id": document.doc_id, "text": _text(document)}, ensure_ascii=False) + "\n")
                counts["documents"] += 1
        with written(made / "queries.tsv") as stream:
            for name, text in _queries(source):
                stream.write(f"{name}\t{text}\n")
                counts["queries"] += 1
        with written(made / "qrels.txt") as stream:
            for judged in source.qrels_iter():
                stream.write(f"{judged.query_id} 0 {judged.doc_id} {judged.relevance}\n")
                counts["judgements"] += 1
    return counts


def _queries(source: Any) -> Iterator[tuple[str, str]]:
    if not hasattr(source, "queries_iter"):
        raise InputError("the data set has no queries", cure="name one that has (ir_datasets list)")
    return ((query.query_id, " ".join(_text(query).split())) for query in source.queries_iter())


def _text(record: Any) -> str:
    """The main text, as ir_datasets itself chooses it."""
    return str(record.default_text() if hasattr(record, "default_text") else record.text)


def _opened(dataset: Any) -> Any:
    if not isinstance(dataset, str):
        return dataset
    with extra("ir-datasets"):
        import ir_datasets
    try:
        return ir_datasets.load(dataset)
    except KeyError:
        raise InputError(f"ir_datasets has no data set '{dataset}'", cure="ir_datasets list names them") from None
