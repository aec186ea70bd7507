"""The form for a new campaign: what its fields become, and what happens to those that are wrong."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

import httpx
import pytest

from caesura.campaign import FORMS, RULES, Campaign, campaigns_of, create_owner, export_answers, join, open_campaign
from caesura.studio.pages.annotating import add_annotating
from caesura.studio.pages.campaigns import add_campaign_pages
from tests.studio.campaigns import PASSWORD, Campaigning


@pytest.fixture
def owning(campaigning: Campaigning) -> Campaigning:
    """A browser whose owner has signed in."""
    add_annotating(campaigning.app, campaigning.campaigns)
    add_campaign_pages(campaigning.app, campaigning.campaigns, "code")
    create_owner(campaigning.store, "eve", PASSWORD)
    campaigning.asked("POST", "/campaigns/sign-in", None, data={"name": "eve", "password": PASSWORD})
    return campaigning


def filled_in(owning: Campaigning) -> dict[str, Any]:
    """The form as it is shown at first: what a browser would send if nothing were changed."""
    shown = owning.asked("GET", "/campaigns/new/all", None, headers={"accept": "text/html"}).text
    found: dict[str, Any] = {"rule": re.findall(r'name="rule" value="([^"]+)" checked', shown), "task": "flat"}
    for name, value in re.findall(r'<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"', shown):
        if name not in ("rule", "task", "payment"):
            found[name] = value
    for name, options in re.findall(r'<select[^>]* name="([^"]+)">(.*?)</select>', shown):
        value, label = re.findall(r'<option(?: value="([^"]+)")? selected>([^<]+)', options)[0]
        found[name] = value or label
    return found


def sent(owning: Campaigning, **changed: Any) -> httpx.Response:
    files = {name: value for name, value in changed.items() if name == "file"} or {"file": ("", b"")}
    data = {**filled_in(owning), "name": "mine", **{name: value for name, value in changed.items() if name != "file"}}
    answer: httpx.Response = owning.asked("POST", "/campaigns/new/all", None, data=data, files=files, follow_redirects=False)
    return answer


def made(owning: Campaigning, **changed: Any) -> Campaign:
    answer = sent(owning, **changed)
    assert answer.status_code == 303, answer.text
    return open_campaign(owning.store, answer.headers["location"].rsplit("/", 1)[1])


def test_what_the_form_shows_is_what_the_campaign_gets(owning: Campaigning) -> None:
    """Every rule with the values the form came with: none is read as another than was shown."""
    tests = {"tests": "old town|square", "training": "old town|hall"}
    campaign = made(owning, queries="one query\nanother one", rule=list(RULES), **tests)
    for name, rule in RULES.items():
        for each in fields(rule.parameters):
            if (name, each.name) not in (("training", "items"), ("training", "failures")):
                assert campaign.plan.rules[name][each.name] == each.default, (name, each.name)


@pytest.mark.parametrize(("said", "meant"), [("yes", True), ("no", False)])
def test_yes_and_no(owning: Campaigning, said: str, meant: bool) -> None:
    campaign = made(owning, queries="one query", payment="yes", **{"payment.training": said})
    assert campaign.plan.payment is not None
    assert campaign.plan.payment.training is meant


def test_numbers_may_have_a_fraction_where_the_rule_says_so(owning: Campaigning) -> None:
    campaign = made(owning, queries="one query", rule=["minimum-time"], **{"minimum-time.seconds": "2.5"})
    assert campaign.plan.rules["minimum-time"]["seconds"] == 2.5


@pytest.mark.parametrize(("task", "queries", "size"), [("flat", "a b", 6), ("options", "a b", 20), ("judgement", "a? | b", 2)])
def test_pages_are_as_large_as_suits_the_task(owning: Campaigning, task: str, queries: str, size: int) -> None:
    assert made(owning, task=task, queries=queries).plan.items_per_page == size
    assert made(owning, task=task, queries=queries, items_per_page="3").plan.items_per_page == 3


def test_rules_with_nothing_to_do_are_off(owning: Campaigning) -> None:
    assert "training" not in made(owning, queries="one query").plan.rules
    campaign = made(owning, queries="one query", training="old town|square", tests="old town|hall")
    assert {"training", "test-queries"} <= set(campaign.plan.rules)


@pytest.mark.parametrize("field", ["annotations", "items_per_page", "test-queries.every", "test-queries.score"])
def test_what_is_no_number_is_told_beside_the_form(owning: Campaigning, field: str) -> None:
    answer = sent(owning, queries="my own query", tests="old town|hall", **{field: "many"})
    assert answer.status_code == 422
    assert "many" in re.findall(r'role="alert">([^<]+)', answer.text)[0]
    assert "my own query" in answer.text
    assert campaigns_of(owning.store, campaigns_owner(owning)) == []


def campaigns_owner(owning: Campaigning) -> Any:
    from caesura.campaign import owner_named

    return owner_named(owning.store, "eve")


@pytest.mark.parametrize("content", [b"\xef\xbb\xbfWho? | Ada.\r\nWhen? | In May.\r\n", b"Who? | Ada.\nWhen? | In May."])
def test_a_file_of_judgements_from_any_system(owning: Campaigning, content: bytes) -> None:
    campaign = made(owning, task="judgement", file=("judgements.txt", content))
    page = owning.asked("GET", f"/annotate/{join(owning.store, campaign.link).key}?begin=1", None).text
    assert "\N{ZERO WIDTH NO-BREAK SPACE}" not in page
    assert "Who?" in page
    assert export_answers(owning.store, campaign) == []


def test_a_file_that_is_no_text_is_told(owning: Campaigning) -> None:
    answer = sent(owning, task="judgement", file=("judgements.xlsx", b"PK\x03\x04\xff\xfe"))
    assert answer.status_code == 422
    assert "cannot be read" in answer.text


@pytest.mark.parametrize(
    ("task", "queries", "missing"),
    [("flat", "a b", set()), ("nested", "a b", {"webis"}), ("judgement", "a? | b", {"jsonl", "webis", "training"})],
)
def test_every_link_to_take_home_leads_to_a_file(owning: Campaigning, task: str, queries: str, missing: set[str]) -> None:
    campaign = made(owning, task=task, queries=queries)
    shown = owning.asked("GET", f"/campaigns/{campaign.key}", None, headers={"accept": "text/html"}).text
    links = set(re.findall(rf"/campaigns/{campaign.key}/export/([\w-]+)", shown))
    assert links == set(FORMS) - missing - {"conllu", "treebank"}, "forests are the task syntax's"
    assert {"jsonl", "webis", "labels", "answers", "report", "payments", "decisions", "inferred"} - missing <= links
    for form in links:
        assert owning.asked("GET", f"/campaigns/{campaign.key}/export/{form}", None).status_code == 200
    for form in missing:
        refused = owning.asked("GET", f"/campaigns/{campaign.key}/export/{form}", None)
        assert refused.status_code == 422
        assert "/tmp" not in refused.text  # noqa: S108 - no path of the server is told


@pytest.mark.parametrize("form", ["jsonl", "webis", "answers", "labels"])
def test_what_was_downloaded_goes_in_again(owning: Campaigning, form: str) -> None:
    """Every download of a campaign is a file of queries for the next one; labels have no texts, and that is said."""
    campaign = made(owning, queries="old stone bridge\nnew town hall", rule=[])
    owning.worked(join(owning.store, campaign.link).key)
    download = owning.asked("GET", f"/campaigns/{campaign.key}/export/{form}", None)
    name = re.findall('filename="([^"]+)"', download.headers["content-disposition"])[0]
    answer = sent(owning, name="again", file=(name, download.content))
    if form == "labels":
        assert answer.status_code == 422
        assert "which of the columns task, worker, label, seconds holds the queries" in answer.text
        return
    again = open_campaign(owning.store, answer.headers["location"].rsplit("/", 1)[1])
    shown = owning.asked("GET", f"/annotate/{join(owning.store, again.link).key}?begin=1", None).text
    assert "old stone bridge" in shown
    assert "new town hall" in shown
