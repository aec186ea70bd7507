"""A campaign over HTTP, from its creation to its export."""

from __future__ import annotations

import csv
import io
import json
import zipfile

import pytest

from tests.studio.campaigns import Campaigning


def test_a_campaign_from_creation_to_export(campaigning: Campaigning) -> None:
    campaign = campaigning.created()
    assert campaign["state"] == "open"
    assert campaigning.told("GET", "/v1/campaigns")["campaigns"] == [campaign]
    keys = [campaigning.joined(campaign) for _ in range(3)]
    assert [campaigning.worked(key) for key in keys] == [6, 6, 0]
    address = f"/v1/campaigns/{campaign['key']}"
    progress = campaigning.told("GET", f"{address}/progress")
    assert (progress["items_complete"], progress["answers"], progress["seconds_left"]) == (6, 12, 0)
    corpus = campaigning.asked("GET", f"{address}/export/jsonl")
    assert corpus.headers["content-disposition"] == f'attachment; filename="campaign-{campaign["key"]}.jsonl"'
    rows = [json.loads(line) for line in corpus.text.splitlines()]
    assert [row["votes"][0]["count"] for row in rows] == [2] * 6
    labels = list(csv.DictReader(io.StringIO(campaigning.asked("GET", f"{address}/export/labels").text)))
    assert {row["worker"] for row in labels} == {"worker-1", "worker-2"}
    archive = zipfile.ZipFile(io.BytesIO(campaigning.asked("GET", f"{address}/export/webis").content))
    assert len(archive.namelist()) == 2
    assert campaigning.told("GET", f"{address}/export/report")["agreement"]["S"] == 1


def test_a_lost_response_is_asked_for_again(campaigning: Campaigning) -> None:
    campaign = campaigning.created()
    key = campaigning.joined(campaign)
    page = campaigning.page(key)["page"]
    assert campaigning.page(key)["page"] == page
    first = campaigning.sent(key, page).json()["receipt"]
    again = campaigning.sent(key, page, ["something else"] * 3).json()["receipt"]
    assert again == {**first, "repeated": True}
    assert campaigning.told("GET", f"/v1/campaigns/{campaign['key']}/progress")["answers"] == 3


def test_the_next_page_comes_with_the_receipt(campaigning: Campaigning) -> None:
    campaign = campaigning.created(completion_code="C0DE")
    key = campaigning.joined(campaign)
    page = campaigning.page(key)["page"]
    second = campaigning.sent(key, page, next=True).json()
    assert second["page"] == campaigning.page(key)["page"]
    last = campaigning.sent(key, second["page"], next=True).json()
    assert (last["page"], last["nothing"], last["completion_code"]) == (None, "done", "C0DE")


@pytest.mark.parametrize(
    ("task", "answers", "status", "said"),
    [
        ("flat", ['"red fox hill'] * 3, 422, "never closed"),
        ("flat", ["red fox|hill"] * 3, 422, "answer 1"),
        ("flat", [[0, 1, 2]] * 3, 422, "answer 1"),
        ("flat", ["red"] * 2, 422, "2 answers for 3 items"),
        ("nested", ["(red fox hill farm0)"] * 3, 422, "answer 1"),
        ("nested", [[0, 0, 0]] * 3, 422, "not a binary tree"),
        ("options", ["red fox"] * 3, 422, "answer 1"),
    ],
)
def test_malformed_answers_are_refused_and_leave_a_trace(
    campaigning: Campaigning, task: str, answers: list[object], status: int, said: str
) -> None:
    campaign = campaigning.created(3, task=task)
    key = campaigning.joined(campaign)
    page = campaigning.page(key)["page"]
    refused = campaigning.sent(key, page, answers)
    assert refused.status_code == status
    assert said in refused.json()["error"]
    events = campaigning.told("GET", f"/v1/campaigns/{campaign['key']}/events", params={"rule": "malformed"})["events"]
    assert [event["worker"] for event in events] == ["worker-1"]
    good = [[1, 1, 1]] * 3 if task != "nested" else [[0, 1, 2]] * 3
    assert campaigning.sent(key, page, good).status_code == 200


def test_an_owner_pauses_closes_and_removes(campaigning: Campaigning) -> None:
    campaign = campaigning.created()
    address = f"/v1/campaigns/{campaign['key']}"
    key = campaigning.joined(campaign)
    page = campaigning.page(key)["page"]
    assert campaigning.told("POST", f"{address}/state", json={"state": "paused"})["state"] == "paused"
    assert campaigning.page(key)["nothing"] == "not-open"
    assert campaigning.sent(key, page).status_code == 200
    removal = campaigning.told("POST", f"{address}/workers/worker-1/removal", json={"with_answers": True, "reason": "asked to"})
    assert removal == {"withdrawn": 3}
    campaigning.told("POST", f"{address}/state", json={"state": "open"})
    assert campaigning.page(key)["nothing"] == "shut-out"
    whats = [event["what"] for event in campaigning.told("GET", f"{address}/events")["events"]]
    assert whats == ["open", "removed with answers", "paused", "created"]


def test_invited_workers_and_decisions(campaigning: Campaigning) -> None:
    campaign = campaigning.created()
    address = f"/v1/campaigns/{campaign['key']}"
    invited = campaigning.told("POST", f"{address}/workers", json={"count": 2})["workers"]
    key = invited[0]["key"]
    page = campaigning.page(key)["page"]
    campaigning.sent(key, page)
    seen = campaigning.told("GET", f"{address}/workers/worker-1/answers")["answers"]
    assert [each["page"] for each in seen] == [page["key"]] * 3
    assert campaigning.asked("GET", f"{address}/workers/worker-9/answers").status_code == 404
    decide = f"{address}/pages/{page['key']}/decision"
    assert campaigning.told("POST", decide, json={"decision": "rejected"}) == {"decision": "rejected"}
    assert campaigning.told("POST", decide, json={"decision": "rejected"}) == {"decision": "rejected"}
    assert "already" in campaigning.asked("POST", decide, json={"decision": "approved"}).json()["error"]
    assert campaigning.told("GET", f"{address}/progress")["answers"] == 0
    workers = campaigning.told("GET", f"{address}/workers")["workers"]
    assert [worker["pages_rejected"] for worker in workers] == [1, 0]


def test_more_items_and_figures(campaigning: Campaigning) -> None:
    campaign = campaigning.created()
    address = f"/v1/campaigns/{campaign['key']}"
    more = [{"name": "t1", "text": "brown bear", "role": "test", "accepted": ["brown bear"]}, {"name": "x", "text": "lake garden"}]
    assert campaigning.told("POST", f"{address}/items", json={"items": more}) == {"added": 2}
    figures = campaigning.told("GET", f"{address}/figures")
    assert (figures["progress"]["items"], figures["agreement"]) == (7, None)
    assert "annotat" in figures["why"]


def test_a_judgement_campaign(campaigning: Campaigning) -> None:
    items = [{"name": f"p{i}", "text": "Who grows figs?", "paragraph": f"Farm {i} grows figs."} for i in range(4)]
    body = {"name": "figs", "task": "judgement", "items": items, "plan": {"malformed": "set-aside"}}
    campaign = campaigning.told("POST", "/v1/campaigns", json=body)
    assert campaign["plan"]["items_per_page"] == 2
    key = campaigning.joined(campaign)
    page = campaigning.page(key)["page"]
    assert [set(item) for item in page["items"]] == [{"place", "text", "words", "paragraph"}] * 2
    assert campaigning.sent(key, page, ["perhaps", "1"]).status_code == 200, "set aside, as the plan says"
    assert campaigning.sent(key, campaigning.page(key)["page"], ["yes", False]).status_code == 200
    labels = campaigning.asked("GET", f"/v1/campaigns/{campaign['key']}/export/labels").text.splitlines()
    assert sorted(line.split(",")[2] for line in labels[1:]) == ["0", "1", "1"]


def test_options_come_in_an_order_of_the_workers_own(campaigning: Campaigning) -> None:
    campaign = campaigning.created(1, task="options", annotations=10)
    seen = []
    for _ in range(6):
        key = campaigning.joined(campaign)
        page = campaigning.page(key)["page"]
        seen.append(tuple(page["items"][0]["choices"]))
        assert campaigning.page(key)["page"] == page, "the same order when she looks again"
        assert campaigning.sent(key, page, ["?"]).status_code == 200
    assert len({frozenset(choices) for choices in seen}) == 1
    assert len(seen[0]) == 8
    assert len(set(seen)) > 1
    assert json.loads(campaigning.asked("GET", f"/v1/campaigns/{campaign['key']}/export/jsonl").text)["votes"] == []


def test_the_last_page_is_corrected_over_the_api(campaigning: Campaigning) -> None:
    campaign = campaigning.created(1)
    key = campaigning.joined(campaign)
    page = campaigning.page(key)["page"]
    assert campaigning.asked("GET", f"/v1/work/{key}/last", None).json() == {"page": None}
    assert campaigning.sent(key, page, [[0] * (len(page["items"][0]["words"]) - 1)]).status_code == 200
    last = campaigning.asked("GET", f"/v1/work/{key}/last", None).json()
    assert (last["page"], last["answers"]) == (page, [" ".join(page["items"][0]["words"])])
    body = {"page": page["key"], "answers": ["|".join(page["items"][0]["words"])], "correct": True}
    assert campaigning.asked("POST", f"/v1/work/{key}/answers", None, json=body).status_code == 200
    assert campaigning.asked("GET", f"/v1/work/{key}/last", None).json()["answers"] == body["answers"]
    assert campaigning.asked("GET", f"/v1/work/{'x' * 32}/last", None).status_code == 404
