"""Whatever workers, owners and the clock do, in whatever order: the books balance."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, MultipleResults, RuleBasedStateMachine, initialize, invariant, multiple, rule
from sqlalchemy import select

from caesura.campaign import (
    CampaignState,
    Plan,
    TaskPage,
    Worker,
    create_campaign,
    create_owner,
    join,
    next_page,
    open_store,
    set_state,
    submit_page,
)
from caesura.campaign.managing import decide_page, remove_worker
from caesura.campaign.store import schema
from caesura.foundation import InputError
from tests.campaign.conftest import MovedClock
from tests.campaign.making import apart, queries


@cache
def empty_database() -> bytes:
    """Migrated once: hypothesis begins anew more often than fixtures do."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        open_store(str(path)).close()
        return path.read_bytes()


class Books(RuleBasedStateMachine):
    """A small campaign in the hands of chance. What was acknowledged is remembered and held against the store."""

    workers: Bundle[Worker] = Bundle("workers")
    pages: Bundle[tuple[Worker, TaskPage]] = Bundle("pages")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="caesura-books-"))
        self.clock = MovedClock()
        (self.folder / "campaigns.db").write_bytes(empty_database())
        self.store = open_store(str(self.folder / "campaigns.db"), self.clock)
        self.acknowledged: set[str] = set()

    @initialize(annotations=st.integers(1, 3), per_page=st.integers(1, 3), forgiving=st.booleans())
    def begin(self, annotations: int, per_page: int, forgiving: bool) -> None:
        owner, _ = create_owner(self.store, "ann")
        plan = Plan(annotations=annotations, items_per_page=per_page, malformed="set-aside" if forgiving else "refuse")
        self.campaign = create_campaign(self.store, owner, "books", "flat", queries(5), plan)

    @rule(target=workers)
    def somebody_joins(self) -> Worker:
        return join(self.store, self.campaign.link)

    @rule(target=pages, worker=workers)
    def she_gets_a_page(self, worker: Worker) -> tuple[Worker, TaskPage] | MultipleResults[tuple[Worker, TaskPage]]:
        page = next_page(self.store, worker.key)
        return (worker, page) if isinstance(page, TaskPage) else multiple()

    @rule(given=pages, malformed=st.booleans())
    def she_sends_it_perhaps_again(self, given: tuple[Worker, TaskPage], malformed: bool) -> None:
        worker, page = given
        answers = ["no such words", *apart(page)[1:]] if malformed else apart(page)
        try:
            submit_page(self.store, worker.key, page.key, answers)
            self.acknowledged.add(page.key)
        except InputError:
            assert page.key not in self.acknowledged, "what was acknowledged once is acknowledged again"

    @rule(given=pages, malformed=st.booleans())
    def she_corrects_it(self, given: tuple[Worker, TaskPage], malformed: bool) -> None:
        worker, page = given
        answers = ["no such words", *apart(page)[1:]] if malformed else [" ".join(item.words) for item in page.items]
        if page.key in self.acknowledged:
            with contextlib.suppress(InputError):
                submit_page(self.store, worker.key, page.key, answers, correct=True)

    @rule(seconds=st.sampled_from([-10_000, 60, 2_000, 100_000]))
    def time_passes_or_leaps(self, seconds: int) -> None:
        self.clock.pass_seconds(seconds)

    @rule(worker=workers, with_answers=st.booleans())
    def she_is_removed(self, worker: Worker, with_answers: bool) -> None:
        remove_worker(self.store, self.campaign, worker.name, with_answers=with_answers)

    @rule(given=pages, decision=st.sampled_from(["approved", "rejected"]))
    def the_owner_decides(self, given: tuple[Worker, TaskPage], decision: str) -> None:
        try:
            decide_page(self.store, self.campaign, given[1].key, decision)  # type: ignore[arg-type]
        except InputError:
            assert True  # not submitted yet, or decided otherwise

    @rule(state=st.sampled_from([CampaignState.OPEN, CampaignState.OPEN, CampaignState.PAUSED, CampaignState.CLOSED]))
    def the_campaign_changes(self, state: CampaignState) -> None:
        set_state(self.store, self.campaign, state)

    @invariant()
    def the_books_balance(self) -> None:
        items, pages, page_items, answers = schema.items, schema.pages, schema.page_items, schema.answers
        with self.store.reading() as connection:
            listed = connection.execute(select(items.c.id, items.c.wanted, items.c.answers, items.c.places)).all()
            open_pages = select(page_items.c.item).join(pages, pages.c.id == page_items.c.page).where(pages.c.state == "open")
            held = Counter(connection.execute(open_pages).scalars())
            given = connection.execute(select(answers.c.item, answers.c.worker, answers.c.state, pages.c.key).join(pages)).all()
            submitted = set(connection.execute(select(pages.c.key).where(pages.c.state == "submitted")).scalars())
        counted = Counter(item for item, _, state, _ in given if state == "counted")
        for item, wanted, number, places in listed:
            assert number == counted[item]
            assert number + held[item] + places == wanted
        assert len({(item, worker) for item, worker, _, _ in given}) == len(given)
        assert {page for *_, page in given} == submitted == self.acknowledged

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.folder)


TestBooks = Books.TestCase
TestBooks.settings = settings(max_examples=25, stateful_step_count=25)
