"""A server in memory that answers as Elasticsearch would, as far as the experiment asks.

It reads the index's settings, cuts texts by them, and scores by Lucene's LMDirichlet. The official clients talk to it through
nodes of their own kind, so that everything goes through their serialisers; no network is involved.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any

Reply = tuple[int, dict[str, Any]]


class MemoryServer:
    """Indexes by name, each with its settings and documents; `requests` keeps what was asked."""

    def __init__(self) -> None:
        self.indexes: dict[str, dict[str, Any]] = {}
        self.requests: list[tuple[str, str, Any]] = []
        self._scorers: dict[str, Scorer] = {}

    def answer(self, method: str, target: str, body: bytes | None) -> Reply:
        path = target.partition("?")[0].strip("/").split("/")
        lines = [json.loads(line) for line in (body or b"").splitlines() if line.strip()]
        self.requests.append((method, target, lines))
        match method, path:
            case "HEAD", [name]:
                return (200 if name in self.indexes else 404), {}
            case _, ["_bulk"]:
                return 200, self._bulk(lines)
            case "PUT", [name]:
                self.indexes[name] = lines[0] | {"documents": {}}
                return 200, {"acknowledged": True, "index": name}
            case _, [name, "_refresh"] if name in self.indexes:
                return 200, {}
            case "GET", [name] if name in self.indexes:
                return 200, {name: {"settings": {"index": {"uuid": f"uuid-of-{name}"}}}}
            case _, [name, "_count"] if name in self.indexes:
                documents = self.indexes[name]["documents"]
                wanted = lines[0]["query"]["ids"]["values"] if lines else documents
                return 200, {"count": sum(document in documents for document in wanted)}
            case _, [name, "_search"] if name in self.indexes:
                return 200, self._searched(name, lines[0])
            case _, ["_msearch"]:
                pairs = zip(lines[::2], lines[1::2], strict=True)
                return 200, {"responses": [self._searched(head["index"], asked) for head, asked in pairs]}
        return 404, {"error": {"type": "index_not_found_exception", "reason": f"no such index {path}"}, "status": 404}

    def _bulk(self, lines: list[Any]) -> dict[str, Any]:
        self._scorers.clear()
        for action, document in zip(lines[::2], lines[1::2], strict=True):
            self.indexes[action["index"]["_index"]]["documents"][action["index"]["_id"]] = document
        return {"errors": False, "items": []}

    def _searched(self, name: str, asked: dict[str, Any]) -> dict[str, Any]:
        assert asked["sort"] == [{"_score": "desc"}, {"document": "asc"}]
        scores = self._scorers.setdefault(name, Scorer(self.indexes[name])).scores(asked["query"])
        best = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[: asked["size"]]
        return {"hits": {"hits": [{"_id": document, "_score": score} for document, score in best]}, "status": 200}


class Scorer:
    """Scores of one index, by field."""

    def __init__(self, index: dict[str, Any]) -> None:
        self._analysis = index["settings"]["analysis"]
        self._similarities = index["settings"]["similarity"]
        self._fields = index["mappings"]["properties"]["text"]["fields"]
        self._texts = {name: document["text"] for name, document in index["documents"].items()}
        self._cut: dict[str, dict[str, list[str]]] = {}

    def scores(self, query: dict[str, Any]) -> dict[str, float]:
        ((kind, inner),) = query.items()
        return dict(getattr(self, f"_{kind}")(inner))

    def _bool(self, inner: dict[str, Any]) -> Counter[str]:
        total: Counter[str] = Counter()
        required = [self.scores(clause) for clause in inner.get("must", ())]
        for found in [*required, *(self.scores(clause) for clause in inner.get("should", ()))]:
            for document, score in found.items():
                total[document] += score  # type: ignore[assignment]
        return Counter({name: score for name, score in total.items() if all(name in found for found in required)})

    def _dis_max(self, inner: dict[str, Any]) -> dict[str, float]:
        every = [self.scores(clause) for clause in inner["queries"]]
        found = {}
        for document in {document for one in every for document in one}:
            scores = sorted((one[document] for one in every if document in one), reverse=True)
            found[document] = scores[0] + inner["tie_breaker"] * sum(scores[1:])
        return found

    def _match_none(self, inner: dict[str, Any]) -> dict[str, float]:
        assert not inner
        return {}

    def _term(self, inner: dict[str, Any]) -> dict[str, float]:
        ((field, asked),) = inner.items()
        return self._counted(field, [asked["value"]], lambda words: words.count(asked["value"]), asked["boost"])

    def _match(self, inner: dict[str, Any]) -> Counter[str]:
        ((field, asked),) = inner.items()
        return self._bool({"should": [{"term": {field: {"value": word, "boost": 1.0}}} for word in asked["query"].split()]})

    def _match_phrase(self, inner: dict[str, Any]) -> dict[str, float]:
        ((field, asked),) = inner.items()
        wanted = asked["query"].split()
        return self._counted(field, wanted, lambda words: _phrase_count(words, wanted), asked["boost"])

    def _span_near(self, inner: dict[str, Any]) -> dict[str, float]:
        ((field, _),) = inner["clauses"][0]["span_term"].items()
        wanted = [clause["span_term"][field]["value"] for clause in inner["clauses"]]
        width = inner["slop"] + len(wanted)

        def held(words: list[str]) -> int:
            return sum(set(wanted) <= set(words[start : start + width]) for start in range(len(words)))

        return self._counted(field, wanted, held, inner["boost"])

    def _counted(self, field: str, terms: list[str], frequency: Any, boost: float) -> dict[str, float]:
        """Lucene: a phrase is scored as the sum over its words, each with the phrase's frequency and its own collection model."""
        texts = self._words(field)
        mu = self._similarities[self._fields[field.partition(".")[2]]["similarity"]]["mu"]
        size = sum(map(len, texts.values()))
        chances = [(sum(other.count(term) for other in texts.values()) + 1) / (size + 1) for term in terms]
        found = {}
        for document, words in texts.items():
            held = frequency(words)
            if held:
                score = 0.0
                for chance in chances:
                    score += max(0.0, math.log(1 + held / (mu * chance)) + math.log(mu / (len(words) + mu)))
                found[document] = boost * score
        return found

    def _words(self, field: str) -> dict[str, list[str]]:
        if field not in self._cut:
            analyzer = self._analysis["analyzer"][self._fields[field.partition(".")[2]]["analyzer"]]
            assert analyzer["tokenizer"] == "whitespace"
            filters = [self._analysis["filter"][name] for name in analyzer.get("filter", ())]
            self._cut[field] = {name: _filtered(text.split(), filters) for name, text in self._texts.items()}
        return self._cut[field]


def _filtered(words: list[str], filters: list[dict[str, Any]]) -> list[str]:
    for one in filters:
        assert one["type"] == "shingle"
        assert one["output_unigrams"] is False
        size = one["min_shingle_size"]
        assert size == one["max_shingle_size"]
        words = [one["token_separator"].join(words[start : start + size]) for start in range(len(words) - size + 1)]
    return words


def _phrase_count(words: list[str], wanted: list[str]) -> int:
    return sum(words[start : start + len(wanted)] == wanted for start in range(len(words)))


def elasticsearch_client(server: MemoryServer) -> Any:
    """The official client of Elasticsearch, with a node that asks the server in memory."""
    from elastic_transport import ApiResponseMeta, BaseNode, HttpHeaders, NodeConfig
    from elastic_transport._node._base import NodeApiResponse
    from elasticsearch import Elasticsearch

    class Node(BaseNode):
        def perform_request(  # type: ignore[override]
            self, method: str, target: str, body: bytes | None = None, **_others: Any
        ) -> NodeApiResponse:
            status, answer = server.answer(method, target, body)
            expected = HttpHeaders({"x-elastic-product": "Elasticsearch", "content-type": "application/json"})
            meta = ApiResponseMeta(status=status, http_version="1.1", headers=expected, duration=0.0, node=self.config)
            return NodeApiResponse(meta, json.dumps(answer).encode())

    return Elasticsearch([NodeConfig("http", "in-memory", 9200)], node_class=Node, max_retries=0)


def opensearch_client(server: MemoryServer) -> Any:
    """The official client of OpenSearch, with a connection that asks the server in memory."""
    from opensearchpy import Connection, OpenSearch

    class InMemory(Connection):  # type: ignore[misc,unused-ignore]
        def perform_request(  # type: ignore[override,unused-ignore]
            self, method: str, url: str, _params: Any = None, body: Any = None, ignore: Any = (), **_others: Any
        ) -> Any:
            sent = body if isinstance(body, bytes) or body is None else body.encode()
            status, answer = server.answer(method, url, sent)
            if status >= 300 and status not in (ignore or ()):
                self._raise_error(status, json.dumps(answer))
            return status, {"content-type": "application/json"}, json.dumps(answer)

    return OpenSearch([{"host": "in-memory", "port": 9200}], connection_class=InMemory, max_retries=0)
