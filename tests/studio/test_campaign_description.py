"""OpenAPI of the campaigns, checked by a tool that knows nothing of us: good and bad requests get what the description promises."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import ignored_auth, missing_required_header, positive_data_acceptance

from caesura.campaign import Item, Plan, create_campaign, create_owner, join, open_store
from caesura.studio import Settings, make_app
from caesura.studio.api.campaigns import add_campaigns
from caesura.studio.api.campaigns.limiter import Limiter
from tests.studio.descriptions import CONFIG

# Not the defaults of any campaign: what is drawn must not end it for the rest.
ADDRESSES = [
    ("POST", "/v1/session"),
    ("GET", "/v1/session"),
    ("DELETE", "/v1/session"),
    ("POST", "/v1/campaigns"),
    ("GET", "/v1/campaigns"),
    ("GET", "/v1/campaigns/{campaign}"),
    ("POST", "/v1/campaigns/{campaign}/items"),
    ("POST", "/v1/campaigns/{campaign}/state"),
    ("GET", "/v1/campaigns/{campaign}/progress"),
    ("GET", "/v1/campaigns/{campaign}/figures"),
    ("GET", "/v1/campaigns/{campaign}/workers"),
    ("POST", "/v1/campaigns/{campaign}/workers"),
    ("GET", "/v1/campaigns/{campaign}/workers/{worker}/answers"),
    ("POST", "/v1/campaigns/{campaign}/workers/{worker}/removal"),
    ("POST", "/v1/campaigns/{campaign}/workers/{worker}/cleared"),
    ("POST", "/v1/campaigns/{campaign}/pages/{page}/decision"),
    ("GET", "/v1/campaigns/{campaign}/events"),
    ("POST", "/v1/campaigns/{campaign}/unsure"),
    ("GET", "/v1/campaigns/{campaign}/export/{form}"),
    ("POST", "/v1/join/{link}"),
    ("GET", "/v1/work/{key}"),
    ("POST", "/v1/work/{key}/page"),
    ("GET", "/v1/work/{key}/last"),
    ("POST", "/v1/work/{key}/answers"),
]


class _World:
    """An application with a campaign in it, its description, and the names that lead there."""

    def __init__(self, serving: Settings, database: Path) -> None:
        self.store = open_store(str(database))
        self.app = make_app(serving)
        add_campaigns(self.app, self.store)
        owner, self.token = create_owner(self.store, "ann")
        items = [Item(f"q{i}", "red fox hill") for i in range(20)]
        campaign = create_campaign(self.store, owner, "foxes", "flat", items, Plan(rules={"unsure": {}}))
        self.known = {
            "campaign": campaign.key,
            "link": campaign.link,
            "key": join(self.store, campaign.link).key,
            "worker": "worker-1",
            "form": "jsonl",
        }
        self.description = schemathesis.openapi.from_asgi("/openapi.json", self.app, config=CONFIG)


@pytest.fixture(scope="module")
def world(settings: Settings, empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[_World]:
    found = _World(settings, Path(shutil.copy(empty_database, tmp_path_factory.mktemp("world") / "campaigns.db")))
    yield found
    found.store.close()


@pytest.fixture(autouse=True)
def _no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of requests from one address; limits have tests of their own."""

    async def allowed(*_: object) -> None:
        return

    monkeypatch.setattr(Limiter, "check", allowed)


def test_every_address_is_described(world: _World) -> None:
    paths = world.app.openapi()["paths"]
    found = {(method.upper(), path) for path, of in paths.items() for method in of}
    assert set(ADDRESSES) <= found
    assert not {path for _, path in found - set(ADDRESSES) if path.startswith(("/v1/campaigns", "/v1/work", "/v1/join"))}


@pytest.mark.parametrize(("method", "path"), ADDRESSES)
@settings(max_examples=15)
@given(data=st.data())
def test_the_description_holds(world: _World, method: str, path: str, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(list(schemathesis.GenerationMode)))
    case: Any = data.draw(world.description[path][method].as_strategy(generation_mode=kind))
    if data.draw(st.booleans()):
        case.path_parameters = {name: world.known.get(name, value) for name, value in (case.path_parameters or {}).items()}
    headers = {"Authorization": f"Bearer {world.token}"}
    # No schema can say that a query has words; and the token is ours to give, not the tool's.
    case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance, ignored_auth, missing_required_header])
