"""How a worker's part ends: a cap on queries, which code for which end, and nobody gets one for nothing."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from caesura.campaign import (
    Campaign,
    CampaignState,
    Item,
    NoPage,
    Payment,
    Plan,
    Platform,
    Role,
    Store,
    TaskPage,
    Worker,
    create_campaign,
    create_owner,
    events_of,
    join,
    next_page,
    open_store,
    set_state,
    submit_page,
    write_export,
)
from caesura.campaign.annotating import Ending, PlatformIds, how_it_ended, standing_of, worker_by_key
from caesura.campaign.coverage import coverage_by_tests
from caesura.campaign.managing import coverage_of, decide_page, remove_worker
from caesura.campaign.payout import earnings
from caesura.foundation import InputError

CODES = {"completion_url": "https://example.org/done?study=7", "screened_out": "OUT", "closed": "SHUT", "over_quota": "FULL"}


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with open_store(str(tmp_path / "campaigns.db")) as opened:
        yield opened


def created(store: Store, queries: int = 6, tests: int = 0, **plan: Any) -> Campaign:
    items = [Item(f"q{n}", f"old town map{n}") for n in range(queries)]
    items += [Item(f"t{n}", f"night train ticket{n}", Role.TEST, accepted=(f"night train|ticket{n}",)) for n in range(tests)]
    settings: dict[str, Any] = {"annotations": 2, "items_per_page": 2, "completion_code": "DONE", "platform": CODES} | plan
    return create_campaign(store, create_owner(store, "ann")[0], "towns", "flat", items, Plan(**settings))


def sent(store: Store, worker: Worker, pages: int = 100) -> list[TaskPage]:
    found: list[TaskPage] = []
    while len(found) < pages and isinstance(page := next_page(store, worker.key), TaskPage):
        submit_page(store, worker.key, page.key, ["|".join(item.words) for item in page.items])
        found.append(page)
    return found


def ended(store: Store, worker: Worker) -> tuple[str, str]:
    """How it ended for this worker, who must be without a page, and the code they see."""
    why = next_page(store, worker.key)
    assert isinstance(why, NoPage)
    found = how_it_ended(store, *worker_by_key(store, worker.key), why)
    return found.ending.value, found.code


def test_a_worker_gets_no_more_than_the_cap_and_is_complete_then(store: Store) -> None:
    campaign = created(store, queries=9, per_worker=5)
    worker = join(store, campaign.link)
    assert [len(page.items) for page in sent(store, worker)] == [2, 2, 1]
    assert ended(store, worker) == ("complete", "DONE")


def test_a_rejected_page_is_to_be_done_again_before_it_is_complete(store: Store) -> None:
    campaign = created(store, queries=9, per_worker=4)
    worker = join(store, campaign.link)
    pages = sent(store, worker)
    decide_page(store, campaign, pages[0].key, "rejected")
    assert sum(len(page.items) for page in sent(store, worker)) == 2
    assert ended(store, worker) == ("complete", "DONE")


def test_whoever_comes_when_all_is_done_gets_no_code_for_nothing(store: Store) -> None:
    campaign = created(store, queries=2)
    for _ in range(2):
        sent(store, join(store, campaign.link))
    assert ended(store, join(store, campaign.link)) == ("over-quota", "FULL")
    bare = create_campaign(
        store, create_owner(store, "ben")[0], "x", "flat", [Item("1", "a b")], Plan(annotations=1, completion_code="C")
    )
    sent(store, join(store, bare.link))
    assert ended(store, join(store, bare.link)) == ("over-quota", "")


def test_closed_and_screened_out_have_codes_of_their_own(store: Store) -> None:
    campaign = created(store, rules={"minimum-time": {"seconds": 3600, "action": "exclude"}})
    quick = join(store, campaign.link)
    page = next_page(store, quick.key)
    assert isinstance(page, TaskPage)
    with pytest.raises(InputError, match="seconds"):
        submit_page(store, quick.key, page.key, ["|".join(item.words) for item in page.items])
    assert ended(store, quick) == ("screened-out", "OUT")
    removed = join(store, campaign.link)
    remove_worker(store, campaign, removed.name, with_answers=False)
    assert ended(store, removed) == ("removed", "")
    late = join(store, campaign.link)
    set_state(store, campaign, CampaignState.PAUSED)
    assert ended(store, late) == ("open", "")
    set_state(store, campaign, CampaignState.CLOSED)
    assert ended(store, late) == ("closed", "SHUT")


def test_whoever_is_complete_when_it_is_closed_keeps_the_code(store: Store) -> None:
    campaign = created(store, per_worker=2)
    worker = join(store, campaign.link)
    sent(store, worker)
    set_state(store, campaign, CampaignState.CLOSED)
    assert ended(store, worker) == ("complete", "DONE")


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://example.org/done?study=7", "https://example.org/done?study=7&cc=A+B"),
        ("https://example.org/done", "https://example.org/done?cc=A+B"),
        ("https://example.org/{code}/end", "https://example.org/A+B/end"),
        ("", ""),
    ],
)
def test_where_a_code_leads(url: str, address: str) -> None:
    assert Platform(completion_url=url).address_for("A B") == address
    assert Platform(completion_url=url).address_for("") == ""


@pytest.mark.parametrize("url", ["javascript:alert(1)", "ftp://example.org", "nowhere", "https://"])
def test_only_web_addresses_are_returned_to(url: str) -> None:
    with pytest.raises(InputError, match="not a web address"):
        Platform(completion_url=url)


def test_ids_of_the_platform_are_kept_and_only_they_are_let_in(store: Store, tmp_path: Path) -> None:
    campaign = created(store, platform={"only_with_id": True})
    with pytest.raises(InputError, match="from its platform"):
        join(store, campaign.link)
    worker = join(store, campaign.link, PlatformIds("p-1", "s-1", "x-1"))
    assert (worker.external, worker.study, worker.session) == ("p-1", "s-1", "x-1")
    assert join(store, campaign.link, PlatformIds("p-1", "s-2", "x-2")).key == worker.key
    sent(store, worker)
    write_export(store, campaign, tmp_path / "answers.csv", "answers")
    with (tmp_path / "answers.csv").open(newline="") as stream:
        assert {(row["external"], row["study"], row["session"]) for row in csv.DictReader(stream)} == {("p-1", "s-1", "x-1")}


def test_a_page_knows_its_number_its_time_and_its_pay(store: Store) -> None:
    campaign = created(
        store, queries=9, per_worker=7, payment=Payment(0.2, "EUR"), seconds_per_item=10.0, rules={"maximum-time": {"seconds": 300}}
    )
    worker = join(store, campaign.link)
    sent(store, worker, 1)
    worker, campaign = worker_by_key(store, worker.key)
    page = next_page(store, worker.key)
    assert isinstance(page, TaskPage)
    found = standing_of(store, worker, campaign, page)
    assert (found.page, found.pages, found.is_certain) == (2, 4, True)
    assert (found.expected_seconds, found.limit_seconds, found.pay, found.currency) == (20, 300, 0.2, "EUR")


def test_payments_bonuses_and_approvals(store: Store, tmp_path: Path) -> None:
    campaign = created(store, queries=8, per_worker=4, payment=Payment(0.5, "GBP", reward=0.8))
    whole, half, anonymous = (join(store, campaign.link, PlatformIds(name, "s", name)) for name in ("p-1", "p-2", "p-3"))
    sent(store, whole)
    decide_page(store, campaign, sent(store, half)[0].key, "rejected")
    assert anonymous.pages == 0
    rows = {row.external: row for row in earnings(store, campaign)}
    assert set(rows) == {"p-1", "p-2"}
    assert (rows["p-1"].earned, rows["p-1"].reward, rows["p-1"].bonus, rows["p-1"].complete) == (1.0, 0.8, 0.2, True)
    assert (rows["p-2"].earned, rows["p-2"].reward, rows["p-2"].bonus, rows["p-2"].complete) == (0.5, 0.0, 0.5, False)
    written = {}
    for form in ("payments", "prolific-bonuses", "prolific-approvals", "turk-approvals"):
        write_export(store, campaign, tmp_path / form, form)
        written[form] = (tmp_path / form).read_text()
    assert written["prolific-bonuses"] == "p-1,0.20\np-2,0.50\n"
    assert written["prolific-approvals"] == "p-1\n"
    assert written["payments"].splitlines()[0].startswith("worker,external,study,session,state,complete")
    turk = list(csv.DictReader(written["turk-approvals"].splitlines()))
    assert [(row["WorkerId"], row["Approve"], bool(row["Reject"])) for row in turk] == [("p-1", "x", False), ("p-2", "", True)]


def test_tests_that_run_out_are_said_beforehand() -> None:
    plan = Plan(items_per_page=6, rules={"test-queries": {"every": 6}})
    found = coverage_by_tests(plan, 215, 6)
    assert found is not None
    assert found.sentence.startswith("6 tests cover 6 of the 43 pages that one person may get: add tests (43 in all)")
    assert not found.is_enough
    assert coverage_by_tests(Plan(), 215, 6) is None
    assert coverage_by_tests(plan, 215, 43).is_enough  # type: ignore[union-attr]
    capped = coverage_by_tests(Plan(items_per_page=6, per_worker=36, rules={"test-queries": {"every": 6}}), 215, 6)
    assert capped is not None
    assert (capped.pages, capped.is_enough) == (6, True)
    assert coverage_by_tests(Plan(items_per_page=6, rules={"test-queries": {"rotate": True}}), 215, 6).is_enough  # type: ignore[union-attr]


def test_a_rule_that_will_never_judge_anybody_is_said_beforehand() -> None:
    """10 queries per person with one test in six is one test; the rule waits for five."""
    rules = {"test-queries": {"every": 6, "minimum": 5}}
    few = coverage_by_tests(Plan(items_per_page=6, per_worker=10, rules=rules), 52, 3)
    assert few is not None
    assert not few.is_enough
    assert "nobody will be judged, because that takes 5 tests and a person gets 1 test:" in few.sentence
    assert coverage_by_tests(Plan(items_per_page=6, per_worker=30, rules=rules), 52, 5).is_enough  # type: ignore[union-attr]
    again = coverage_by_tests(Plan(items_per_page=6, rules={"test-queries": {"rotate": True}}), 215, 6)
    assert again is not None
    assert again.sentence == "6 tests cover 6 of the 43 pages that one person may get, and come again after that"


def test_tests_come_again_by_rotation_and_count_each_time(store: Store) -> None:
    campaign = created(
        store, queries=12, tests=2, annotations=1, rules={"test-queries": {"every": 2, "rotate": True, "minimum": 100}}
    )
    worker = join(store, campaign.link)
    shown = [item.text for page in sent(store, worker) for item in page.items if item.text.startswith("night")]
    assert len(shown) == 12
    assert all({shown[n], shown[n + 1]} == {"night train ticket0", "night train ticket1"} for n in range(0, 12, 2))
    worker, _ = worker_by_key(store, worker.key)
    assert (worker.tests_done, worker.tests_right) == (12, 0)
    assert sum(event.what == "test asked again" for event in events_of(store, campaign)) == 10
    coverage = coverage_of(store, campaign)
    assert coverage is not None
    assert (coverage.each, coverage.judges) == (12, False)


def test_without_rotation_they_run_out(store: Store) -> None:
    campaign = created(store, queries=12, tests=2, annotations=1, rules={"test-queries": {"every": 2, "minimum": 100}})
    worker = join(store, campaign.link)
    shown = [item.text for page in sent(store, worker) for item in page.items if item.text.startswith("night")]
    assert sorted(shown) == ["night train ticket0", "night train ticket1"]
    assert not coverage_of(store, campaign).is_enough  # type: ignore[union-attr]


def test_the_ways_to_end_are_these() -> None:
    assert [ending.value for ending in Ending] == ["open", "complete", "over-quota", "closed", "screened-out", "removed"]
