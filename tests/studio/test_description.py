"""What the server says about itself: OpenAPI, checked by a tool that knows nothing of us, and the page at /docs."""

from __future__ import annotations

import re
from typing import Any

import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from caesura.studio import Settings, make_app
from tests.studio.client import Client
from tests.studio.descriptions import CONFIG

ADDRESSES = [
    ("GET", "/v1/segment"),
    ("POST", "/v1/segment"),
    ("POST", "/v1/segment/lines"),
    ("POST", "/v1/phrase"),
    ("POST", "/v1/parse"),
    ("GET", "/v1/methods"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/metrics"),
    ("POST", "/admin/reload"),
]


@pytest.fixture(scope="module")
def description(settings: Settings) -> Any:
    return schemathesis.openapi.from_asgi("/openapi.json", make_app(settings), config=CONFIG)


def test_every_address_is_described(client: Client) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    assert sorted((method.upper(), path) for path, found in paths.items() for method in found) == sorted(ADDRESSES)


@pytest.mark.parametrize(("method", "path"), ADDRESSES)
@settings(max_examples=25)
@given(data=st.data())
def test_the_description_holds(description: Any, method: str, path: str, data: st.DataObject) -> None:
    """Requests made from the description, good and bad, get the statuses, types and forms it promises."""
    kind = data.draw(st.sampled_from(list(schemathesis.GenerationMode)))
    case = data.draw(description[path][method].as_strategy(generation_mode=kind))
    # No schema can say that a query has words, or that there is a tag for each.
    impossible = [positive_data_acceptance]
    if path == "/v1/segment/lines" and case.meta.is_negative_at(ParameterLocation.BODY):
        impossible.append(negative_data_rejection)  # whatever is sent as plain text is a text
    case.call_and_validate(excluded_checks=impossible)


def test_the_page_lists_every_address(client: Client) -> None:
    page = client.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    for method, path in ADDRESSES:
        assert f"{method} {path}" in page.text


def test_the_page_loads_nothing(client: Client) -> None:
    assert not re.search(r"""(?:src|href)\s*=\s*(?!["']?(?:#|data:,))|@import|url\(|https?://""", client.get("/docs").text)
