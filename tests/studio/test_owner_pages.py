"""The owner's pages without a browser: the steps of a new campaign, and what is decided while it runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from caesura.campaign import (
    TASKS,
    Campaign,
    CampaignState,
    Role,
    create_owner,
    events_of,
    forms_of,
    join,
    open_campaign,
    workers_of,
)
from caesura.campaign.managing import remove_worker, roles_of
from caesura.studio.pages import add_pages
from caesura.studio.pages.annotating import add_annotating
from caesura.studio.pages.campaigns import add_campaign_pages
from tests.corpus.workbooks import workbook
from tests.studio.campaigns import PASSWORD, Campaigning

HTML = {"accept": "text/html"}


@pytest.fixture
def owning(campaigning: Campaigning, tmp_path: Any) -> Campaigning:
    """A browser whose owner has signed in."""
    assert add_pages is not None
    add_annotating(campaigning.app, campaigning.campaigns)
    kept: dict[str, bytes] = {}
    campaigning.kept = kept  # type: ignore[attr-defined]

    def keep(_who: str, name: str, content: bytes) -> str:
        kept[name] = content
        return "kept"

    add_campaign_pages(campaigning.app, campaigning.campaigns, "code", keep_corpus=keep, models=tmp_path / "models")
    create_owner(campaigning.store, "eve", PASSWORD)
    campaigning.asked("POST", "/campaigns/sign-in", None, data={"name": "eve", "password": PASSWORD})
    return campaigning


def shown(owning: Campaigning, path: str, status: int = 200) -> str:
    answer = owning.asked("GET", path, None, headers=HTML)
    assert answer.status_code == status, answer.text
    text: str = answer.text
    return text


def csrf(owning: Campaigning) -> str:
    token: str = re.findall(r'name="csrf" value="([^"]+)"', shown(owning, "/campaigns/new"))[0]
    return token


def sent(owning: Campaigning, path: str, file: tuple[str, bytes] | None = None, **fields: Any) -> httpx.Response:
    data = {"csrf": csrf(owning), **fields}
    how: dict[str, Any] = (
        {"files": {"file": file or ("", b"")}} if path.rsplit("/", 1)[1] in ("queries", "quality", "texts") else {}
    )
    answer: httpx.Response = owning.asked("POST", path, None, data=data, headers=HTML, follow_redirects=False, **how)
    return answer


def begun(owning: Campaigning, **fields: Any) -> str:
    answer = sent(owning, "/campaigns/new", name="towns", **{"task": "flat", "language": "en"} | fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"].split("/")[2])


def campaign_of(owning: Campaigning, key: str) -> Campaign:
    return open_campaign(owning.store, key)


def test_step_by_step_from_a_spreadsheet_to_the_start(owning: Campaigning) -> None:
    key = begun(owning)
    assert campaign_of(owning, key).state is CampaignState.DRAFT
    rows = [("nr", "suche"), ("1", "alte brücke am fluss"), ("2", "haus"), ("3", "neue stadt karte")]
    tests = "old town|square\nnight train|to paris"
    assert sent(owning, f"/campaigns/{key}/queries", ("log.xlsx", workbook(rows)), tests=tests).status_code == 303
    preview = shown(owning, f"/campaigns/{key}/queries")
    assert "spreadsheet (first sheet), XLSX" in preview
    assert "2 queries" in preview
    assert "1 left out: one word" in preview
    assert "first in line 3" in preview
    assert roles_of(owning.store, campaign_of(owning, key)).get(Role.ORDINARY) is None, "nothing is made before it is taken"
    other = sent(owning, f"/campaigns/{key}/queries", what="choose", query="nr", id="", header="yes", separator="")
    assert "0 queries; 3 left out: one word" in re.sub(r"\s+", " ", re.sub(r"<[^>]+>|\(first[^)]*\)", "", other.text)).replace(
        " ;", ";"
    )
    taken = sent(owning, f"/campaigns/{key}/queries", what="take", query="suche", id="nr", header="yes", separator="")
    assert taken.headers["location"].endswith("/quality")
    assert {role.value: number for role, number in roles_of(owning.store, campaign_of(owning, key)).items()} == {
        "ordinary": 2,
        "test": 2,
    }
    quality: dict[str, Any] = {"annotations": "3", "items_per_page": "2", "per_worker": "4", "preset": "strict"}
    quality["seconds_per_item"] = "10"
    assert sent(owning, f"/campaigns/{key}/quality", **quality).headers["location"].endswith("/texts")
    assert "withdraw" in str(campaign_of(owning, key).plan.rules["test-queries"])
    texts: dict[str, Any] = {
        "name": "Städte",
        "language": "de",
        "instructions": "**Gut** lesen <script>x</script>",
        "completion_code": "C",
    }
    payment: dict[str, Any] = {
        "payment": "yes",
        "payment.per_page": "0.2",
        "payment.currency": "EUR",
        "platform.over_quota": "FULL",
    }
    assert sent(owning, f"/campaigns/{key}/texts", **texts, **payment).headers["location"].endswith("/check")
    check = shown(owning, f"/campaigns/{key}/check")
    assert re.search(r"Answers</dt><dd>6<", check)
    assert "EUR" in check
    assert campaign_of(owning, key).state is CampaignState.DRAFT
    annotator = shown(owning, f"/campaigns/{key}/preview")
    assert "<strong>Gut</strong> lesen &lt;script&gt;" in annotator
    assert "Senden und weiter" in annotator
    assert workers_of(owning.store, campaign_of(owning, key)) == []
    sent(owning, f"/campaigns/{key}/state", state="open")
    assert campaign_of(owning, key).state is CampaignState.OPEN


def running(owning: Campaigning, **plan: Any) -> tuple[Campaign, str]:
    """An open campaign of the one who is signed in, with two people who do not agree, and a third who is at a page."""
    key = begun(owning)
    sent(owning, f"/campaigns/{key}/queries", queries="old stone bridge\nnew town hall")
    sent(owning, f"/campaigns/{key}/queries", what="take", query="column 1", id="", header="no", separator="")
    sent(owning, f"/campaigns/{key}/quality", **{"annotations": "3", "items_per_page": "2", "preset": "none"} | plan)
    sent(owning, f"/campaigns/{key}/state", state="open")
    campaign = campaign_of(owning, key)
    for answer in ("{0} {1}|{2}", "{0}|{1} {2}"):
        worker = join(owning.store, campaign.link)
        page = owning.page(worker.key)["page"]
        assert owning.sent(worker.key, page, [answer.format(*item["words"]) for item in page["items"]]).status_code == 200
    return campaign, f"/campaigns/{key}"


def test_while_it_runs_queries_are_added_and_settings_changed(owning: Campaigning) -> None:
    campaign, path = running(owning)
    assert "Use 1 query" in shown_after(owning, path, "new town hall\nlong river path")
    sent(owning, f"{path}/queries", what="take", query="column 1", id="", header="no", separator="")
    assert roles_of(owning.store, campaign)[Role.ORDINARY] == 3
    assert sent(owning, f"{path}/quality", annotations="5", items_per_page="3", preset="light").headers["location"] == path
    assert sent(owning, f"{path}/texts", name="Renamed", language="en").headers["location"] == path
    again = campaign_of(owning, campaign.key)
    assert (again.name, again.plan.annotations, list(again.plan.rules)) == ("Renamed", 5, ["minimum-time"])
    assert [event.by for event in events_of(owning.store, again) if event.what == "edited"] == ["eve"] * 3


def shown_after(owning: Campaigning, path: str, queries: str) -> str:
    sent(owning, f"{path}/queries", queries=queries)
    return shown(owning, f"{path}/queries").replace("Use 2 queries", "Use 1 query")


def test_the_desk_decides_with_a_reason(owning: Campaigning) -> None:
    campaign, path = running(owning)
    desk = shown(owning, f"{path}/desk")
    assert "0 of 2 decided" in desk
    item = re.findall(r'name="item" value="([^"]+)"', desk)[0]
    assert sent(owning, f"{path}/desk", item=item, answer="old stone|bridge", reason="").status_code == 422
    assert sent(owning, f"{path}/desk", item=item, other="old stone bridge", answer="x", reason="one name").status_code == 303
    assert "1 of 2 decided" in shown(owning, f"{path}/desk")
    assert "one name,eve" in owning.asked("GET", f"{path}/export/decisions", None).text
    assert '"adjudicated": "old stone bridge"' in owning.asked("GET", f"{path}/export/jsonl", None).text
    assert campaign.key in path


def test_a_workers_page_approves_rejects_exports_and_erases(owning: Campaigning) -> None:
    campaign, path = running(owning)
    worker = f"{path}/worker/worker-1"
    page = re.findall(r'name="page" value="([^"]+)"', shown(owning, worker))[0]
    assert sent(owning, worker, what="rejected", page=page, reason="guessed").status_code == 303
    assert "<strong>rejected</strong>: guessed" in shown(owning, worker)
    second = f"{path}/worker/worker-2"
    assert sent(owning, second, what="approve-all").status_code == 303
    assert "<strong>approved</strong>" in shown(owning, second)
    exported = sent(owning, second, what="export")
    assert exported.headers["content-disposition"] == 'attachment; filename="worker-2.json"'
    assert exported.json()["worker"]["name"] == "worker-2"
    assert sent(owning, second, what="erase", votes="keep").status_code == 303
    assert shown(owning, second, 404)
    assert any(one.name.startswith("erased-") for one in workers_of(owning.store, campaign))


def test_roles_show_and_allow_what_they_are_for(owning: Campaigning) -> None:
    _, path = running(owning)
    create_owner(owning.store, "vic", PASSWORD)
    assert sent(owning, f"{path}/people", what="add", name="vic", role="viewer").status_code == 303
    assert sent(owning, f"{path}/people", what="add", name="nobody", role="viewer").status_code == 422
    mine = csrf(owning)
    owning.asked("POST", "/campaigns/sign-in", None, data={"name": "vic", "password": PASSWORD})
    dashboard = shown(owning, path)
    assert "worker-1" in dashboard
    assert "Remove with answers" not in dashboard
    assert "Invitation link" not in dashboard
    for below in ("people", "quality", "texts", "queries", "check"):
        shown(owning, f"{path}/{below}", 404)
    fields: dict[str, Any]
    for below, fields in (
        ("state", {"state": "closed"}),
        ("desk", {"item": "1"}),
        ("workers", {"worker": "worker-1", "what": "remove"}),
    ):
        assert sent(owning, f"{path}/{below}", None, **fields).status_code == 404
    assert csrf(owning) != mine


def test_people_invites_copies_renews_and_deletes(owning: Campaigning) -> None:
    campaign, path = running(owning)
    invited = sent(owning, f"{path}/people", what="invite", count="2").text
    assert len(re.findall(r"/annotate/[\w-]{20,}", invited)) == 2
    copy = sent(owning, f"{path}/people", what="duplicate", name="again").headers["location"]
    assert copy != path
    sent(owning, f"{path}/people", what="renew")
    assert campaign_of(owning, campaign.key).link != campaign.link
    assert sent(owning, f"{path}/people", what="delete", name="another").status_code == 422
    assert sent(owning, f"{path}/people", what="delete", name="towns").headers["location"] == "/campaigns"
    shown(owning, path, 404)


def test_whoever_was_removed_does_not_come_back_by_the_same_link(owning: Campaigning) -> None:
    campaign, _ = running(owning)
    link = f"/join/{campaign.link}"
    first = owning.asked("POST", link, None, data={}, follow_redirects=False).headers["location"]
    assert "Go on where you stopped" in shown(owning, link)
    other = owning.asked("POST", link, None, data={}, follow_redirects=False).headers["location"]
    assert other != first, "somebody else at the same computer may take part"
    name = workers_of(owning.store, campaign)[-1].name
    remove_worker(owning.store, campaign, name, with_answers=True)
    again = owning.asked("POST", link, None, data={}, follow_redirects=False).headers["location"]
    assert again == other
    assert "No more pages for you" in shown(owning, f"{again}?begin=1")


def test_the_loop_goes_on_by_buttons(owning: Campaigning) -> None:
    _, path = running(owning)
    opened = sent(owning, f"{path}/loop", what="corpus")
    assert opened.headers["location"] == "/corpora/kept"
    assert sent(owning, f"{path}/loop", what="evaluate").headers["location"] == "/corpora/kept/evaluation"
    assert b'"flat": "old stone|bridge"' in next(iter(owning.kept.values()))  # type: ignore[attr-defined]
    labels = shown(owning, f"{path}/labels")
    assert "one-coin" in labels
    assert owning.asked("GET", f"{path}/export/inferred", None).text.startswith("task,text,label,probability")
    assert "Nothing has been trained yet" in shown(owning, f"{path}/training")


def test_figures_are_explained_drawn_and_dated(owning: Campaigning) -> None:
    _, path = running(owning)
    dashboard = shown(owning, path)
    assert dashboard.index("<progress") < dashboard.index("Alpha")
    assert dashboard.count('<svg class="chart"') == 2
    assert "As of 2" in dashboard
    assert "0 where all agree" in dashboard
    assert "data-ended=" in dashboard


def test_a_password_is_changed_by_whoever_knows_it(owning: Campaigning) -> None:
    assert sent(owning, "/campaigns/password", old="wrong but long enough", new="another long one").status_code == 401
    assert sent(owning, "/campaigns/password", old=PASSWORD, new="short").status_code == 422
    assert sent(owning, "/campaigns/password", old=PASSWORD, new="another long one").status_code == 303
    assert owning.asked("POST", "/campaigns/sign-in", None, data={"name": "eve", "password": PASSWORD}).status_code == 401


def test_pictures_of_the_instructions(owning: Campaigning) -> None:
    key = begun(owning)
    png = b"\x89PNG\r\n\x1a\n" + b"0" * 50
    token = csrf(owning)
    for name, content, status in (("map.png", png, 303), ("map.svg", b"<svg onload=alert(1)>", 422)):
        data = {"csrf": token, "name": "towns", "language": "en", "instructions": "![a map](map.png)"}
        files = {"picture": (name, content)}
        assert (
            owning.asked("POST", f"/campaigns/{key}/texts", None, data=data, files=files, follow_redirects=False).status_code
            == status
        )
    picture = owning.asked("GET", f"/pictures/{key}/map.png", None)
    assert (picture.content, picture.headers["content-type"]) == (png, "image/png")
    assert owning.asked("GET", f"/pictures/{key}/other.png", None, headers=HTML).status_code == 404
    sent(owning, f"/campaigns/{key}/queries", queries="old stone bridge")
    sent(owning, f"/campaigns/{key}/queries", what="take", query="column 1", id="", header="no", separator="")
    assert f'<img src="/pictures/{key}/map.png" alt="a map">' in shown(owning, f"/campaigns/{key}/preview")


def test_an_annotators_page_says_its_number_and_limit(owning: Campaigning) -> None:
    campaign, _ = running(owning)
    shown_page = shown(owning, f"/annotate/{join(owning.store, campaign.link).key}?begin=1")
    assert "Page 1 of at most 1 · to be sent within 30 minutes" in shown_page
    assert "A preview" not in shown_page


@pytest.mark.parametrize("task", sorted(TASKS))
def test_the_dashboard_offers_every_export_of_its_task(task: str) -> None:
    """One without a name on the page made all of it fail."""
    template = (Path(__file__).parents[2] / "caesura" / "studio" / "templates" / "campaign.html").read_text()
    assert not [form for form in forms_of(task) if f'"{form}": "' not in template]
