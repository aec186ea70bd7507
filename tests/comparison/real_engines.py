"""Real search engines, each asked in the same way: some documents, some queries as `phrase` wrote them, the scores that come back.

SQLite is part of Python; tantivy, and Lucene in a jar, come from PyPI; PostgreSQL and Xapian are Debian's. Tests skip what is
missing.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

#: Scores of the documents that match, by number; higher is better.
Scores = dict[int, float]
Engine = Callable[[Sequence[str], Sequence[Any]], list[Scores]]

_DEBIAN_PYTHON = "/usr/bin/python3"


def sqlite_scores(documents: Sequence[str], queries: Sequence[Any]) -> list[Scores]:
    with closing(sqlite3.connect(":memory:")) as database:
        try:
            database.execute("CREATE VIRTUAL TABLE documents USING fts5(text)")
        except sqlite3.OperationalError:
            pytest.skip("this Python's SQLite has no FTS5")
        database.executemany("INSERT INTO documents(rowid, text) VALUES (?, ?)", enumerate(documents))
        wanted = "SELECT rowid, -rank FROM documents WHERE documents MATCH ? ORDER BY rank"
        return [dict(database.execute(wanted, (query,)).fetchall()) for query in queries]


def tantivy_scores(documents: Sequence[str], queries: Sequence[Any]) -> list[Scores]:
    tantivy = pytest.importorskip("tantivy", reason="needs: pip install tantivy")
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("number", stored=True)
    builder.add_text_field("text")
    index = tantivy.Index(builder.build())
    writer = index.writer(heap_size=15_000_000, num_threads=1)
    for number, text in enumerate(documents):
        writer.add_document(tantivy.Document(number=number, text=text))
    writer.commit()
    index.reload()
    searcher = index.searcher()
    found = []
    for query in queries:
        hits = searcher.search(index.parse_query(query, ["text"]), 100).hits
        found.append({searcher.doc(address)["number"][0]: score for score, address in hits})
    return found


def postgresql_scores(server: str) -> Engine:
    """The server comes from a fixture: starting one takes longer than all searches."""
    import psycopg

    def scores(documents: Sequence[str], queries: Sequence[Any]) -> list[Scores]:
        with psycopg.connect(server) as connection:
            connection.execute("SET client_min_messages = error")  # a query of stop words is worth a notice to PostgreSQL
            connection.execute(
                "CREATE TEMPORARY TABLE documents"
                " (number int, text text, tsv tsvector GENERATED ALWAYS AS (to_tsvector('english', text)) STORED)"
            )
            with connection.cursor() as cursor:
                cursor.executemany("INSERT INTO documents VALUES (%s, %s)", list(enumerate(documents)))
            found: list[Scores] = []
            for query in queries:
                wanted: Any = f"SELECT number, {query['rank']} FROM documents WHERE {query['where']} ORDER BY 2 DESC"  # noqa: S608
                found.append(dict(connection.execute(wanted, query["parameters"]).fetchall()))
            return found

    return scores


def xapian_scores(documents: Sequence[str], queries: Sequence[Any]) -> list[Scores]:
    try:
        subprocess.run([_DEBIAN_PYTHON, "-c", "import xapian"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("Xapian is not here: apt install python3-xapian")
    script = Path(__file__).parent / "xapian_search.py"
    result = subprocess.run(
        [_DEBIAN_PYTHON, str(script)],
        input=json.dumps({"documents": documents, "queries": queries}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return [{int(number): weight for number, weight in scores.items()} for scores in json.loads(result.stdout)]


def lucene_searcher(lucene: SimpleNamespace, documents: Sequence[str], config: Any = None) -> Any:
    """A searcher over documents of one field, `text`; words are what stands between spaces unless `config` says otherwise."""
    directory = lucene.ByteBuffersDirectory()
    writer = lucene.IndexWriter(directory, config or lucene.IndexWriterConfig(lucene.WhitespaceAnalyzer()))
    for text in documents:
        document = lucene.Document()
        document.add(lucene.TextField("text", text, lucene.store))
        writer.addDocument(document)
    writer.close()
    return lucene.IndexSearcher(lucene.DirectoryReader.open(directory))


def lucene_scores(lucene: SimpleNamespace) -> Engine:
    """Lucene's classes come from a fixture: there is one Java machine in a process."""

    def scores(documents: Sequence[str], queries: Sequence[Any]) -> list[Scores]:
        searcher = lucene_searcher(lucene, documents)
        parser = lucene.QueryParser("text", lucene.WhitespaceAnalyzer(10_000))
        return [
            {int(hit.doc): float(hit.score) for hit in searcher.search(parser.parse(query), 100).scoreDocs} for query in queries
        ]

    return scores


#: None: the engine needs a fixture.
ENGINES: dict[str, Engine | None] = {
    "sqlite": sqlite_scores,
    "postgresql": None,
    "tantivy": tantivy_scores,
    "xapian": xapian_scores,
    "lucene": None,
}
