"""A shipped model, chosen for the server, for a configuration of it, for one request, or in the playground."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from caesura.foundation import InputError
from caesura.segmenters import PROFILES, segmenter
from caesura.studio import Settings, StudioSettings, make_app, read_configuration
from caesura.studio.api.messages import LinesParameters, PhraseRequest, SegmentParameters, SegmentRequest
from caesura.studio.studio import make_studio
from tests.studio.client import Client

#: The profiles disagree here: for a shop a colour and a size are segments of their own.
QUERY = "kids black rain boots size 3"
PIPES = {name: segmenter("learned", model=name).segment(QUERY).pipe for name in ("web", "shop")}


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Client(make_app(Settings())) as found:
        yield found


def pipe(answer: dict[str, list[dict[str, str]]]) -> str:
    return "|".join(segment["text"] for segment in answer["segments"])


def test_the_profiles_differ_here() -> None:
    assert PIPES["web"] != PIPES["shop"]


def test_a_request_names_a_profile(client: Client) -> None:
    for name in (None, "shop", "web"):  # one after the other: what is kept of an answer is kept by its profile
        expected, body = PIPES[name or "web"], {"query": QUERY, "profile": name}
        assert pipe(client.post("/v1/segment", json=body).json()) == expected
        assert pipe(client.get("/v1/segment", params={"q": QUERY} | ({"profile": name} if name else {})).json()) == expected
        assert pipe(client.post("/v1/segment", json={**body, "nbest": 2}).json()) == expected
        batch = client.post("/v1/segment", json={"queries": [QUERY], "profile": name}).json()
        assert pipe(batch["results"][0]) == expected
        phrased = client.post("/v1/phrase", json={**body, "engine": "jsonl"}).json()["result"]
        assert pipe(phrased) == expected
        lines = client.post(
            "/v1/segment/lines", content=QUERY, headers={"Accept": "text/plain"}, params={"profile": name} if name else {}
        )
        assert lines.text == expected + "\n"


def test_a_profile_for_a_method_without_models(client: Client) -> None:
    answer = client.post("/v1/segment", json={"queries": [], "method": "titles", "profile": "shop"})
    assert answer.status_code == 422
    assert answer.json()["error"] == "the method titles has no profiles"
    answer = client.get("/v1/segment", params={"q": "a", "profile": "shp"})
    assert answer.json()["error"] == "no profile is called 'shp'"


@pytest.mark.parametrize("message", [SegmentRequest, SegmentParameters, LinesParameters, PhraseRequest])
def test_the_description_lists_the_profiles(message: type[BaseModel]) -> None:
    described = message.model_json_schema()["properties"]["profile"]["description"]
    assert all(name in described for name in PROFILES)


def test_a_configuration_names_a_profile(tmp_path: Path) -> None:
    file = tmp_path / "service.toml"
    file.write_text('[configurations.web]\n[configurations.shop]\nprofile = "shop"\n')
    with Client(make_app(read_configuration(str(file), Settings()))) as served:
        for name in ("web", "shop"):
            assert pipe(served.get("/v1/segment", params={"q": QUERY, "config": name}).json()) == PIPES[name]
        models = [one["model"]["fingerprint"] for one in served.get("/readyz").json()["configurations"].values()]
        assert models == [PROFILES["web"].model.fingerprint, PROFILES["shop"].model.fingerprint]
        answer = served.post("/v1/segment?config=shop", json={"query": QUERY, "profile": "web"})
        assert pipe(answer.json()) == PIPES["web"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [('profile = "shp"', "no profile is called 'shp'"), ('profile = "shop"\nmodel = "x.model"', "a model and a")],
)
def test_a_wrong_profile_in_a_configuration(tmp_path: Path, line: str, problem: str) -> None:
    file = tmp_path / "service.toml"
    file.write_text(f"[configurations.web]\n{line}\n")
    with pytest.raises(InputError, match=problem) as raised:
        read_configuration(str(file), Settings())
    assert raised.value.file == str(file)


def test_the_playground_offers_the_profiles(tmp_path: Path) -> None:
    with Client(make_studio(StudioSettings(folder=str(tmp_path)))) as studio:
        for name, expected in PIPES.items():
            page = html.unescape(studio.get("/", params={"query": QUERY, "engine": "jsonl", "profile": name}).text)
            assert f'<option value="{name}" selected>' in page
            found = json.loads(page[page.index('{\n "query": "kids') : page.index("\n}", page.index('{\n "query": "kids')) + 2])
            assert pipe(found) == expected
        changed = studio.post("/playground", data={"query": QUERY, "profile": "shop"}, headers={"HX-Request": "true"})
        assert changed.headers["HX-Replace-Url"].endswith("&profile=shop")
        assert '<option value="web" selected>' in studio.get("/", params={"profile": "nobody's"}).text


def test_the_playground_of_a_method_without_models(tmp_path: Path) -> None:
    with Client(make_studio(StudioSettings(Settings(method="titles"), folder=str(tmp_path)))) as studio:
        assert 'name="profile"' not in studio.get("/").text
