"""Every page of the studio by name, with something to see on each: for axe-core, and for the pictures of scripts/page_sheets.py."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from caesura.campaign import (
    Campaign,
    CampaignState,
    Item,
    Payment,
    Plan,
    Platform,
    Role,
    Store,
    TaskPage,
    create_campaign,
    create_owner,
    join,
    next_page,
    open_store,
    set_state,
    submit_page,
)
from caesura.campaign.machines.asking import AskedSample
from caesura.campaign.managing import keep_upload, set_member, store_machine
from caesura.corpus import WorkerKind
from caesura.shapes import parse_pipe
from tests.browser.studios import PASSWORD, OpenStudio, open_studio

TRUTHS = (
    "used|mountain bikes|berlin",
    "weather|in|cape town",
    "sourdough bread|recipe",
    "cheap flights|to|lisbon",
    "old town hall|opening hours",
    "how to|prune|apple trees",
    "night train|to|paris",
    "red wine|glasses",
    "grand canyon|west rim|tour",
    "city library|cape town|hours",
    "second hand|piano",
    "river bank|walks|near|lisbon",
)
QUERIES = [Item(f"q{number}", " ".join(parse_pipe(truth)[0])) for number, truth in enumerate(TRUTHS, start=1)]
TABLE = "nr;query;clicks\n1;old stone bridge;9\n2;bridge;4\n3;river boat tour;2\n4;river boat tour;1\n"
#: What needs no account and no campaign.
OPEN_PAGES = {
    "playground": "/?query=grand+canyon+west+rim+helicopter+tour",
    "playground-log": "/?query=grand+canyon+tour%0Acape+town+hotels%0Ared+wine+glasses",
    "corpora": "/corpora",
    "corpus": "/corpora/example",
    "corpus-evaluation": "/corpora/example/evaluation",
    "corpus-agreement": "/corpora/example/agreement",
    "corpus-habits": "/corpora/example/bias",
    "labels": "/labels/example",
    "retrieval": "/retrieval",
    "retrieval-report": "/retrieval/town",
    "api": "/docs",
    "problem": "/corpora/nowhere",
}


@dataclass(frozen=True)
class EveryPage:
    """A running studio with its pages: name -> address; those under /campaigns want the cookies in `state`."""

    address: str
    pages: dict[str, str]
    state: Any

    def opened(self, browser: Any, name: str, width: int = 1280, scheme: str = "light", **options: Any) -> Any:
        """A new page in a context of its own, with nothing left to be computed."""
        signed_in = self.pages[name].startswith("/campaigns") and name != "sign-in"
        context = browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme=scheme,
            reduced_motion="reduce",
            storage_state=self.state if signed_in else None,
            **options,
        )
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.goto(self.address + self.pages[name])
        # A page that waits for a computation looks again by itself.
        page.locator("body:not(:has(.lead .spinner))").wait_for()
        page.wait_for_load_state("networkidle")
        return page


@contextlib.contextmanager
def every_page(browser: Any, folder: Path) -> Iterator[EveryPage]:
    with open_studio(folder) as studio, open_store(str(folder / "campaigns.db")) as store:
        pages = OPEN_PAGES | {"sign-in": "/campaigns"} | owner_pages(store) | annotator_pages(store)
        yield EveryPage(studio.address, pages, cookies(browser, studio))


def cookies(browser: Any, studio: OpenStudio) -> Any:
    """Those of an owner who signed in."""
    page = browser.new_page()
    page.goto(f"{studio.address}/campaigns")
    page.locator("#name").fill("ann")
    page.locator("#password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="New campaign").wait_for()
    state = page.context.storage_state()
    page.context.close()
    return state


def owner_pages(store: Store) -> dict[str, str]:
    """A campaign that is half done and pays, with machines and a colleague; and a draft with a table under preview."""
    owner, _ = create_owner(store, "ann", PASSWORD)
    create_owner(store, "bob", PASSWORD)
    tests = [
        Item(f"t{number}", text, Role.TEST, "", (text.replace(" ", "|", 1),)) for number, text in enumerate(("old boat", "new car"))
    ]
    rules = {"test-queries": {"every": 6, "score": 0.5}}
    plan = Plan(annotations=10, items_per_page=3, rules=rules, payment=Payment(0.12, "EUR"), seconds_per_item=11)
    half = create_campaign(store, owner, "A dozen queries", "flat", [*QUERIES, *tests], plan)
    set_member(store, half, "bob", "adjudicator", by="ann")
    work_through(store, half, 7)
    answers = [AskedSample(item, 1, truth) for item, truth in zip(QUERIES, TRUTHS, strict=True)]
    store_machine(store, half, "titles", WorkerKind.SEGMENTER, {}, answers)
    draft = create_campaign(store, owner, "A draft", "flat", [], Plan())
    table = create_campaign(store, owner, "A table", "flat", [], Plan())
    keep_upload(store, table, "log.csv", TABLE.encode())
    ready = create_campaign(store, owner, "Ready to start", "flat", QUERIES, replace(plan, rules={}))
    trees = create_campaign(store, owner, "Trees", "nested", QUERIES[:3], Plan(annotations=3, items_per_page=3))
    pages = {
        "campaigns": "/campaigns",
        "campaign-new": "/campaigns/new",
        "campaign-whole": "/campaigns/new/all",
        "campaign-table": f"/campaigns/{table.key}/queries",
        "campaign-check": f"/campaigns/{ready.key}/check",
        "campaign-begun": f"/campaigns/{trees.key}",
        "campaign-dashboard": f"/campaigns/{half.key}",
        "campaign-worker": f"/campaigns/{half.key}/worker/worker-1",
    }
    pages |= {f"campaign-{part}": f"/campaigns/{draft.key}/{part}" for part in ("queries", "quality", "texts")}
    return pages | {
        f"campaign-{part}": f"/campaigns/{half.key}/{part}" for part in ("desk", "people", "labels", "training", "preview")
    }


def annotator_pages(store: Store) -> dict[str, str]:
    owner, _ = create_owner(store, "owner of tasks")
    codes = Platform(
        completion_url="https://app.prolific.com/submissions/complete", closed="GONE", over_quota="FULL", only_with_id=True
    )
    paid = Plan(annotations=10, items_per_page=3, per_worker=6, payment=Payment(0.12, "EUR"), seconds_per_item=11)
    paid = replace(paid, platform=codes, completion_code="DONE")
    pages = {}
    judged = [Item("j1", "opening hours of the library?", paragraph="The library opens at nine and closes at six.")]
    for task in ("flat", "nested", "options", "judgement", "syntax"):
        plan = Plan(annotations=10, items_per_page=3)
        campaign = create_campaign(store, owner, "A dozen queries", task, judged if task == "judgement" else QUERIES, plan)
        pages[f"annotate-{task}"] = _begun(join(store, campaign.link).key)
    practice = Item("p1", "used mountain bikes", Role.TRAINING, "", ("used|mountain bikes",), "Mountain bikes are one thing.")
    rules = {"training": {"items": 1}}
    trained = create_campaign(store, owner, "With practice", "flat", [*QUERIES, practice], replace(paid, rules=rules))
    pages["annotate-join"] = f"/join/{trained.link}?PROLIFIC_PID=person&STUDY_ID=study&SESSION_ID=session"
    pages["annotate-join-without-id"] = f"/join/{trained.link}"
    pages["annotate-begin"] = f"/annotate/{join(store, trained.link, 'a person').key}"
    key = join(store, trained.link, "another person").key
    pages["annotate-practice"] = _begun(key)
    answered = join(store, trained.link, "a third person").key
    sent = next_page(store, answered)
    assert isinstance(sent, TaskPage)
    submit_page(store, answered, sent.key, [[0, 0]])
    pages["annotate-feedback"] = f"/annotate/{answered}?after={sent.key}"
    done = create_campaign(store, owner, "Done", "flat", QUERIES[:6], replace(paid, annotations=1))
    first, late = join(store, done.link, "first").key, join(store, done.link, "late").key
    work_as(store, first, Random(1))
    pages["annotate-complete"] = _begun(first)
    pages["annotate-over-quota"] = _begun(late)
    closed = create_campaign(store, owner, "Closed", "flat", QUERIES[:6], paid)
    pages["annotate-closed"] = _begun(join(store, closed.link, "somebody").key)
    again = create_campaign(store, owner, "Twice", "flat", QUERIES[:6], Plan(annotations=2, items_per_page=3))
    corrector = join(store, again.link).key
    sent = next_page(store, corrector)
    assert isinstance(sent, TaskPage)
    submit_page(store, corrector, sent.key, [[1] * (len(item.words) - 1) for item in sent.items])
    pages["annotate-correct"] = f"/annotate/{corrector}?last=1"
    set_state(store, closed, CampaignState.CLOSED)
    return pages


def work_through(store: Store, campaign: Campaign, workers: int) -> None:
    """Workers who break as everybody would, with one break in ten the other way."""
    for number in range(workers):
        work_as(store, join(store, campaign.link).key, Random(number))


def work_as(store: Store, key: str, draw: Random) -> None:
    known = {" ".join(parse_pipe(truth)[0]): parse_pipe(truth)[1].breaks for truth in TRUTHS}
    while isinstance(page := next_page(store, key), TaskPage):
        breaks = [known.get(item.text, (1,) * (len(item.words) - 1)) for item in page.items]
        submit_page(store, key, page.key, [[int(value) ^ (draw.random() < 0.1) for value in each] for each in breaks])


def _begun(key: str) -> str:
    return f"/annotate/{key}?begin=1"
