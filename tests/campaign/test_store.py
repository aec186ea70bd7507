"""What the store promises, on SQLite and on PostgreSQL."""

from __future__ import annotations

import threading
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import func, select, text

from caesura.campaign import (
    CampaignState,
    Item,
    NoPage,
    Owner,
    Plan,
    Role,
    Store,
    TaskPage,
    UnknownError,
    add_items,
    campaigns_of,
    create_campaign,
    create_owner,
    events_of,
    export_answers,
    export_corpus,
    join,
    next_page,
    open_campaign,
    open_store,
    progress,
    set_state,
    submit_page,
    workers_of,
)
from caesura.campaign.annotating import worker_by_key
from caesura.campaign.managing import invite, remove_worker
from caesura.campaign.store import schema
from caesura.foundation import InputError
from tests.campaign.conftest import MovedClock
from tests.campaign.making import apart, campaign_of, given, joined, queries, work


def test_migrations_make_the_tables_the_program_expects(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_a_store_opens_again_with_all_it_had(database: str, store: Store, owner: Owner) -> None:
    campaign = campaign_of(store, owner)
    with open_store(database) as again:
        assert open_campaign(again, campaign.key) == campaign
        assert campaigns_of(again, owner) == [campaign]


def test_every_item_gets_exactly_its_answers_and_no_worker_twice(store: Store, owner: Owner) -> None:
    campaign = campaign_of(store, owner, 10)
    for worker in joined(store, campaign, 5):
        work(store, worker)
    pairs = Counter((each.item, each.worker) for each in export_answers(store, campaign))
    assert max(pairs.values()) == 1
    assert set(Counter(item for item, _ in pairs).values()) == {3}
    assert progress(store, campaign).items_complete == 10


def test_the_same_page_comes_again_until_it_is_submitted(store: Store, owner: Owner) -> None:
    worker = join(store, campaign_of(store, owner).link)
    page = given(store, worker)
    assert given(store, worker) == page
    submit_page(store, worker.key, page.key, apart(page))
    assert given(store, worker).key != page.key


def test_a_double_click_counts_once(store: Store, owner: Owner) -> None:
    campaign = campaign_of(store, owner)
    worker = join(store, campaign.link)
    page = given(store, worker)
    first = submit_page(store, worker.key, page.key, apart(page), "good")
    again = submit_page(store, worker.key, page.key, [" ".join(item.words) for item in page.items], "other")
    assert (first.repeated, again.repeated) == (False, True)
    assert again.answers == first.answers
    stored = export_answers(store, campaign)
    assert sorted(each.answer for each in stored) == sorted(map(str, apart(page)))
    assert {each.comment for each in stored} == {"good"}


def test_many_threads_send_the_same_page_at_once(store: Store, owner: Owner) -> None:
    campaign = campaign_of(store, owner)
    worker = join(store, campaign.link)
    page = given(store, worker)
    told: list[bool] = []

    def send() -> None:
        told.append(submit_page(store, worker.key, page.key, apart(page)).repeated)

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == [False] + [True] * 7
    assert len(export_answers(store, campaign)) == len(page.items)


def test_two_stores_on_one_database_never_give_too_much_away(database: str, store: Store, owner: Owner, clock: MovedClock) -> None:
    campaign = campaign_of(store, owner, 20, annotations=2, items_per_page=3)
    workers = joined(store, campaign, 6)
    with open_store(database, clock) as other:
        threads = [threading.Thread(target=work, args=((store, other)[i % 2], worker)) for i, worker in enumerate(workers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        # Whoever was told to wait may go on now.
        for worker in workers:
            work(other, worker)
    counted = Counter(each.item for each in export_answers(store, campaign))
    assert counted == {f"ordinary-{i}": 2 for i in range(20)}


def test_reserved_items_come_back_when_the_time_is_up(store: Store, owner: Owner, clock: MovedClock) -> None:
    campaign = campaign_of(store, owner, 4, annotations=1, reservation_minutes=10)
    slow, quick = joined(store, campaign, 2)
    page = given(store, slow)
    assert next_page(store, quick.key) is NoPage.WAITING
    clock.pass_seconds(601)
    taken = given(store, quick)
    assert submit_page(store, slow.key, page.key, apart(page)).answers == 4, "late work is kept"
    assert progress(store, campaign).answers == 0, "but its places are with others now"
    submit_page(store, quick.key, taken.key, apart(taken))
    assert Counter(each.state for each in export_answers(store, campaign)) == {"counted": 4, "surplus": 4}
    assert next_page(store, slow.key) is NoPage.DONE
    assert progress(store, campaign).answers == 4
    assert [event.what for event in events_of(store, campaign)] == ["page expired", "created"]


def test_late_answers_are_taken_as_long_as_nobody_else_wanted_the_items(store: Store, owner: Owner, clock: MovedClock) -> None:
    campaign = campaign_of(store, owner, 4, reservation_minutes=1)
    worker = join(store, campaign.link)
    page = given(store, worker)
    clock.pass_seconds(3600)
    assert submit_page(store, worker.key, page.key, apart(page)).answers == 4
    assert workers_of(store, campaign)[0].milliseconds == 60_000, "no more time than the page was hers"


@pytest.mark.parametrize("leap", [-7 * 24 * 3600, 7 * 24 * 3600])
def test_a_clock_that_leaps_loses_and_doubles_nothing(store: Store, owner: Owner, clock: MovedClock, leap: int) -> None:
    campaign = campaign_of(store, owner, 8, annotations=2, rules={"minimum-time": {"seconds": 5}})
    workers = joined(store, campaign, 4)
    pages = [given(store, worker) for worker in workers]
    clock.pass_seconds(leap)
    for worker, page in zip(workers, pages, strict=True):
        # Backwards: how long it took is not known, and nobody is refused for that.
        submit_page(store, worker.key, page.key, apart(page))
    while any(isinstance(next_page(store, worker.key), TaskPage) for worker in workers):
        for worker in workers:
            if isinstance(more := next_page(store, worker.key), TaskPage):
                clock.pass_seconds(6)
                submit_page(store, worker.key, more.key, apart(more))
    counted = Counter(each.item for each in export_answers(store, campaign))
    assert counted == {f"ordinary-{i}": 2 for i in range(8)}
    assert all(worker.milliseconds >= 0 for worker in workers_of(store, campaign))


def test_a_removed_worker_goes_with_or_without_her_answers(store: Store, owner: Owner) -> None:
    campaign = campaign_of(store, owner, 4, annotations=2)
    ann, ben, eve = joined(store, campaign, 3)
    work(store, ann)
    work(store, ben)
    assert next_page(store, eve.key) is NoPage.DONE
    assert remove_worker(store, campaign, "worker-1", with_answers=False) == 0
    assert progress(store, campaign).answers == 8
    assert remove_worker(store, campaign, "worker-2", with_answers=True, reason="guessed") == 4
    assert progress(store, campaign).answers == 4
    assert work(store, eve) == (4, NoPage.DONE)
    assert next_page(store, ann.key) is NoPage.SHUT_OUT
    kept = Counter(each.state for each in export_answers(store, campaign))
    assert kept == {"counted": 8, "withdrawn": 4}, "nothing is deleted"
    assert [event.what for event in events_of(store, campaign, worker="worker-2")] == ["removed with answers"]


def test_removing_frees_what_she_held(store: Store, owner: Owner) -> None:
    campaign = campaign_of(store, owner, 4, annotations=1)
    ann, ben = joined(store, campaign, 2)
    page = given(store, ann)
    remove_worker(store, campaign, "worker-1", with_answers=True)
    with pytest.raises(InputError, match="no more answers"):
        submit_page(store, ann.key, page.key, apart(page))
    assert work(store, ben) == (4, NoPage.DONE)


def test_only_an_open_campaign_gives_pages(store: Store, owner: Owner) -> None:
    campaign = campaign_of(store, owner)
    worker = join(store, campaign.link)
    page = given(store, worker)
    set_state(store, campaign, CampaignState.PAUSED)
    assert next_page(store, worker.key) is NoPage.NOT_OPEN
    assert submit_page(store, worker.key, page.key, apart(page)).answers == 4, "what was given out is still taken"
    set_state(store, campaign, CampaignState.OPEN)
    page = given(store, worker)
    set_state(store, campaign, CampaignState.CLOSED)
    with pytest.raises(InputError, match="over"):
        submit_page(store, worker.key, page.key, apart(page))


def test_a_draft_opens_once_it_has_items(store: Store, owner: Owner) -> None:
    campaign = create_campaign(store, owner, "later", "flat", [])
    assert campaign.state is CampaignState.DRAFT
    with pytest.raises(InputError, match="without items"):
        set_state(store, campaign, CampaignState.OPEN)
    assert add_items(store, campaign, queries(3)) == 3
    assert set_state(store, campaign, CampaignState.OPEN).state is CampaignState.OPEN
    with pytest.raises(InputError, match="ordinary-0 already"):
        add_items(store, campaign, queries(1))


def test_who_comes_again_from_a_platform_is_the_same_worker(store: Store, owner: Owner) -> None:
    campaign = campaign_of(store, owner)
    first = join(store, campaign.link, external="5f3a", approval=0.9)
    assert join(store, campaign.link, external="5f3a") == first
    assert join(store, campaign.link, external="5f3b").key != first.key
    assert [worker.name for worker in workers_of(store, campaign)] == ["worker-1", "worker-2"]


def test_invited_workers_have_links_of_their_own(store: Store, owner: Owner) -> None:
    campaign = campaign_of(store, owner)
    keys = [worker.key for worker in invite(store, campaign, 3)]
    assert len(set(keys)) == 3
    assert worker_by_key(store, keys[1])[0].name == "worker-2"
    assert all(len(key) >= 32 for key in keys)
    assert keys[0] not in repr(worker_by_key(store, keys[0]))


@pytest.mark.parametrize("link", ["", "nothing", "' OR 1=1 --", "\0", "é" * 500])
def test_a_link_that_leads_nowhere(store: Store, link: str) -> None:
    with pytest.raises(UnknownError):
        join(store, link)
    with pytest.raises(UnknownError):
        worker_by_key(store, link)


def test_a_worker_cannot_submit_the_page_of_another(store: Store, owner: Owner) -> None:
    ann, ben = joined(store, campaign_of(store, owner), 2)
    page = given(store, ann)
    with pytest.raises(InputError, match="no such page"):
        submit_page(store, ben.key, page.key, apart(page))


def test_nobody_sees_the_campaign_of_another(store: Store, owner: Owner) -> None:
    campaign = campaign_of(store, owner)
    other = create_owner(store, "ben")[0]
    assert campaigns_of(store, other) == []
    with pytest.raises(UnknownError):
        open_campaign(store, campaign.key, other)


def test_words_of_any_kind_come_back_unchanged(store: Store, owner: Owner) -> None:
    texts = [
        "naïve café",
        "日本 語 検索",
        "a|b \\ c",
        '"quoted words" here',
        "💡 idea  box",
        "'; DROP TABLE answers; --",
        "%s {x} :y",
    ]
    campaign = campaign_of(store, owner, [Item(f"q{i}", words) for i, words in enumerate(texts)], annotations=1)
    work(store, join(store, campaign.link))
    corpus = export_corpus(store, campaign)
    assert [entry.query.text for entry in corpus] == texts
    assert all(len(entry.votes) == 1 and 0 not in entry.votes.top.shape.breaks for entry in corpus)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("items", "problem"),
    [
        ([Item("a", "two words"), Item("a", "more words")], "two items are called a"),
        ([Item("a", "one")], "nothing to decide"),
        ([Item("", "two words")], "name is empty"),
        ([Item("a", "two words", paragraph="x")], "no paragraph"),
        ([Item("a", "two words", Role.TEST)], "needs an accepted answer"),
        ([Item("a", "two words", Role.TEST, accepted=("two other",))], "item 1"),
        ([Item("a", "two wor\0ds")], "something that is not a character"),
        ([Item("a", "w " * 3000)], "characters"),
    ],
)
def test_items_that_do_not_suit_are_refused_and_nothing_is_stored(
    store: Store, owner: Owner, items: list[Item], problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        create_campaign(store, owner, "bad", "flat", items)
    assert campaigns_of(store, owner) == []


def test_the_database_itself_forbids_too_many_answers(store: Store, owner: Owner) -> None:
    campaign = campaign_of(store, owner, 1, annotations=1)
    work(store, join(store, campaign.link))
    for change in ("places = -1", "answers = answers + 1", "places = places + 1"):
        with pytest.raises(Exception, match=r"(?i)check"), store.engine.begin() as connection:
            connection.execute(text(f"UPDATE items SET {change}"))  # noqa: S608
    with pytest.raises(Exception, match=r"(?i)unique"), store.engine.begin() as connection:
        columns = "campaign, page, worker, item, answer, state, is_right, at"
        connection.execute(text(f"INSERT INTO answers ({columns}) SELECT {columns} FROM answers"))  # noqa: S608
    with store.reading() as connection:
        assert connection.execute(select(func.count()).select_from(schema.answers)).scalar() == 1


def test_one_bad_job_spoils_no_other(store: Store, owner: Owner) -> None:
    """Jobs share a commit; one that fails is undone and told alone."""
    started, going_on = threading.Event(), threading.Event()

    def blocking(_: object) -> str:
        started.set()
        going_on.wait(10)
        return "blocked"

    def failing(_: object) -> str:
        raise RuntimeError("broken")

    first = store._writer.do(blocking)
    started.wait(10)
    campaign_job = store._writer.do(lambda transaction: transaction.now)
    broken = store._writer.do(failing)
    last = store._writer.do(lambda _: "last")
    going_on.set()
    assert first.result(10) == "blocked"
    assert campaign_job.result(10) > 0
    with pytest.raises(RuntimeError, match="broken"):
        broken.result(10)
    assert last.result(10) == "last"
    assert owner.name == "ann"


def test_plans_are_checked() -> None:
    wrongs: list[dict[str, Any]] = [
        {"annotations": 0},
        {"items_per_page": "6"},
        {"rules": {"none": {}}},
        {"payment": {"per_page": -1}},
    ]
    for wrong in wrongs:
        with pytest.raises(InputError):
            Plan(**wrong)
