"""An index on Elasticsearch or OpenSearch as the engine of an experiment, through the official client of either.

A client is an object of the packages `elasticsearch` (8) or `opensearch-py`; both understand what is called here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from caesura.foundation import Advance, InputError, MissingExtraError, fingerprint, one_of, unwatched
from caesura.retrieval.documents.document import Document
from caesura.retrieval.experiment.engine import Job
from caesura.retrieval.experiment.measures import MEASURES, Floats, measured_by_places, relevant
from caesura.retrieval.index.analysis import Analysis
from caesura.retrieval.index.index import Index
from caesura.retrieval.language.values import Query
from caesura.retrieval.own_engine.bodies import Wording, search_body
from caesura.retrieval.own_engine.mapping import LONGEST_PHRASE, SERVER_MUS, bulk_lines, index_body

#: Documents of one bulk request, and searches of one request.
_DOCUMENTS, _SEARCHES = 500, 50


@contextmanager
def server_errors(name: str) -> Iterator[None]:
    """What goes wrong between here and the server, as one line."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        # The two clients have errors of their own; without either package installed none of them can come up.
        if type(error).__module__.partition(".")[0] not in ("elasticsearch", "elastic_transport", "opensearchpy"):
            raise
        raise InputError(
            f"the request to the server failed ({_shortly(error)})", cure="is it running, and is the index there?", file=name
        ) from error


_CLIENTS = ("elasticsearch", "opensearch")


def connect(address: str, kind: str) -> tuple[Any, str]:
    """A client and the name of the index, from `http://host:9200/name`; kind is `elasticsearch` or `opensearch`."""
    parts = urlsplit(address)
    name = parts.path.strip("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not name or "/" in name:
        raise InputError(f"'{address}' is not the address of an index", cure="write it as http://localhost:9200/my-index")
    one_of("engine", kind, _CLIENTS)
    server = f"{parts.scheme}://{parts.netloc}"
    try:
        if kind == "elasticsearch":
            from elasticsearch import Elasticsearch

            return Elasticsearch(server), name
        from opensearchpy import OpenSearch

        return OpenSearch(server), name
    except ImportError:
        raise MissingExtraError(f"an experiment on {kind}", "engines") from None


def fill_engine(
    client: Any,
    name: str,
    documents: Iterable[Document],
    *,
    mus: Sequence[float] = SERVER_MUS,
    longest: int = LONGEST_PHRASE,
    advance: Advance = unwatched,
) -> int:
    """Create the index and put the documents into it; returns how many they are. An index that is there is left alone."""
    with server_errors(name):
        if client.indices.exists(index=name):
            raise InputError(f"the index {name} is there already", cure="name a new one, or delete it first")
        client.indices.create(index=name, body=index_body(mus, longest))
        lines = bulk_lines(name, documents)
        count = 0
        while batch := list(islice(lines, 2 * _DOCUMENTS)):
            answer = client.bulk(body=batch)
            if answer["errors"]:
                failed = next(item["index"] for item in answer["items"] if "error" in item["index"])
                raise InputError(f"document {failed.get('_id')} was refused ({failed['error'].get('reason', 'no reason given')})")
            count += len(batch) // 2
            advance(len(batch) // 2)
        client.indices.refresh(index=name)
    return count


class ClientEngine:
    """`ClientEngine(Elasticsearch("http://localhost:9200"), "my-index")`, an index made by `fill_engine`."""

    index: Index | None = None

    def __init__(self, client: Any, name: str, *, wording: Wording = "parts", longest: int = LONGEST_PHRASE) -> None:
        self._client = client
        self._name = name
        self._wording: Wording = wording
        self._longest = longest
        self._analysis = Analysis()
        with server_errors(name):
            self._identity = client.indices.get(index=name)[name]["settings"]["index"]["uuid"]
            self._count = int(client.count(index=name)["count"])

    @property
    def fingerprint(self) -> str:
        return fingerprint([str(self._identity), str(self._count), self._wording, str(self._longest)])

    def words(self, text: str) -> list[str]:
        return self._analysis.cut(text)

    def measure(self, jobs: Sequence[Job], mus: Sequence[float], advance: Advance) -> Iterator[Floats]:
        for job in jobs:
            asked = [(query, mu) for query in job.queries for mu in mus]
            measured = [self._measured(ids, job) for ids in self._many(asked)]
            yield np.array(measured).reshape(len(job.queries), len(mus), len(MEASURES))
            advance(1)

    def search(self, query: Query, mu: float) -> list[tuple[str, float]]:
        with server_errors(self._name):
            answer = self._client.search(index=self._name, body=search_body(query, mu, self._wording, self._longest))
        return [(hit["_id"], float(hit["_score"])) for hit in answer["hits"]["hits"]]

    def missing(self, documents: Sequence[str]) -> int:
        with server_errors(self._name):
            there = 0
            for start in range(0, len(documents), _DOCUMENTS):
                ids = list(documents[start : start + _DOCUMENTS])
                there += int(self._client.count(index=self._name, body={"query": {"ids": {"values": ids}}})["count"])
        return len(documents) - there

    def _many(self, asked: Sequence[tuple[Query, float]]) -> Iterator[list[str]]:
        for start in range(0, len(asked), _SEARCHES):
            lines: list[dict[str, Any]] = []
            for query, mu in asked[start : start + _SEARCHES]:
                lines += [{"index": self._name}, search_body(query, mu, self._wording, self._longest)]
            with server_errors(self._name):
                answer = self._client.msearch(body=lines)
            for response in answer["responses"]:
                if "error" in response:
                    raise InputError(
                        f"a search was refused ({response['error'].get('reason', 'no reason given')})", file=self._name
                    )
                yield [hit["_id"] for hit in response["hits"]["hits"]]

    @staticmethod
    def _measured(ids: Sequence[str], job: Job) -> Floats:
        gains = relevant(job.grades)
        held = [(place, gains[document]) for place, document in enumerate(ids, start=1) if document in gains]
        places = np.array([place for place, _ in held], dtype=np.int64)
        return measured_by_places(places, [gain for _, gain in held], list(gains.values()))


def _shortly(error: Exception) -> str:
    text = str(error)
    return text if len(text) <= 200 else f"{text[:197]}..."
