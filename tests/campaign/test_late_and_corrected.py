"""Work is never thrown away: pages that come late, and pages that are corrected."""

from __future__ import annotations

from collections import Counter

import pytest

from caesura.campaign import (
    CampaignState,
    Item,
    NoPage,
    Owner,
    Role,
    Store,
    TaskPage,
    events_of,
    export_answers,
    next_page,
    progress,
    set_state,
    submit_page,
    workers_of,
)
from caesura.campaign.annotating import last_page, page_of, receipt_of
from caesura.campaign.managing import decide_page, remove_worker
from caesura.foundation import InputError
from caesura.shapes import Flat, print_pipe
from tests.campaign.conftest import MovedClock
from tests.campaign.making import apart, campaign_of, given, joined, queries


def together(page: TaskPage) -> list[object]:
    return [print_pipe(item.words, Flat((0,) * (len(item.words) - 1))) for item in page.items]


def states(store: Store, campaign: object) -> Counter[str]:
    return Counter(each.state for each in export_answers(store, campaign))  # type: ignore[arg-type]


def test_a_late_page_counts_where_places_are_left(store: Store, owner: Owner, clock: MovedClock) -> None:
    campaign = campaign_of(store, owner, 4, annotations=2, reservation_minutes=10)
    slow, quick = joined(store, campaign, 2)
    page = given(store, slow)
    clock.pass_seconds(601)
    taken = given(store, quick)  # sweeps the slow page away
    assert submit_page(store, slow.key, page.key, apart(page)).answers == 4
    submit_page(store, quick.key, taken.key, apart(taken))
    assert states(store, campaign) == {"counted": 8}


def test_a_late_page_takes_back_what_its_own_worker_was_given_anew(store: Store, owner: Owner, clock: MovedClock) -> None:
    """As in two tabs: the first page's time is up, the second shows the same queries, then the first is sent."""
    campaign = campaign_of(store, owner, 4, annotations=1, reservation_minutes=10)
    (worker,) = joined(store, campaign, 1)
    first = given(store, worker)
    clock.pass_seconds(601)
    second = given(store, worker)
    assert {item.text for item in second.items} == {item.text for item in first.items}
    assert submit_page(store, worker.key, first.key, apart(first)).answers == 4
    assert next_page(store, worker.key) is NoPage.DONE
    with pytest.raises(InputError, match="answered these queries on another page"):
        submit_page(store, worker.key, second.key, apart(second))
    assert states(store, campaign) == {"counted": 4}


def test_surplus_answers_count_before_anybody_else_is_asked(store: Store, owner: Owner, clock: MovedClock) -> None:
    campaign = campaign_of(store, owner, 4, annotations=1, reservation_minutes=10)
    slow, quick, third = joined(store, campaign, 3)
    page = given(store, slow)
    clock.pass_seconds(601)
    taken = given(store, quick)
    submit_page(store, slow.key, page.key, apart(page))
    submit_page(store, quick.key, taken.key, apart(taken))
    remove_worker(store, campaign, quick.name, with_answers=True)
    assert states(store, campaign) == {"counted": 4, "withdrawn": 4}
    assert {each.worker for each in export_answers(store, campaign) if each.state == "counted"} == {slow.name}
    assert next_page(store, third.key) is NoPage.DONE


def test_a_removed_workers_surplus_is_withdrawn_too(store: Store, owner: Owner, clock: MovedClock) -> None:
    campaign = campaign_of(store, owner, 4, annotations=1, reservation_minutes=10)
    slow, quick = joined(store, campaign, 2)
    page = given(store, slow)
    clock.pass_seconds(601)
    given(store, quick)
    submit_page(store, slow.key, page.key, apart(page))
    assert remove_worker(store, campaign, slow.name, with_answers=True) == 0
    assert states(store, campaign) == {"withdrawn": 4}


def test_a_late_page_is_stored_while_the_campaign_is_paused(store: Store, owner: Owner, clock: MovedClock) -> None:
    campaign = campaign_of(store, owner, 4, annotations=1, reservation_minutes=10)
    slow, other = joined(store, campaign, 2)
    page = given(store, slow)
    clock.pass_seconds(601)
    set_state(store, campaign, CampaignState.PAUSED)
    next_page(store, other.key)
    assert submit_page(store, slow.key, page.key, apart(page)).answers == 4
    assert states(store, campaign) == {"counted": 4}


def test_a_page_can_be_read_whatever_became_of_it(store: Store, owner: Owner) -> None:
    campaign = campaign_of(store, owner, 4)
    worker, other = joined(store, campaign, 2)
    page = given(store, worker)
    assert page_of(store, worker.key, page.key) == page
    assert receipt_of(store, worker.key, page.key) is None
    assert page_of(store, other.key, page.key) is None
    assert page_of(store, worker.key, "no such key") is None
    submit_page(store, worker.key, page.key, apart(page))
    assert page_of(store, worker.key, page.key) == page
    receipt = receipt_of(store, worker.key, page.key)
    assert receipt is not None
    assert receipt.answers == 4


def test_the_last_page_is_corrected_until_the_next_is_sent(store: Store, owner: Owner, clock: MovedClock) -> None:
    campaign = campaign_of(store, owner, 8, annotations=1)
    (worker,) = joined(store, campaign, 1)
    assert last_page(store, worker.key) is None
    first = given(store, worker)
    submit_page(store, worker.key, first.key, apart(first), "so")
    clock.pass_seconds(5)
    second = given(store, worker)
    sent = last_page(store, worker.key)
    assert sent is not None
    assert (sent.page, list(sent.answers), sent.comment) == (first, apart(first), "so")
    submit_page(store, worker.key, first.key, together(first), "better", correct=True)
    sent = last_page(store, worker.key)
    assert sent is not None
    assert (list(sent.answers), sent.comment) == (together(first), "better")
    assert submit_page(store, worker.key, first.key, apart(first)).repeated, "without the word, sending again changes nothing"
    assert progress(store, campaign).answers == 4
    corrected = [event for event in events_of(store, campaign) if event.what == "answer corrected"]
    assert len(corrected) == 4
    assert " -> " in corrected[0].detail
    submit_page(store, worker.key, second.key, apart(second))
    with pytest.raises(InputError, match="sent last"):
        submit_page(store, worker.key, first.key, apart(first), correct=True)
    assert {each.answer for each in export_answers(store, campaign) if each.page == first.key} == set(together(first))


def test_a_corrected_test_changes_the_score_and_says_nothing(store: Store, owner: Owner) -> None:
    known = Item("t", "blue lake", Role.TEST, accepted=("blue lake",))
    rules = {"test-queries": {"every": 2, "minimum": 1, "score": 1.0, "action": "warn"}}
    campaign = campaign_of(store, owner, [*queries(1), known], annotations=1, items_per_page=2, rules=rules)
    (worker,) = joined(store, campaign, 1)
    page = given(store, worker)
    assert submit_page(store, worker.key, page.key, apart(page)).warnings == ("0 of 1 test queries answered as expected",)
    submit_page(store, worker.key, page.key, together(page), correct=True)
    (now,) = workers_of(store, campaign)
    assert (now.tests_done, now.tests_right, now.warnings) == (1, 1, 1)
    submit_page(store, worker.key, page.key, apart(page), correct=True)
    (now,) = workers_of(store, campaign)
    assert (now.tests_done, now.tests_right, now.warnings) == (1, 0, 1)


def test_what_cannot_be_corrected(store: Store, owner: Owner) -> None:
    practice = queries(1, Role.TRAINING)
    campaign = campaign_of(store, owner, [*queries(2), *practice], annotations=1, rules={"training": {"items": 1}})
    (worker,) = joined(store, campaign, 1)
    page = given(store, worker)
    submit_page(store, worker.key, page.key, apart(page))
    assert last_page(store, worker.key) is None
    with pytest.raises(InputError, match="seen the right answers"):
        submit_page(store, worker.key, page.key, together(page), correct=True)
    page = given(store, worker)
    submit_page(store, worker.key, page.key, apart(page))
    decide_page(store, campaign, page.key, "rejected")
    assert last_page(store, worker.key) is None
    with pytest.raises(InputError, match="already been reviewed"):
        submit_page(store, worker.key, page.key, together(page), correct=True)
    assert last_page(store, "nobody") is None


def test_malformed_answers_that_are_set_aside_can_be_corrected(store: Store, owner: Owner) -> None:
    campaign = campaign_of(store, owner, 2, annotations=1, malformed="set-aside")
    worker, other = joined(store, campaign, 2)
    page = given(store, worker)
    submit_page(store, worker.key, page.key, ["no such words", apart(page)[1]])
    sent = last_page(store, worker.key)
    assert sent is not None
    assert list(sent.answers) == ["", apart(page)[1]]
    submit_page(store, worker.key, page.key, [apart(page)[0], "neither"], correct=True)
    assert states(store, campaign) == {"counted": 1, "malformed": 1}
    taken = given(store, other)
    assert [item.text for item in taken.items] == [page.items[1].text], "what is malformed is asked of others"
    submit_page(store, worker.key, page.key, apart(page), correct=True)
    assert states(store, campaign) == {"counted": 1, "surplus": 1}
