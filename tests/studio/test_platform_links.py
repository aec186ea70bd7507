"""Links from platforms such as Prolific: the worker's id comes along, the completion code goes back."""

from __future__ import annotations

import re
from typing import Any

import pytest

from caesura.campaign import export_answers, workers_of
from caesura.campaign.annotating import campaign_by_link
from caesura.studio.pages.annotating import add_annotating
from tests.studio.campaigns import Campaigning


def invited(campaigning: Campaigning, **plan: Any) -> Any:
    add_annotating(campaigning.app, campaigning.campaigns)
    return campaigning.created(queries=2, **plan)


def joined(campaigning: Campaigning, campaign: Any, external: str) -> str:
    """The address a worker is sent to."""
    found = campaigning.asked(
        "POST", f"/join/{campaign['link']}", None, data={"external": external} if external else {}, follow_redirects=False
    )
    assert found.status_code == 303
    address: str = found.headers["location"]
    return address


@pytest.mark.parametrize("name", ["PROLIFIC_PID", "workerId", "worker_id", "worker", "participantId"])
def test_the_id_in_the_link_is_shown_and_kept(campaigning: Campaigning, name: str) -> None:
    campaign = invited(campaigning)
    greeting = campaigning.asked("GET", f"/join/{campaign['link']}?{name}=5f3a<b>", None)
    assert "You are taking part as <strong>5f3a&lt;b&gt;</strong>" in greeting.text
    assert 'name="external" value="5f3a&lt;b&gt;"' in greeting.text
    # Looking at the link makes no worker.
    stored = campaign_by_link(campaigning.store, campaign["link"])
    assert workers_of(campaigning.store, stored) == []
    joined(campaigning, campaign, "5f3a<b>")
    assert [worker.external for worker in workers_of(campaigning.store, stored)] == ["5f3a<b>"]


def test_who_comes_again_is_the_same_worker(campaigning: Campaigning) -> None:
    campaign = invited(campaigning)
    assert joined(campaigning, campaign, "p1") == joined(campaigning, campaign, "p1") != joined(campaigning, campaign, "p2")


def test_the_completion_code_is_shown_at_the_end_and_not_before(campaigning: Campaigning) -> None:
    campaign = invited(campaigning, completion_code="C0DE-7")
    address = joined(campaigning, campaign, "p1")
    page = campaigning.asked("GET", f"{address}?begin=1", None).text
    assert "C0DE-7" not in page
    key = re.search(r'name="page" value="([^"]+)"', page)
    assert key is not None
    sent = campaigning.asked("POST", address, None, data={"page": key[1], "break-1": "2"})
    assert sent.status_code == 303
    assert "C0DE-7" in campaigning.asked("GET", sent.headers["location"], None).text
    stored = campaign_by_link(campaigning.store, campaign["link"])
    assert [(given.external, given.answer.count("|")) for given in export_answers(campaigning.store, stored)] in (
        [("p1", 1), ("p1", 0)],
        [("p1", 0), ("p1", 1)],
    )
