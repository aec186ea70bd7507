"""Several configurations in one service: read, served, reloaded, overridden; what /readyz and /metrics say."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.studio import Deployment, ParseSettings, Service, Settings, make_app, read_configuration
from caesura.studio.api.observing import path_without_secrets
from caesura.studio.configurations import Configurations
from caesura.studio.generations import claim, give_up, publish
from caesura.studio.head_cache import HeadCache
from caesura.syntax import CrfOptions, read_segmented, train_from_segmented
from tests.studio.client import Client

QUERY = "brown bear cub in lake garden"
TOKEN = "a token of our own, long enough"  # noqa: S105


@pytest.fixture
def file(tmp_path: Path, lexicon: Path) -> Path:
    (tmp_path / "small.lexicon").write_bytes(lexicon.read_bytes())
    (tmp_path / "admin.token").write_text(TOKEN + "\n")
    (tmp_path / "overrides.tsv").write_text("# by hand\nalways\tin lake\nnever\tbrown bear\n")
    path = tmp_path / "service.toml"
    path.write_text(
        """default = "web"
token_file = "admin.token"
[configurations.web]
method = "wikipedia"
lexicon = "small.lexicon"
[configurations.alone]
method = "none"
[configurations.shop]
method = "wikipedia"
lexicon = "small.lexicon"
overrides = "overrides.tsv"
"""
    )
    return path


@pytest.fixture
def deployment(file: Path) -> Deployment:
    return read_configuration(str(file), Settings())


@pytest.fixture
def served(deployment: Deployment) -> Iterator[Client]:
    with Client(make_app(deployment)) as client:
        yield client


def test_a_service_parses_with_models_of_its_own(tmp_path: Path) -> None:
    hand = "tea|how to make\ngreen tea\nlisbon|how to go\ncups|how to paint\nporto|how to reach\n"
    (tmp_path / "hand.txt").write_text(hand)
    train_from_segmented(read_segmented(tmp_path / "hand.txt"), CrfOptions(minimum=1))[0].save(tmp_path / "hand.weights")
    file = tmp_path / "service.toml"
    file.write_text('[configurations.web]\nmethod = "none"\nparse_models = ["hand.weights"]\norder = "parse-first"\n')
    with Client(make_app(read_configuration(str(file), Settings()))) as client:
        found = client.post("/v1/parse", json={"query": "oslo how to reach"}).json()
        assert (found["method"], [one["text"] for one in found["segments"]]) == ("supervised", ["oslo", "how to reach"])
        assert client.post("/v1/parse", json={"query": "oslo", "pipeline": "ensemble"}).json()["method"] == "ensemble"
        assert client.post("/v1/parse", json={"query": "oslo", "pipeline": "distant"}).json()["method"] == "distant"
    file.write_text('[configurations.web]\nmethod = "none"\nparse_models = [1]\n')
    with pytest.raises(InputError, match="parse_models is not a list of files"):
        read_configuration(str(file), Settings())
    with pytest.raises(InputError, match="no such file"):
        Service(Settings(method="none", parsing=ParseSettings(models=("nowhere.weights",))))


def pieces(client: Client, config: str | None = None) -> list[str]:
    address = f"/v1/segment?q={QUERY}" + (f"&config={config}" if config else "")
    return [segment["text"] for segment in client.get(address).json()["segments"]]


def test_every_configuration_answers_by_its_name(served: Client) -> None:
    assert pieces(served) == pieces(served, "web") == ["brown bear", "cub in", "lake garden"]
    assert pieces(served, "alone") == QUERY.split()
    assert pieces(served, "shop") == ["brown", "bear", "cub", "in lake", "garden"]
    lines = served.post("/v1/segment/lines?config=shop", content=QUERY, headers={"Accept": "text/plain"})
    assert lines.text == "brown|bear|cub|in lake|garden\n"
    batch = served.post("/v1/segment?config=shop", json={"queries": [QUERY, "lake garden"]}).json()["results"]
    assert [[segment["text"] for segment in one["segments"]] for one in batch] == [
        ["brown", "bear", "cub", "in lake", "garden"],
        ["lake garden"],
    ]
    phrased = served.post("/v1/phrase?config=shop", json={"query": QUERY, "engine": "lucene"}).json()["result"]
    assert '"in lake"^0.25' in phrased
    assert '"brown bear' not in phrased


def test_an_unknown_configuration(served: Client) -> None:
    answer = served.get("/v1/segment?q=a&config=sohp")
    assert answer.status_code == 422
    assert answer.json()["error"] == "no configuration is called 'sohp'"
    assert "did you mean shop" in answer.json()["cure"]
    assert served.post("/v1/segment?confg=x", json={"query": "a"}).status_code == 422


def test_ready_says_what_is_served(served: Client) -> None:
    ready = served.get("/readyz").json()
    assert ready["status"] == "ready"
    assert ready["default"] == "web"
    assert set(ready["configurations"]) == {"web", "alone", "shop"}
    assert ready["configurations"]["shop"]["overrides"] == {"always": 1, "never": 1}
    assert len(ready["configurations"]["web"]["lexicon"]["fingerprint"]) == 16
    assert served.get("/healthz").json()["method"] == "wikipedia"


def test_a_reload_needs_the_token_and_changes_everything_or_nothing(served: Client, file: Path) -> None:
    assert served.post("/admin/reload").status_code == 401
    assert served.post("/admin/reload", headers={"Authorization": "Bearer wrong"}).status_code == 401
    told = {"Authorization": f"Bearer {TOKEN}"}
    file.write_text(file.read_text().replace('default = "web"', 'default = "alone"'))
    answer = served.post("/admin/reload", headers=told)
    assert answer.status_code == 200
    assert answer.json()["generation"] == 2
    assert answer.json()["everywhere"] is True
    assert pieces(served) == QUERY.split()
    file.write_text(file.read_text().replace("small.lexicon", "nowhere.lexicon"))
    answer = served.post("/admin/reload", headers=told)
    assert answer.status_code == 422
    assert "nowhere.lexicon" in answer.json()["error"] + answer.json()["cure"]
    assert pieces(served, "web") == ["brown bear", "cub in", "lake garden"]
    file.with_name("overrides.tsv").write_text("always\tbrown bear\nbrown bear\n")
    file.write_text(file.read_text().replace("nowhere.lexicon", "small.lexicon"))
    assert "overrides.tsv:2: " in served.post("/admin/reload", headers=told).json()["error"]
    assert 'caesura_reloads_total{result="failed"} 2.0' in served.get("/metrics").text


def test_without_a_token_nobody_reloads() -> None:
    with Client(make_app(Settings(method="none"))) as client:
        assert client.post("/admin/reload", headers={"Authorization": "Bearer "}).status_code == 403


def test_overrides_are_read_again_when_they_change(deployment: Deployment, file: Path) -> None:
    configurations = Configurations(deployment)
    overrides = file.parent / "overrides.tsv"
    shop = configurations.service("shop")
    assert b'"in lake"' in shop.segment_json(QUERY, None, None, None)
    overrides.write_text("never\tlake garden\n")
    os.utime(overrides, ns=(1, 1))
    configurations.look()
    assert shop.segment(QUERY) == json.loads(shop.segment_json(QUERY, None, None, None))
    assert [one["text"] for one in shop.segment(QUERY)["segments"]] == ["brown bear", "cub in", "lake", "garden"]
    overrides.write_text("perhaps\tlake garden\n")
    os.utime(overrides, ns=(2, 2))
    configurations.look()  # what cannot be read changes nothing
    assert [one["text"] for one in shop.segment(QUERY)["segments"]] == ["brown bear", "cub in", "lake", "garden"]


def test_a_reload_of_the_same_file_gives_the_same_settings(deployment: Deployment) -> None:
    """One configuration does not inherit what another says."""
    assert Configurations(deployment).reload().deployment == deployment


def test_processes_follow_each_other(deployment: Deployment, file: Path, tmp_path: Path) -> None:
    control = tmp_path / "control"
    control.mkdir()
    one, other = (Configurations(replace(deployment, control=str(control))) for _ in range(2))
    file.write_text(file.read_text().replace('default = "web"', 'default = "alone"'))
    assert one.reload().number == 2
    assert other.service().default == "wikipedia"
    other.look()
    assert other.current.number == 2
    assert other.service().default == "none"
    assert one.all_serve(2, patience=0)


def test_metrics_count(served: Client) -> None:
    for _ in range(3):
        pieces(served, "shop")
    served.post("/v1/segment", json={"queries": ["brown bear", "lake"]})
    served.get("/nowhere")
    text = served.get("/metrics").text
    assert 'caesura_requests_total{path="/v1/segment",status="200"} 4.0' in text
    assert 'caesura_requests_total{path="other",status="404"} 1.0' in text
    assert 'caesura_queries_total{config="shop"} 3.0' in text
    assert 'caesura_queries_total{config="web"} 2.0' in text
    assert 'caesura_cache_hits_total{config="shop"} 2.0' in text
    assert 'caesura_request_seconds_count{path="/v1/segment"} 4.0' in text
    assert "caesura_generation 1.0" in text


def test_the_access_log_is_json(tmp_path: Path) -> None:
    log = tmp_path / "access.jsonl"
    app = make_app(Deployment({"default": Settings(method="none")}, access_log=str(log)))
    with Client(app) as client:
        client.post("/v1/segment", json={"queries": ["a b", "c"]})
        client.get("/v1/segment?q=")
    first, second = map(json.loads, log.read_text().splitlines())
    assert (first["path"], first["status"], first["queries"], first["config"]) == ("/v1/segment", 200, 2, "default")
    assert first["ms"] > 0
    assert second["status"] == 422
    with pytest.raises(InputError, match="cannot be written"):
        make_app(Deployment({"default": Settings(method="none")}, access_log=str(tmp_path / "no" / "folder")))


def test_the_access_log_holds_no_secrets() -> None:
    scope = {"path": "/join/abc123/page", "path_params": {"key": "abc123"}}
    assert path_without_secrets(scope) == "/join/{key}/page"
    assert path_without_secrets({"path": "/healthz"}) == "/healthz"


def test_the_cache_is_bounded() -> None:
    cache = HeadCache(2)
    for key in "abab":
        if cache.get(key) is None:
            cache.put(key, key.encode())
    assert cache.hits == 2
    cache.get("a")
    cache.put("c", b"c")
    assert (cache.get("a"), cache.get("b"), len(cache)) == (b"a", None, 2)
    none = HeadCache(0)
    none.put("a", b"a")
    assert none.get("a") is None


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("[configurations", "not TOML"),
        ("", "no configuration; write one as"),
        ("workers = 3\n[configurations.a]\n", "no key is called 'workers'"),
        ('[configurations.a]\nmethd = "none"\n', "no key of configurations.a is called 'methd'"),
        ('[configurations.a]\nmethod = "hybird"\n', "no method is called 'hybird'"),
        ("[configurations.a]\nmin_confidence = 2\n", "out of range"),
        ('[configurations.a]\nmin_confidence = "much"\n', "min_confidence is not a float"),
        ('default = "b"\n[configurations.a]\n', "no configuration is called 'b'"),
        ('token_file = "none"\n[configurations.a]\n', "cannot be read"),
    ],
)
def test_mistakes_in_the_file(tmp_path: Path, content: str, problem: str) -> None:
    path = tmp_path / "service.toml"
    path.write_text(content)
    with pytest.raises(InputError, match=problem):
        read_configuration(str(path), Settings())


def test_a_reload_that_was_asked_for_while_another_read_is_not_lost(deployment: Deployment, file: Path, tmp_path: Path) -> None:
    """A worker claims a number and reads; a signal comes meanwhile, for files that have changed since: the worker reads again."""
    control = tmp_path / "control"
    control.mkdir()
    first, second = claim(control), claim(control)
    assert (first, second) == (2, 3)
    publish(control, second)
    worker = Configurations(replace(deployment, control=str(control)))
    assert worker.current.number == 3
    third, fourth = claim(control), claim(control)
    worker.reload(third)
    publish(control, fourth)
    publish(control, third)  # late, and no longer the newest
    file.write_text(file.read_text().replace('default = "web"', 'default = "alone"'))
    worker.look()
    assert worker.current.number == fourth
    assert worker.service().default == "none"
    give_up(control, claim(control))
    assert claim(control) == fourth + 1
