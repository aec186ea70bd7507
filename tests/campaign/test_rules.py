"""Each rule: what it does when it is on, the trace it leaves, and that nothing of it happens when it is off."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import caesura.campaign
from caesura.campaign import (
    RULES,
    Campaign,
    NoPage,
    Owner,
    Plan,
    Role,
    Store,
    TaskPage,
    Worker,
    events_of,
    export_answers,
    join,
    next_page,
    progress,
    submit_page,
    workers_of,
)
from caesura.campaign.annotating import page_for
from caesura.campaign.managing import ask_where_unsure, clear_review, decide_page
from caesura.campaign.rules.test_queries import Parameters as OfTestQueries
from caesura.campaign.rules.test_queries import tests_due as due
from caesura.campaign.rules.trust import Parameters as Trust
from caesura.campaign.rules.trust import trust_group
from caesura.campaign.values import WorkerState
from caesura.foundation import InputError
from tests.campaign.conftest import MovedClock
from tests.campaign.making import apart, campaign_of, given, joined, queries, work


@pytest.fixture(params=["sqlite"])
def database(empty_file: Any, tmp_path: Any) -> str:
    """Rules do not ask which database it is; the store's tests do."""
    import shutil

    return str(shutil.copy(empty_file, tmp_path / "campaigns.db"))


def right(page: TaskPage) -> list[object]:
    """What is known of tests and training: the first two words belong together."""
    return [[0] + [1] * (len(item.words) - 2) for item in page.items]


def traces(store: Store, campaign: Campaign, rule: str) -> list[tuple[str, str | None]]:
    return [(event.what, event.worker) for event in reversed(events_of(store, campaign, rule=rule))]


def now(store: Store, campaign: Campaign, worker: Worker) -> Worker:
    return next(each for each in workers_of(store, campaign) if each.id == worker.id)


def test_one_in_six_is_a_test(store: Store, owner: Owner) -> None:
    items = queries(60) + queries(20, Role.TEST)
    campaign = campaign_of(store, owner, items, items_per_page=6, rules={"test-queries": {}})
    worker = join(store, campaign.link)
    places = set()
    for _ in range(6):
        page = given(store, worker)
        tests = [item.place for item in page.items if item.text.startswith("test")]
        assert (len(page.items), len(tests)) == (6, 1)
        places.add(tests[0])
        submit_page(store, worker.key, page.key, right(page))
    assert len(places) > 1, "not always at the same place"
    record = now(store, campaign, worker)
    assert (record.tests_done, record.tests_right, record.answers) == (6, 6, 36)
    assert {each.state for each in export_answers(store, campaign)} == {"counted", "test"}
    assert progress(store, campaign).answers == 30, "tests do not count"


def test_small_pages_have_a_test_now_and_then() -> None:
    rule = OfTestQueries(every=6)
    shown = tests = 0
    pattern = []
    for _ in range(12):
        found = due(rule, SimpleNamespace(answers=shown, tests_done=tests), 2)  # type: ignore[arg-type]
        pattern.append(found)
        shown, tests = shown + 2, tests + found
    assert pattern == [0, 0, 1] * 4


@pytest.mark.parametrize(
    ("action", "state", "reviewed", "answers"),
    [
        ("warn", WorkerState.ACTIVE, False, 10),
        ("review", WorkerState.ACTIVE, True, 10),
        ("exclude", WorkerState.EXCLUDED, False, 10),
        ("withdraw", WorkerState.EXCLUDED, False, 0),
    ],
)
def test_failed_tests(store: Store, owner: Owner, action: str, state: WorkerState, reviewed: bool, answers: int) -> None:
    rules = {"test-queries": {"minimum": 2, "action": action}}
    campaign = campaign_of(store, owner, queries(30) + queries(9, Role.TEST), items_per_page=6, rules=rules)
    worker = join(store, campaign.link)
    for _ in range(2):
        page = given(store, worker)
        receipt = submit_page(store, worker.key, page.key, apart(page))
    record = now(store, campaign, worker)
    assert (record.state, record.needs_review) == (state, reviewed)
    assert traces(store, campaign, "test-queries") == [(action, "worker-1")]
    assert bool(receipt.warnings) == (action == "warn")
    assert progress(store, campaign).answers == answers
    assert (next_page(store, worker.key) is NoPage.SHUT_OUT) == (state is WorkerState.EXCLUDED)
    assert [each.id for each in workers_of(store, campaign, only_review=True)] == ([worker.id] if reviewed else [])
    if reviewed:
        clear_review(store, campaign, "worker-1")
        assert workers_of(store, campaign, only_review=True) == []


@pytest.mark.parametrize("action", ["refuse", "warn", "exclude"])
def test_a_page_done_too_fast(store: Store, owner: Owner, clock: MovedClock, action: str) -> None:
    campaign = campaign_of(store, owner, rules={"minimum-time": {"seconds": 40, "action": action}})
    worker = join(store, campaign.link)
    page = given(store, worker)
    clock.pass_seconds(39.9)
    if action == "warn":
        assert submit_page(store, worker.key, page.key, apart(page)).warnings == (
            "the page was done in 39 seconds, it takes at least 40",
        )
    else:
        with pytest.raises(InputError, match="at least 40"):
            submit_page(store, worker.key, page.key, apart(page))
    assert traces(store, campaign, "minimum-time") == [(action, "worker-1")]
    if action == "refuse":
        clock.pass_seconds(1)
        assert submit_page(store, worker.key, page.key, apart(page)).answers == 4, "she looked again"
    elif action == "exclude":
        assert next_page(store, worker.key) is NoPage.SHUT_OUT
        assert progress(store, campaign).pages_open == 0


def test_practice_done_too_fast_comes_back_as_well(store: Store, owner: Owner, clock: MovedClock) -> None:
    rules = {"training": {"items": 2}, "minimum-time": {"seconds": 40}}
    campaign = campaign_of(store, owner, [*queries(2), *queries(2, Role.TRAINING)], rules=rules)
    worker = join(store, campaign.link)
    page = given(store, worker)
    assert page.is_training
    clock.pass_seconds(5)
    with pytest.raises(InputError, match="at least 40"):
        submit_page(store, worker.key, page.key, apart(page))
    clock.pass_seconds(60)
    assert submit_page(store, worker.key, page.key, apart(page)).feedback


def test_a_page_left_lying(store: Store, owner: Owner, clock: MovedClock) -> None:
    campaign = campaign_of(store, owner, rules={"maximum-time": {"seconds": 600}})
    worker = join(store, campaign.link)
    page = given(store, worker)
    clock.pass_seconds(601)
    with pytest.raises(InputError, match="at most 600"):
        submit_page(store, worker.key, page.key, apart(page))
    assert traces(store, campaign, "maximum-time") == [("refuse", "worker-1")]
    assert given(store, worker).key != page.key


def test_malformed_answers_are_refused_or_set_aside(store: Store, owner: Owner) -> None:
    for malformed in ("refuse", "set-aside"):
        campaign = campaign_of(store, owner, 4, name=malformed, annotations=1, malformed=malformed)
        ann, ben = joined(store, campaign, 2)
        page = given(store, ann)
        bad = ['"' + page.items[0].text, *apart(page)[1:]]
        if malformed == "refuse":
            with pytest.raises(InputError, match="answer 1"):
                submit_page(store, ann.key, page.key, bad)
            assert traces(store, campaign, "malformed") == [("refuse", "worker-1")]
            assert export_answers(store, campaign) == []
        else:
            assert submit_page(store, ann.key, page.key, bad).answers == 4
            assert progress(store, campaign).answers == 3
            assert work(store, ben) == (1, NoPage.DONE), "the item waited for somebody else"


@pytest.mark.parametrize(("action", "state"), [("warn", WorkerState.ACTIVE), ("exclude", WorkerState.EXCLUDED)])
def test_the_training_round(store: Store, owner: Owner, action: str, state: WorkerState) -> None:
    rules = {"training": {"items": 6, "failures": 4, "action": action}}
    campaign = campaign_of(store, owner, queries(8) + queries(9, Role.TRAINING), items_per_page=3, rules=rules)
    good, bad = joined(store, campaign, 2)
    for worker, answers in ((good, right), (bad, apart)):
        for _ in range(2):
            page = given(store, worker)
            assert page.is_training
            receipt = submit_page(store, worker.key, page.key, answers(page))
            assert [each.right for each in receipt.feedback] == [answers is right] * 3
            assert all(each.accepted and each.explanation == "why" for each in receipt.feedback)
            assert submit_page(store, worker.key, page.key, []).feedback == receipt.feedback, "told again when asked again"
    assert traces(store, campaign, "training") == [(action, "worker-2")]
    assert now(store, campaign, bad).state is state
    assert not given(store, good).is_training, "the round is over after six"
    assert progress(store, campaign).answers == 0


def test_the_papers_failure_rule_is_27_of_52() -> None:
    assert Plan(rules={"training": {}}).rules["training"] == {"items": 52, "failures": 27, "action": "warn"}


def test_the_approval_threshold(store: Store, owner: Owner) -> None:
    campaign = campaign_of(store, owner, 20, rules={"approval": {"rate": 0.95, "pages": 1}})
    low, high, unknown = (join(store, campaign.link, name, rate) for name, rate in (("a", 0.9), ("b", 0.95), ("c", None)))
    assert next_page(store, low.key) is NoPage.SHUT_OUT
    assert isinstance(next_page(store, high.key), TaskPage)
    page = given(store, unknown)
    submit_page(store, unknown.key, page.key, apart(page))
    decide_page(store, campaign, page.key, "rejected")
    assert next_page(store, unknown.key) is NoPage.SHUT_OUT, "her only page was rejected"
    next_page(store, low.key)
    assert traces(store, campaign, "approval") == [("not admitted", "worker-1"), ("not admitted", "worker-3")], "told once each"
    strict = campaign_of(store, owner, name="strict", rules={"approval": {"unknown": "refuse"}})
    assert next_page(store, join(store, strict.link).key) is NoPage.SHUT_OUT


def test_trust_groups(store: Store, owner: Owner) -> None:
    rules = {"test-queries": {"every": 2, "minimum": 100}, "trust": {"minimum": "high", "known": 4}}
    campaign = campaign_of(store, owner, queries(30) + queries(20, Role.TEST), items_per_page=4, rules=rules)
    good, bad = joined(store, campaign, 2)
    for worker, answers in ((good, right), (bad, apart)):
        for _ in range(2):
            page = given(store, worker)
            submit_page(store, worker.key, page.key, answers(page))
    assert isinstance(next_page(store, good.key), TaskPage)
    assert next_page(store, bad.key) is NoPage.SHUT_OUT
    groups = [trust_group(Trust(known=4), now(store, campaign, worker)) for worker in (good, bad)]
    assert groups == ["high", "low"]
    assert trust_group(Trust(known=5), now(store, campaign, good)) is None


def test_more_labels_only_where_the_model_is_unsure(store: Store, owner: Owner) -> None:
    """Two items everybody agrees about, two that split the crowd: only these are asked again, and never beyond the plan."""
    campaign = campaign_of(store, owner, 4, annotations=5, rules={"unsure": {"first": 3, "threshold": 0.95, "model": "majority"}})
    split = {"ordinary-1", "ordinary-2"}
    names = {item.text: item.name for item in queries(4)}

    def answers(page: TaskPage, number: int) -> list[object]:
        return [
            [number % 2] + [1] * (len(item.words) - 2) if names[item.text] in split else [1] * (len(item.words) - 1)
            for item in page.items
        ]

    for number, worker in enumerate(joined(store, campaign, 3)):
        page = given(store, worker)
        submit_page(store, worker.key, page.key, answers(page, number))
    assert progress(store, campaign).items_complete == 4
    assert ask_where_unsure(store, campaign) == 2
    assert ask_where_unsure(store, campaign) == 0, "asked already"
    for number, worker in enumerate(joined(store, campaign, 2), start=3):
        page = given(store, worker)
        assert {names[item.text] for item in page.items} == split
        submit_page(store, worker.key, page.key, answers(page, number))
        ask_where_unsure(store, campaign)
    assert progress(store, campaign).answers == 3 * 4 + 2 * 2
    assert next_page(store, join(store, campaign.link).key) is NoPage.DONE, "five is the most"
    assert [what for what, _ in traces(store, campaign, "unsure")] == ["asked again"] * 2


def test_the_model_is_asked_when_somebody_runs_out_of_work(store: Store, owner: Owner) -> None:
    import asyncio

    campaign = campaign_of(store, owner, 2, annotations=3, rules={"unsure": {"first": 2, "threshold": 1.0, "model": "majority"}})
    first, second, third = joined(store, campaign, 3)
    for worker, answers in ((first, apart), (second, right)):
        page = given(store, worker)
        submit_page(store, worker.key, page.key, answers(page))
    assert next_page(store, third.key) is NoPage.DONE
    assert isinstance(asyncio.run(page_for(store, third.key)), TaskPage)


def test_payment_and_wage(store: Store, owner: Owner, clock: MovedClock) -> None:
    payment = {"per_page": 0.06, "currency": "USD", "hourly": 10.0}
    campaign = campaign_of(store, owner, 8, annotations=1, payment=payment)
    worker = join(store, campaign.link)
    for _ in range(2):
        page = given(store, worker)
        clock.pass_seconds(6 * 11.39 if _ == 0 else 0)
        submit_page(store, worker.key, page.key, apart(page))
    found = progress(store, campaign)
    assert (found.currency, found.cost, found.cost_expected) == ("USD", 0.12, 0.12)
    assert found.hourly_wage == pytest.approx(0.12 * 3600 / (6 * 11.39))
    assert found.warnings == ("an hour pays 6.32 USD, less than 10.00",)


def test_the_papers_wage() -> None:
    """One cent for a query of 11.39 seconds comes to 3.16 dollars an hour; the thesis prints 2.85."""
    from caesura.campaign.payment import hourly_wage

    assert hourly_wage(0.01, 11_390) == pytest.approx(3.16, abs=0.005)
    assert hourly_wage(0.0, 0) is None


def test_pace_and_time_left(store: Store, owner: Owner, clock: MovedClock) -> None:
    campaign = campaign_of(store, owner, 8, annotations=2)
    worker = join(store, campaign.link)
    assert progress(store, campaign).seconds_left is None
    for _ in range(2):
        page = given(store, worker)
        submit_page(store, worker.key, page.key, apart(page))
        clock.pass_seconds(60)
    found = progress(store, campaign)
    assert found.answers_per_hour == pytest.approx(8 / 120 * 3600)
    assert found.seconds_left == pytest.approx(120)


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_every_rule_says_what_it_is_and_checks_its_parameters(rule: Any) -> None:
    assert rule.description
    assert rule.source
    assert rule.parameters.__doc__
    assert Plan(rules={rule.name: {}}).rules[rule.name] is not None
    with pytest.raises(InputError, match=f"no parameter of the rule {rule.name} is called 'nonsense'"):
        Plan(rules={rule.name: {"nonsense": 1}})
    for name in Plan(rules={rule.name: {}}).rules[rule.name]:
        with pytest.raises(InputError, match=name):
            Plan(rules={rule.name: {name: [object()]}})


def test_nobody_outside_the_folder_of_rules_knows_one_by_name() -> None:
    """Adding a rule touches one new file: what others need of rules, they ask by hooks."""
    package = Path(caesura.campaign.__file__).parents[1]
    rules = package / "campaign" / "rules"
    # Old names stand in the migration; `training` is a kind of item as well, and `trust` a form of export.
    allowed = {package / "campaign" / "migrations" / "versions" / "rules_and_settings_0002.py"}
    quoted = [f'"{name}"' for name in RULES if name not in ("training", "approval", "trust")]
    for folder in ("campaign", "studio"):
        for file in (package / folder).rglob("*.py"):
            if rules not in file.parents and file not in allowed:
                source = file.read_text(encoding="utf-8")
                assert not [name for name in quoted if name in source], file
