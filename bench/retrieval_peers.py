"""The other engines of `bench.retrieval`: each one indexes the same documents and answers with the best documents.

tantivy and Lucene cut words by their own rules (letters and digits, folded); bm25s is handed our words.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from caesura.retrieval import Analysis

#: Given words, find the best documents.
Search = Callable[[Sequence[str]], object]


def texts(documents: Path) -> Iterator[tuple[str, str]]:
    with documents.open(encoding="utf-8") as stream:
        for line in stream:
            item = json.loads(line)
            yield item["id"], item["text"]


class Tantivy:
    """The Rust engine, with positions, one writing thread."""

    name = "tantivy"

    def __init__(self, documents: Path, folder: Path) -> None:
        tantivy = import_module("tantivy")

        builder = tantivy.SchemaBuilder()
        builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
        builder.add_text_field("text", stored=False, tokenizer_name="default", index_option="position")
        folder.mkdir()
        self._index = tantivy.Index(builder.build(), path=str(folder))
        writer = self._index.writer(heap_size=512 << 20, num_threads=1)
        for name, text in texts(documents):
            writer.add_document(tantivy.Document(id=name, text=text))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()

    def words(self, limit: int) -> Search:
        return lambda words: self._searcher.search(self._index.parse_query(" ".join(words), ["text"]), limit)

    def phrase(self, limit: int) -> Search:
        return lambda words: self._searcher.search(self._index.parse_query(f'"{" ".join(words)}"', ["text"]), limit)

    def names(self, found: Any) -> list[str]:
        return [self._searcher.doc(place)["id"][0] for _, place in found.hits]


class Bm25s:
    """Scores of all words in all documents, computed beforehand; no positions, so no phrases."""

    name = "bm25s"
    phrase = None

    def __init__(self, documents: Path, folder: Path) -> None:
        bm25s = import_module("bm25s")

        analysis = Analysis()
        self._engine = bm25s.BM25(method="lucene", k1=0.9, b=0.4)
        self._engine.index([analysis.terms(text) for _, text in texts(documents)], show_progress=False)
        self._documents = documents
        self._engine.save(str(folder), show_progress=False)

    def words(self, limit: int) -> Search:
        return lambda words: self._engine.retrieve([list(words)], k=limit, show_progress=False, n_threads=0)

    def names(self, found: Any) -> list[str]:
        known = [name for name, _ in texts(self._documents)]
        return [known[at] for at, score in zip(found.documents[0], found.scores[0], strict=True) if score > 0]


class Lucene:
    """Lucene 9.9.1 from the jar inside pyserini, in a Java machine of this process."""

    name = "Lucene"

    def __init__(self, documents: Path, folder: Path) -> None:
        jpype = import_module("jpype")

        package = importlib.util.find_spec("pyserini")
        jar = next(
            jar for place in (package.submodule_search_locations or () if package else ()) for jar in Path(place).rglob("*.jar")
        )
        if not jpype.isJVMStarted():  # once for a process, whatever number of collections it indexes
            jpype.startJVM("-Xmx1g", "-Xlog:disable", classpath=[str(jar)], convertStrings=False)
        self._class: Callable[[str], Any] = lambda name: jpype.JClass(f"org.apache.lucene.{name}")
        directory = self._class("store.FSDirectory").open(jpype.java.nio.file.Paths.get(str(folder)))
        empty = self._class("analysis.CharArraySet").EMPTY_SET
        configuration = self._class("index.IndexWriterConfig")(self._class("analysis.standard.StandardAnalyzer")(empty))
        writer = self._class("index.IndexWriter")(directory, configuration)
        field, text_field, document = (self._class(f"document.{name}") for name in ("StoredField", "TextField", "Document"))
        no = self._class("document.Field").Store.NO
        for name, text in texts(documents):
            one = document()
            one.add(field("id", name))
            one.add(text_field("text", text, no))
            writer.addDocument(one)
        writer.forceMerge(1)
        writer.close()
        self._searcher = self._class("search.IndexSearcher")(self._class("index.DirectoryReader").open(directory))

    def words(self, limit: int) -> Search:
        builder, clause = self._class("search.BooleanQuery").Builder, self._class("search.BooleanClause").Occur.SHOULD
        one, term = self._class("search.TermQuery"), self._class("index.Term")

        def search(words: Sequence[str]) -> object:
            query = builder()
            for word in words:
                query.add(one(term("text", word)), clause)
            return self._searcher.search(query.build(), limit)

        return search

    def phrase(self, limit: int) -> Search:
        phrase = self._class("search.PhraseQuery")
        return lambda words: self._searcher.search(phrase("text", *words), limit)

    def names(self, found: Any) -> list[str]:
        stored = self._searcher.storedFields()
        return [str(stored.document(one.doc).get("id")) for one in found.scoreDocs]


#: Which package each needs.
PEERS: dict[str, type[Tantivy] | type[Bm25s] | type[Lucene]] = {"tantivy": Tantivy, "bm25s": Bm25s, "jpype": Lucene}
