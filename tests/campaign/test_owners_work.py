"""What an owner does with a campaign: change it while it runs, decide, let others in, erase a person, keep a copy."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from caesura.campaign import (
    Campaign,
    CampaignState,
    Item,
    Plan,
    Role,
    Store,
    TaskPage,
    UnknownError,
    campaigns_of,
    create_campaign,
    create_owner,
    events_of,
    export_answers,
    export_corpus,
    figures,
    join,
    next_page,
    open_campaign,
    open_store,
    owner_named,
    progress,
    submit_page,
    workers_of,
    write_export,
)
from caesura.campaign.adjudicating import adjudications_of
from caesura.campaign.annotating import languages, texts_in
from caesura.campaign.managing import (
    OwnerRole,
    adjudicate,
    ask_least_certain_first,
    decide_page,
    delete_campaign,
    duplicate_campaign,
    edit_campaign,
    erase_person,
    estimate,
    export_person,
    inferred_labels,
    members_of,
    preset_of,
    preset_rules,
    remove_member,
    renew_link,
    restore_backup,
    role_of,
    set_member,
    splits,
    worker_report,
    write_backup,
)
from caesura.foundation import InputError
from caesura.shapes import Flat


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with open_store(str(tmp_path / "campaigns.db")) as opened:
        yield opened


def created(store: Store, queries: int = 4, **plan: Any) -> Campaign:
    items = [Item(f"q{n}", f"old town map{n}") for n in range(queries)]
    settings: dict[str, Any] = {"annotations": 3, "items_per_page": 2} | plan
    return create_campaign(store, create_owner(store, "ann")[0], "towns", "flat", items, Plan(**settings))


def worked(store: Store, campaign: Campaign, answers: dict[str, str] | None = None, **who: Any) -> str:
    worker = join(store, campaign.link, **who)
    while isinstance(page := next_page(store, worker.key), TaskPage):
        given = [(answers or {}).get(item.text, "|".join(item.words)) for item in page.items]
        submit_page(store, worker.key, page.key, given, "my comment")
    return worker.name


def test_more_and_fewer_answers_while_it_runs(store: Store) -> None:
    campaign = created(store)
    worked(store, campaign)
    held = next_page(store, join(store, campaign.link).key)
    assert isinstance(held, TaskPage)
    campaign = edit_campaign(store, campaign, plan=Plan(annotations=1, items_per_page=2), by="ann")
    # One answer each is there; two queries are on a page that is out and may still bring one more.
    assert (progress(store, campaign).answers, progress(store, campaign).answers_wanted) == (4, 6)
    campaign = edit_campaign(store, campaign, name="new name", plan=Plan(annotations=2, items_per_page=2), by="ann")
    worked(store, campaign)
    assert progress(store, campaign).answers_wanted == 8
    assert campaign.name == "new name"
    edits = [event for event in events_of(store, campaign) if event.what == "edited"]
    assert [(event.detail, event.by) for event in edits] == [("name, annotations", "ann"), ("annotations", "ann")]


def test_a_copy_has_everything_but_answers_and_waits(store: Store) -> None:
    campaign = created(store)
    worked(store, campaign)
    copy = duplicate_campaign(store, campaign, open_owner(store, "ann"), "towns again")
    assert (copy.state, copy.plan, copy.task) == (CampaignState.PAUSED, campaign.plan, campaign.task)
    assert (progress(store, copy).items, progress(store, copy).answers) == (4, 0)


def test_deleting_leaves_nothing_and_harms_no_other(store: Store) -> None:
    campaign = created(store)
    other = duplicate_campaign(store, campaign, open_owner(store, "ann"), "other")
    worked(store, campaign)
    delete_campaign(store, campaign)
    with pytest.raises(UnknownError):
        open_campaign(store, campaign.key)
    assert [one.key for one in campaigns_of(store, open_owner(store, "ann"))] == [other.key]
    assert progress(store, other).items == 4


def test_a_new_link_voids_the_old_one(store: Store) -> None:
    campaign = created(store)
    renewed = renew_link(store, campaign, by="ann")
    with pytest.raises(UnknownError):
        join(store, campaign.link)
    assert join(store, renewed.link).name == "worker-1"


def open_owner(store: Store, name: str) -> Any:
    found = owner_named(store, name)
    assert found is not None
    return found


def test_roles_open_what_they_are_for(store: Store) -> None:
    campaign = created(store)
    for name, role in (("ben", "viewer"), ("cleo", "adjudicator"), ("dan", "owner")):
        create_owner(store, name)
        set_member(store, campaign, name, role, by="ann")
    create_owner(store, "eve")
    may = {
        name: [needs.value for needs in OwnerRole if _opens(store, campaign, open_owner(store, name), needs)]
        for name in ("ann", "ben", "cleo", "dan", "eve")
    }
    everything = ["viewer", "adjudicator", "owner"]
    assert may == {"ann": everything, "ben": ["viewer"], "cleo": ["viewer", "adjudicator"], "dan": everything, "eve": []}
    assert [(member.name, member.role.value) for member in members_of(store, campaign)] == [
        ("ann", "owner"),
        ("ben", "viewer"),
        ("cleo", "adjudicator"),
        ("dan", "owner"),
    ]
    remove_member(store, campaign, "dan", by="ann")
    assert role_of(store, campaign, open_owner(store, "dan")) is None
    assert campaigns_of(store, open_owner(store, "ben")) == [campaign]
    assert campaigns_of(store, open_owner(store, "dan")) == []
    for name, problem in (("nobody", "nobody here"), ("ann", "created the campaign")):
        with pytest.raises(InputError, match=problem):
            set_member(store, campaign, name, "viewer", by="ann")


def _opens(store: Store, campaign: Campaign, owner: Any, needs: OwnerRole) -> bool:
    try:
        open_campaign(store, campaign.key, owner, needs)
    except UnknownError:
        return False
    return True


def test_the_desk_has_what_splits_the_crowd_first_and_keeps_votes_and_decision_apart(store: Store, tmp_path: Path) -> None:
    campaign = created(store, queries=3)
    first, second = {"old town map0": "old town|map0"}, {"old town map0": "old|town map0", "old town map1": "old town|map1"}
    for answers in (first, second, {}):
        worked(store, campaign, answers)
    found = splits(store, campaign)
    assert [(split.item, round(split.spread, 3)) for split in found] == [("q0", 1.585), ("q1", 0.918)]
    assert [row["item"] for row in figures(store, campaign)["split"]] == ["q0", "q1"]
    votes = export_corpus(store, campaign)["q0"].votes
    assert adjudicate(store, campaign, "q0", "old town|map0", "a town is one thing", by="cleo") == "old town|map0"
    adjudicate(store, campaign, "q0", [0, 1], "looked again", by="ann")
    assert [(one.item, one.answer, one.reason, one.by) for one in adjudications_of(store, campaign)] == [
        ("q0", "old town|map0", "looked again", "ann")
    ]
    assert [split.item for split in splits(store, campaign)] == ["q1", "q0"]
    corpus = export_corpus(store, campaign)
    assert corpus["q0"].votes == votes
    assert {name: dict(of) for name, of in corpus.outputs.items()} == {"adjudicated": {"q0": Flat((0, 1))}}
    write_export(store, campaign, tmp_path / "decisions.csv", "decisions")
    assert "looked again,ann" in (tmp_path / "decisions.csv").read_text()
    for wrong, problem in (
        (("q9", "x", "y"), "no query q9"),
        (("q1", "other words", "y"), "words"),
        (("q1", [0, 1], " "), "the reason is missing"),
    ):
        with pytest.raises(InputError, match=problem):
            adjudicate(store, campaign, *wrong, by="ann")


def test_inferred_labels_have_the_candidates_of_their_own_query(store: Store) -> None:
    campaign = created(store, queries=3)
    for answers in ({"old town map0": "old town|map0"}, {"old town map0": "old town|map0"}, {}):
        worked(store, campaign, answers)
    _, labels = inferred_labels(store, campaign)
    by_item = {label.item: label for label in labels}
    assert by_item["q0"].label == "old town|map0"
    assert [answer for answer, _ in by_item["q0"].others] == ["old|town|map0"]
    assert by_item["q1"].others == ()
    assert all(label.probability + sum(chance for _, chance in label.others) <= 1 + 1e-9 for label in labels)


def test_one_persons_data_are_exported_and_erased_with_a_line(store: Store) -> None:
    campaign = created(store)
    kept, gone = worked(store, campaign, external="person-1"), worked(store, campaign, external="person-2")
    document = export_person(store, campaign, kept, by="ann")
    assert json.loads(json.dumps(document))["worker"]["external"] == "person-1"
    assert (len(document["answers"]), len(document["pages"])) == (4, 2)
    assert erase_person(store, campaign, kept, "keep", by="ann") == 0
    assert erase_person(store, campaign, gone, "withdraw", by="ann") == 4
    left = export_answers(store, campaign)
    assert len(left) == 4
    assert all(one.external is None and one.worker.startswith("erased-") and one.comment == "" for one in left)
    assert progress(store, campaign).answers == 4
    everything = json.dumps(
        [[str(worker) for worker in workers_of(store, campaign)], [str(event) for event in events_of(store, campaign)]]
    )
    assert "person-1" not in everything
    assert "person-2" not in everything
    lines = [(event.what, event.detail, event.by) for event in events_of(store, campaign) if event.what.startswith("person")]
    assert lines == [
        ("person erased", "4 votes withdrawn", "ann"),
        ("person erased", "votes kept without a name", "ann"),
        ("person's data exported", "", "ann"),
    ]


def test_a_workers_page_says_how_often_the_others_say_the_same(store: Store) -> None:
    campaign = created(store, queries=2)
    same = [worked(store, campaign) for _ in range(2)]
    odd = worked(store, campaign, {"old town map0": "old town|map0"})
    assert worker_report(store, campaign, odd).agreement == 0.5
    # Where the others are even, they have no majority to agree with.
    assert worker_report(store, campaign, same[0]).agreement == 1.0
    report = worker_report(store, campaign, odd)
    decide_page(store, campaign, report.pages[0].key, "rejected", reason="guessed", by="ann")
    page = worker_report(store, campaign, odd).pages[0]
    assert (page.decision, page.reason, {one.state for one in page.answers}) == ("rejected", "guessed", {"rejected"})


def test_a_backup_is_the_same_database_again(store: Store, tmp_path: Path) -> None:
    campaign = created(store)
    worked(store, campaign, external="p")
    adjudicate(store, campaign, "q0", [0, 1], "because", by="ann")
    counts = write_backup(store, tmp_path / "all.zip")
    assert (counts["campaigns"], counts["answers"], counts["adjudications"]) == (1, 4, 1)
    with open_store(str(tmp_path / "new.db")) as other:
        assert restore_backup(other, tmp_path / "all.zip") == counts
        again = open_campaign(other, campaign.key)
        assert again == campaign
        assert export_answers(other, again) == export_answers(store, campaign)
        assert adjudications_of(other, again) == adjudications_of(store, campaign)
        worked(other, again)
        with pytest.raises(InputError, match="not empty"):
            restore_backup(other, tmp_path / "all.zip")
        assert len(export_answers(other, again)) == 8


@pytest.mark.parametrize("content", [b"nothing", None])
def test_what_is_not_a_backup_is_refused_and_changes_nothing(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "x.zip"
    if content is None:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("other.txt", "x")
    else:
        path.write_bytes(content)
    with open_store(str(tmp_path / "new.db")) as store, pytest.raises(InputError, match="is not a backup"):
        restore_backup(store, path)


def test_the_least_certain_queries_come_first_and_certain_ones_are_not_asked_again(store: Store) -> None:
    campaign = created(store, queries=3, annotations=10, items_per_page=3)
    for number in range(6):
        worked(store, campaign, {"old town map0": ("old town|map0", "old|town map0")[number % 2]})
    ordered, stopped = ask_least_certain_first(store, campaign, threshold=0.9, method=None)
    assert (ordered, stopped) == (3, 2)
    page = next_page(store, join(store, campaign.link).key)
    assert isinstance(page, TaskPage)
    assert [item.text for item in page.items] == ["old town map0"]
    assert progress(store, campaign).answers_wanted == 10 + 6 + 6


def test_presets_are_rules_that_have_something_to_do() -> None:
    assert preset_rules("none", ()) == {}
    assert set(preset_rules("light", (Role.ORDINARY,))) == {"minimum-time"}
    strict = preset_rules("strict", (Role.ORDINARY, Role.TEST, Role.TRAINING))
    assert set(strict) == {"maximum-time", "minimum-time", "test-queries", "training"}
    assert preset_of(Plan(rules=strict).rules, list(Role)) == "strict"
    assert preset_of(Plan(rules={"trust": {}}).rules, list(Role)) == "expert"


def test_an_estimate_before_it_begins() -> None:
    plan = Plan(annotations=10, items_per_page=5, per_worker=50, payment={"per_page": 0.2, "currency": "EUR"}, seconds_per_item=9.0)  # type: ignore[arg-type]
    found = estimate(plan, 100, 0)
    assert (found.answers, found.pages, found.people) == ((1000, 1000), (200, 200), 20)
    assert found.hours == (2.5, 2.5)
    assert found.cost == pytest.approx((40.0, 40.0))
    assert found.hourly_wage == pytest.approx(16.0)
    assert estimate(Plan(rules={"unsure": {"first": 3}}), 10, 0).answers == (30, 100)


def test_every_language_has_every_text() -> None:
    def keys(texts: dict[str, Any], above: str = "") -> set[str]:
        found: set[str] = set()
        for name, value in texts.items():
            found |= keys(value, f"{above}{name}.") if isinstance(value, dict) else {f"{above}{name}"}
        return {name for name in found if not name.startswith("refusals.")}

    assert next(iter(languages())) == "en"
    english = keys(texts_in("en"))
    for code in languages():
        assert keys(texts_in(code)) == english, code
