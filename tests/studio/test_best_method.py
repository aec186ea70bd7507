"""The method best behind the API: probabilities, entropy and n best come along as with learned."""

from __future__ import annotations

import pytest

from caesura.studio import Settings, make_app
from tests.studio.client import Client


def test_it_is_served_with_all_that_probabilities_give() -> None:
    pytest.importorskip("onnxruntime")
    pytest.importorskip("caesura_best")
    with Client(make_app(Settings(method="best"))) as client:
        answer = client.post("/v1/segment", json={"query": "cheap flights to cape town", "nbest": 3})
    assert answer.status_code == 200
    found = answer.json()
    assert found["method"] == "best"
    assert 0 < found["probability"] < 1
    assert found["entropy"] > 0
    assert len(found["alternatives"]) == 2
