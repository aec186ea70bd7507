"""Every request goes through the official clients' serialisers to a server in memory; no real server was asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.phrasing import Options, parse_fields, phrase, read_pipe
from caesura.retrieval import (
    ClientEngine,
    Files,
    connect,
    experiment_page,
    experiment_rows,
    fill_engine,
    index_body,
    open_collection,
    option_query,
    parse_query,
    read_documents,
    run_experiment,
    search_body,
    soft_query,
)
from caesura.shapes import Flat
from tests.retrieval.experiment.small import small_collection, small_settings, write_collection
from tests.retrieval.own_engine.server import MemoryServer, elasticsearch_client, opensearch_client

CLIENTS = {"elasticsearch": elasticsearch_client, "opensearchpy": opensearch_client}
MUS = (10.0, 100.0, 1000.0)
WORDS = ("new", "york", "times")


@pytest.fixture(params=list(CLIENTS))
def filled(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[MemoryServer, Any, Path]:
    """A server that holds the small collection, and a client of it."""
    pytest.importorskip(request.param, reason="needs: pip install 'caesura[engines]'")
    server = MemoryServer()
    client = CLIENTS[request.param](server)
    folder = write_collection(tmp_path / "small")
    assert fill_engine(client, "small", read_documents(folder / "docs.jsonl"), mus=MUS) == 96
    return server, client, folder


def test_the_whole_experiment(filled: tuple[MemoryServer, Any, Path]) -> None:
    server, client, folder = filled
    for wording in ("parts", "phrasing"):
        engine = ClientEngine(client, "small", wording=wording)
        files = Files(folder / "queries.tsv", folder / "qrels.txt")
        collection = open_collection("small", engine, files, small_settings())
        found = run_experiment([collection])
        rows = {(row["run"], row["measure"]): row for row in experiment_rows(found)}
        assert rows["upper-bound", "MAP"]["value"] >= rows["bag-of-words", "MAP"]["value"]
        assert ("mrf-sequential", "MRR") in rows
        assert ("good-turing", "MAP") not in rows
        assert any("no good-turing" in note for note in found.notes)
    assert {"_msearch", "small/_search"} <= {target.partition("?")[0].strip("/") for _, target, _ in server.requests}


def test_beside_a_collection_with_an_index(filled: tuple[MemoryServer, Any, Path]) -> None:
    """What is learned is learned where the text is at hand, whichever collection comes first."""
    _, client, folder = filled
    files = Files(folder / "queries.tsv", folder / "qrels.txt")
    asked = open_collection("asked", ClientEngine(client, "small"), files, small_settings())
    here = small_collection(folder, name="here")
    found = run_experiment([asked, here], ["when-to-phrase"])
    rows = experiment_rows(found)
    assert {row["collection"] for row in rows if row["run"] == "when-to-phrase"} == {"here"}
    alone = experiment_rows(run_experiment([small_collection(folder, name="here")], ["when-to-phrase"]))
    assert [row for row in rows if row["collection"] == "here"] == alone
    assert "What the model of gains learned" in experiment_page(found, rows).render()


def test_a_phrase_has_its_own_frequency(filled: tuple[MemoryServer, Any, Path]) -> None:
    _, client, folder = filled
    engine = ClientEngine(client, "small")
    texts = {d["id"]: d["text"] for d in map(json.loads, (folder / "docs.jsonl").read_text().splitlines())}
    holding = {name for name, text in texts.items() if "hot dog" in text}
    found = engine.search(option_query(("hot", "dog"), Flat((0,))), 10.0)
    assert {document for document, _ in found} == holding
    # Every such document has the phrase once: the shorter one is better, equal ones stand in the order of ids.
    lengths = [(len(texts[document].split()), document) for document, _ in found]
    assert lengths == sorted(lengths)
    assert engine.missing(["d00-0", "nowhere"]) == 1


def test_an_index_that_is_there_is_left_alone(filled: tuple[MemoryServer, Any, Path]) -> None:
    server, client, folder = filled
    before = len(server.indexes["small"]["documents"])
    with pytest.raises(InputError, match="there already"):
        fill_engine(client, "small", read_documents(folder / "docs.jsonl"))
    assert len(server.indexes["small"]["documents"]) == before
    with pytest.raises(InputError, match="the request to the server failed"):
        ClientEngine(client, "elsewhere")


def test_what_the_server_refuses_is_told(filled: tuple[MemoryServer, Any, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    server, client, folder = filled
    refused = {"errors": True, "items": [{"index": {"_id": "d00-0", "error": {"reason": "too long"}}}]}
    monkeypatch.setattr(server, "_bulk", lambda _lines: refused)
    with pytest.raises(InputError, match="document d00-0 was refused \\(too long\\)"):
        fill_engine(client, "other", read_documents(folder / "docs.jsonl"))


def test_every_mu_and_length_has_its_field() -> None:
    body = index_body((500.0, 2.5), longest=3)
    fields = body["mappings"]["properties"]["text"]["fields"]
    assert set(fields) == {"mu500", "phrase2_mu500", "phrase3_mu500", "mu2_5", "phrase2_mu2_5", "phrase3_mu2_5"}
    similarities, analyzers = body["settings"]["similarity"], body["settings"]["analysis"]["analyzer"]
    assert all(field["similarity"] in similarities and field["analyzer"] in analyzers for field in fields.values())
    assert similarities[fields["mu2_5"]["similarity"]] == {"type": "LMDirichlet", "mu": 2.5}
    for mus, longest in (((), 3), ((1.0,), 1), ((1.0,), 11)):
        with pytest.raises(InputError, match="mu"):
            index_body(mus, longest)


def test_bodies_of_parts() -> None:
    query = parse_query("#weight(0.5 #combine(new #1(new york)) 0.25 #uw8(new york) 0.25 #od3(new york))")
    clauses = search_body(query, 500)["query"]["bool"]["should"]
    assert clauses[0] == {"term": {"text.mu500": {"value": "new", "boost": 0.25}}}
    assert clauses[1] == {"term": {"text.phrase2_mu500": {"value": "new_york", "boost": 0.25}}}
    assert (clauses[2]["span_near"]["slop"], clauses[2]["span_near"]["in_order"]) == (6, False)
    assert (clauses[3]["span_near"]["slop"], clauses[3]["span_near"]["in_order"]) == (2, True)
    assert search_body(parse_query("#combine()"), 500)["query"] == {"match_none": {}}
    with pytest.raises(InputError, match="no wording"):
        search_body(query, 500, "other")  # type: ignore[arg-type]


def test_bodies_of_phrasing_are_those_of_caesura_phrase() -> None:
    options = Options(fields=parse_fields(["text.mu500"]))
    wanted: Any = phrase(read_pipe("new york|times"), "elasticsearch", options)
    assert search_body(option_query(WORDS, Flat((0, 1))), 500, "phrasing")["query"] == wanted["query"]
    soft: Any = search_body(soft_query(WORDS, Flat((0, 1)), 0.25), 500, "phrasing")["query"]
    # A quarter for one phrase, three quarters for three words: the phrase counts as much as a word.
    assert soft["bool"]["should"][0]["dis_max"]["queries"] == [
        {"match_phrase": {"text.mu500": {"query": "new york", "boost": 1.0}}}
    ]


words = st.lists(st.sampled_from(["hot", "dog", "dog2", "stand"]), min_size=1, max_size=6).map(tuple)


@given(words, st.data(), st.sampled_from([0.1, 0.5]))
def test_soft_queries_are_read_back_to_their_cut(chosen: tuple[str, ...], data: st.DataObject, share: float) -> None:
    option = data.draw(st.integers(0, 2 ** (len(chosen) - 1) - 1).map(lambda mask: Flat.from_mask(len(chosen), mask)))
    body: Any = search_body(soft_query(chosen, option, share), 500, "phrasing")["query"]
    assert body["bool"]["must"] == [{"match": {"text.mu500": {"query": " ".join(chosen), "operator": "or"}}}]
    wanted = {" ".join(segment) for segment in option.segments(chosen) if len(segment) > 1}
    found = {
        next(iter(one["match_phrase"].values()))["query"]
        for clause in body["bool"].get("should", ())
        for one in clause["dis_max"]["queries"]
    }
    assert found == wanted


@pytest.mark.parametrize("reader", ["elasticsearch.dsl.query", "opensearchpy.helpers.query"])
def test_the_clients_own_query_classes_read_the_bodies(reader: str) -> None:
    module = pytest.importorskip(reader, reason="needs: pip install 'caesura[engines]'")
    for text in ("#combine(a b)", "#combine(#1(a b) c)", "#weight(0.85 #combine(a b) 0.1 #1(a b) 0.05 #uw8(a b))"):
        body = search_body(parse_query(text), 1000)["query"]
        assert module.Q(json.loads(json.dumps(body))).to_dict() == body


def test_addresses() -> None:
    for wrong in ("localhost:9200/x", "http://localhost:9200", "http://localhost:9200/a/b"):
        with pytest.raises(InputError, match="not the address"):
            connect(wrong, "elasticsearch")
    with pytest.raises(InputError, match="no engine"):
        connect("http://localhost:9200/x", "solr")
    pytest.importorskip("elasticsearch")
    assert connect("http://localhost:9200/my-index", "elasticsearch")[1] == "my-index"
