"""`python deploy/engines/smoke.py ENGINE`: do Caesura's queries work on a running Elasticsearch, OpenSearch, Solr or Vespa?

Starts the engine with docker compose, builds a small index with the mapping in this folder, and runs queries that
`caesura.phrasing` writes: documents with a phrase must rank above documents with the same words scattered. `--url` takes a server
of your own instead (the index `caesura-smoke` is created anew there; in Solr, the core `smoke` must be there).
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

from caesura.phrasing import Field, Options, phrase, read_pipe, url_query

FOLDER = Path(__file__).parent
#: For each query a document with its phrases, and one with the same words scattered.
PAIRS = {
    "new york|times square|dance": ("dance near times square in new york", "square dance in york near new times"),
    "garage door|repair": ("cheap repair of a garage door today", "door of a cheap garage repair today"),
    "hot dog|stand": ("stand that sells hot dog rolls", "dog rolls that stand sells hot"),
}
DOCUMENTS = [text for pair in PAIRS.values() for text in pair]
ADDRESSES = {
    "elasticsearch": "http://localhost:9200",
    "opensearch": "http://localhost:9201",
    "solr": "http://localhost:8983",
    "vespa": "http://localhost:8080",
}

#: Method, path, body (JSON, or text or bytes with their own type) -> the answer.
Send = Callable[[str, str, Any], Any]


def elasticsearch(send: Send, engine: str = "elasticsearch") -> Iterator[tuple[str, list[int]]]:
    index = "/caesura-smoke"
    send("DELETE", f"{index}?ignore_unavailable=true", None)
    send("PUT", index, json.loads((FOLDER / "elasticsearch.json").read_text(encoding="utf-8")))
    lines = [line for n, text in enumerate(DOCUMENTS) for line in ({"index": {"_id": str(n)}}, {"title": text})]
    send("POST", f"{index}/_bulk?refresh=true", "".join(json.dumps(line) + "\n" for line in lines))
    fields = (Field("title"),)
    for places in ((), (Field("title.exact", 2),), (Field("title.shingles", 2),)):
        options = Options(fields=fields, phrase_fields=places, combine="sum", minimum_match="50%")
        for query in PAIRS:
            cut = read_pipe(query)
            whole: Any = phrase(cut, engine, options)
            yield query, _hits(send("POST", f"{index}/_search", whole))
            part: Any = phrase(cut, engine, options, part="phrases")
            own = {"query": {"bool": {"must": [{"match": {"title": " ".join(cut.words)}}], **part}}}
            answer = send("POST", f"{index}/_search", own)
            yield query, _hits(answer)
            if not answer["hits"]["hits"][0].get("matched_queries"):
                raise SystemExit(f"{query}: no phrase is named in matched_queries")
            again: Any = phrase(cut, engine, options, part="rescore")
            yield query, _hits(send("POST", f"{index}/_search", {"query": {"match": {"title": " ".join(cut.words)}}, **again}))


def opensearch(send: Send) -> Iterator[tuple[str, list[int]]]:
    return elasticsearch(send, "opensearch")


def _hits(answer: Any) -> list[int]:
    return [int(hit["_id"]) for hit in answer["hits"]["hits"]]


_WAYS: tuple[Literal["best", "sum"], ...] = ("best", "sum")


def solr(send: Send) -> Iterator[tuple[str, list[int]]]:
    core = "/solr/smoke"
    send("POST", f"{core}/schema", json.loads((FOLDER / "solr.json").read_text(encoding="utf-8")))
    send("POST", f"{core}/update?commit=true", [{"id": str(n), "title": text} for n, text in enumerate(DOCUMENTS)])
    for places in ((), (Field("exact", 2),)):
        for combined in _WAYS:
            options = Options(fields=(Field("title"),), phrase_fields=places, combine=combined, minimum_match="50%")
            for query in PAIRS:
                cut = read_pipe(query)
                plain = {"defType": "edismax", "q": " ".join(cut.words), "qf": "title"}
                part: Any = phrase(cut, "solr", options, part="phrases")
                again: Any = phrase(cut, "solr", options, part="rescore")
                for parameters in (phrase(cut, "solr", options), plain | part, plain | again):
                    answer = send("POST", f"{core}/select", f"{url_query(parameters)}&fl=id&wt=json")
                    yield query, [int(one["id"]) for one in answer["response"]["docs"]]


def vespa(send: Send) -> Iterator[tuple[str, list[int]]]:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("services.xml", "schemas/smoke.sd"):
            archive.write(FOLDER / "vespa" / name, name)
    send("POST", ":19071/application/v2/tenant/default/prepareandactivate", packed.getvalue())
    _patiently(lambda: send("GET", "/ApplicationStatus", None))
    for number, text in enumerate(DOCUMENTS):
        document = {"fields": {"number": number, "title": text}}
        _patiently(lambda: send("POST", f"/document/v1/smoke/smoke/docid/{number}", document))  # noqa: B023
    for query in PAIRS:
        body: Any = phrase(read_pipe(query), "vespa", Options(fields=(Field("title"),)))
        answer = send("POST", "/search/", {**body, "ranking": "phrases"})
        yield query, [int(hit["fields"]["number"]) for hit in answer["root"].get("children", [])]


def _patiently(attempt: Callable[[], Any], seconds: int = 180) -> None:
    """Vespa starts what was deployed in its own time."""
    until = time.monotonic() + seconds
    while True:
        try:
            attempt()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(2)
        else:
            return


ENGINES: dict[str, Callable[[Send], Iterator[tuple[str, list[int]]]]] = {
    "elasticsearch": elasticsearch,
    "opensearch": opensearch,
    "solr": solr,
    "vespa": vespa,
}


def check(engine: str, send: Send) -> int:
    """How many searches were right; the first that is not ends the program."""
    right = 0
    for query, found in ENGINES[engine](send):
        whole, scattered = (DOCUMENTS.index(text) for text in PAIRS[query])
        if whole not in found or scattered not in found or found.index(whole) > found.index(scattered):
            raise SystemExit(f"{engine}: {query}: document {whole} should be before {scattered}, found {found}")
        right += 1
    return right


def sender(address: str) -> Send:
    def send(method: str, path: str, body: Any) -> Any:
        url = f"{address.rsplit(':', 1)[0]}{path}" if path.startswith(":") else f"{address}{path}"
        kind = "application/json"
        if isinstance(body, bytes):
            data, kind = body, "application/zip"
        elif isinstance(body, str):
            data, kind = body.encode(), "application/x-ndjson" if "_bulk" in path else "application/x-www-form-urlencoded"
        else:
            data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, {"Content-Type": kind}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError as error:
            if method == "DELETE":
                return {}
            raise OSError(f"{method} {url}: {error.code} {error.read().decode(errors='replace')[:300]}") from error

    return send


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("--url", help="a running server; nothing is started")
    asked = parser.parse_args()
    compose = ["docker", "compose", "--file", str(FOLDER / "compose.yaml"), "--profile", asked.engine]
    if asked.url is None:
        subprocess.run([*compose, "up", "--detach", "--wait"], check=True)
    try:
        right = check(asked.engine, sender((asked.url or ADDRESSES[asked.engine]).rstrip("/")))
    finally:
        if asked.url is None:
            subprocess.run([*compose, "down", "--volumes"], check=False)
    print(f"{asked.engine}: {right} searches, in each the document with the phrase is before the one without")


if __name__ == "__main__":
    main()
