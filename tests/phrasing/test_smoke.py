"""The smoke test of real servers: its requests are valid, it passes on a right answer and fails on a wrong one. No server here."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import parse_qs
from xml.etree import ElementTree

import pytest

FOLDER = Path(__file__).parents[2] / "deploy" / "engines"


@pytest.fixture(scope="module")
def smoke() -> ModuleType:
    spec = importlib.util.spec_from_file_location("caesura_smoke", FOLDER / "smoke.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["caesura_smoke"] = module
    spec.loader.exec_module(module)
    return module


class Server:
    """Answers as each engine does, the documents in this order."""

    def __init__(self, order: list[int], named: bool = True) -> None:
        self.order = order
        self.named = named
        self.requests: list[tuple[str, str, Any]] = []

    def __call__(self, method: str, path: str, body: Any) -> Any:
        self.requests.append((method, path, body))
        if path.endswith("/_search"):
            return {"hits": {"hits": [{"_id": str(n)} | ({"matched_queries": ["x"]} if self.named else {}) for n in self.order]}}
        if path.endswith("/select"):
            return {"response": {"docs": [{"id": str(n)} for n in self.order]}}
        if path == "/search/":
            return {"root": {"children": [{"fields": {"number": n}} for n in self.order]}}
        return {}


RIGHT, WRONG = [0, 1, 2, 3, 4, 5], [0, 1, 3, 2, 4, 5]


@pytest.mark.parametrize(("engine", "searches"), [("elasticsearch", 27), ("opensearch", 27), ("solr", 36), ("vespa", 3)])
def test_right_and_wrong_answers(smoke: ModuleType, engine: str, searches: int) -> None:
    assert smoke.check(engine, Server(RIGHT)) == searches
    for wrong in (WRONG, [0, 1, 2], []):
        with pytest.raises(SystemExit, match="should be before"):
            smoke.check(engine, Server(wrong))


def test_phrases_must_be_named(smoke: ModuleType) -> None:
    with pytest.raises(SystemExit, match="matched_queries"):
        smoke.check("elasticsearch", Server(RIGHT, named=False))


@pytest.mark.parametrize("client", ["elasticsearch.dsl.query", "opensearchpy.helpers.query"])
def test_the_clients_read_every_search(smoke: ModuleType, client: str) -> None:
    reader = pytest.importorskip(client, reason="the client check needs: pip install elasticsearch opensearch-py")
    server = Server(RIGHT)
    smoke.check("elasticsearch", server)
    bodies = [body for _, path, body in server.requests if path.endswith("/_search")]
    assert len(bodies) == 27
    for body in bodies:
        assert reader.Q(json.loads(json.dumps(body["query"]))).to_dict() == body["query"]


def test_the_mapping_is_one_the_client_knows() -> None:
    dsl = pytest.importorskip("elasticsearch.dsl", reason="needs: pip install elasticsearch")
    body = json.loads((FOLDER / "elasticsearch.json").read_text(encoding="utf-8"))
    mapping = dsl.Mapping()
    mapping._update_from_dict(body["mappings"])
    assert mapping.to_dict() == body["mappings"]
    used = {field["analyzer"] for field in body["mappings"]["properties"]["title"]["fields"].values()}
    assert used == set(body["settings"]["analysis"]["analyzer"])


def test_solr_gets_parameters(smoke: ModuleType) -> None:
    server = Server(RIGHT)
    smoke.check("solr", server)
    asked = [parse_qs(body, strict_parsing=True) for _, path, body in server.requests if path.endswith("/select")]
    assert {"bq", "rq"} <= {name for parameters in asked for name in parameters}
    assert all(parameters["defType"] == ["edismax"] for parameters in asked)


def test_every_engine_has_a_service_on_loopback(smoke: ModuleType) -> None:
    yaml = pytest.importorskip("yaml", reason="needs: pip install pyyaml")
    services = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert set(services) == set(smoke.ENGINES)
    for name, service in services.items():
        assert service["profiles"] == [name]
        assert "healthcheck" in service
        assert all(port.startswith("127.0.0.1:") for port in service["ports"])
        assert any(f":{smoke.ADDRESSES[name].rpartition(':')[2]}:" in port for port in service["ports"])


def test_vespas_package() -> None:
    services = ElementTree.parse(FOLDER / "vespa" / "services.xml")  # noqa: S314 - our own file
    (document,) = services.iter("document")
    assert (FOLDER / "vespa" / "schemas" / f"{document.attrib['type']}.sd").exists()
