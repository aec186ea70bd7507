"""The campaigns of one owner as a file and back: nothing is lost, nobody else's is touched, and no file is believed."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from caesura.campaign import (
    Campaign,
    Item,
    Owner,
    Plan,
    Role,
    Store,
    TaskPage,
    campaigns_of,
    create_campaign,
    create_owner,
    events_of,
    export_answers,
    figures,
    join,
    next_page,
    open_campaign,
    open_store,
    submit_page,
)
from caesura.campaign.adjudicating import adjudications_of
from caesura.campaign.annotating import worker_by_key
from caesura.campaign.machine_answers import store_machine
from caesura.campaign.machines.asking import AskedSample
from caesura.campaign.managing import adjudicate, delete_campaign, restore_own_campaigns, set_member, write_own_campaigns
from caesura.corpus import WorkerKind
from caesura.foundation import InputError

ITEMS = [Item(f"q{n}", f"old town map{n}") for n in range(4)]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "campaigns.db")) as opened:
        yield opened


def full(store: Store, owner: Owner) -> tuple[Campaign, str]:
    """A campaign with some of everything, and the key of a worker who is not done."""
    test = Item("t", "new town map", Role.TEST, "", ("new|town map",))
    plan = Plan(annotations=3, items_per_page=2, rules={"test-queries": {"every": 2, "score": 0.5}})
    campaign = create_campaign(store, owner, "towns", "flat", [*ITEMS, test], plan)
    key = join(store, campaign.link, "a person").key
    page = next_page(store, key)
    assert isinstance(page, TaskPage)
    submit_page(store, key, page.key, ["|".join(item.words) for item in page.items], "a comment")
    next_page(store, key)
    adjudicate(store, campaign, "q0", [0, 1], "because", by="ann")
    store_machine(store, campaign, "m", WorkerKind.SEGMENTER, {}, [AskedSample(ITEMS[0], 1, "old|town|map0")])
    return campaign, key


def without_times(store: Store, campaign: Campaign) -> dict[str, Any]:
    found = dict(figures(store, campaign))
    return {name: found[name] for name in ("workers", "machines", "split", "agreement")} | {"answers": found["progress"]["answers"]}


def test_what_was_deleted_comes_back_as_it_was(store: Store, tmp_path: Path) -> None:
    ann, ben = create_owner(store, "ann")[0], create_owner(store, "ben")[0]
    campaign, key = full(store, ann)
    full(store, ben)
    answers, decided, before = export_answers(store, campaign), adjudications_of(store, campaign), without_times(store, campaign)
    assert write_own_campaigns(store, ann, tmp_path / "own.zip") == 1, "nobody else's is in it"
    delete_campaign(store, campaign)
    assert [one.name for one in restore_own_campaigns(store, ann, tmp_path / "own.zip")] == ["towns"]
    again = open_campaign(store, campaign.key, ann)
    assert (again.link, again.plan, again.state) == (campaign.link, campaign.plan, campaign.state)
    assert export_answers(store, again) == answers
    assert adjudications_of(store, again) == decided
    assert without_times(store, again) == before
    assert "restored" in {event.what for event in events_of(store, again)}
    # The worker's own link still leads to the page they had.
    assert worker_by_key(store, key)[1].key == campaign.key
    page = next_page(store, key)
    assert isinstance(page, TaskPage)
    submit_page(store, key, page.key, ["|".join(item.words) for item in page.items])
    assert len(campaigns_of(store, ben)) == 1


def test_what_is_still_there_comes_back_as_a_copy(store: Store, tmp_path: Path) -> None:
    ann = create_owner(store, "ann")[0]
    campaign, _ = full(store, ann)
    write_own_campaigns(store, ann, tmp_path / "own.zip")
    [copy] = restore_own_campaigns(store, ann, tmp_path / "own.zip")
    assert copy.name == "towns (restored)"
    assert copy.link != campaign.link
    assert [row.answer for row in export_answers(store, copy)] == [row.answer for row in export_answers(store, campaign)]
    assert without_times(store, copy)["answers"] == without_times(store, campaign)["answers"]


def test_in_another_studio_it_belongs_to_whoever_restores_it(store: Store, tmp_path: Path) -> None:
    ann = create_owner(store, "ann")[0]
    ben = create_owner(store, "ben")[0]
    campaign, _ = full(store, ann)
    set_member(store, campaign, "ben", "viewer", by="ann")
    assert write_own_campaigns(store, ben, tmp_path / "none.zip") == 0, "who only looks takes nothing along"
    write_own_campaigns(store, ann, tmp_path / "own.zip")
    with open_store(str(tmp_path / "other.db")) as other:
        eve = create_owner(other, "eve")[0]
        restore_own_campaigns(other, eve, tmp_path / "own.zip")
        assert [one.key for one in campaigns_of(other, eve)] == [campaign.key]
        assert export_answers(other, campaigns_of(other, eve)[0]) == export_answers(store, campaign)


def _changed(table: str, **values: Any) -> Callable[[dict[str, list[dict[str, Any]]]], None]:
    return lambda tables: tables[table][0].update(values)


@pytest.mark.parametrize(
    "change",
    [
        _changed("campaigns", plan="{"),
        _changed("campaigns", task="mining"),
        _changed("campaigns", key="../../etc"),
        _changed("campaigns", name="a\nb"),
        _changed("items", wanted="many"),
        _changed("items", campaign=77),
        _changed("items", places=-1),
        _changed("answers", worker=None),
        _changed("workers", needs_review=3),
        lambda tables: tables["items"][0].pop("text"),
        lambda tables: tables.pop("answers"),
    ],
)
def test_a_file_that_was_tampered_with_changes_nothing(store: Store, tmp_path: Path, change: Any) -> None:
    ann = create_owner(store, "ann")[0]
    campaign, _ = full(store, ann)
    write_own_campaigns(store, ann, tmp_path / "own.zip")
    delete_campaign(store, campaign)
    with zipfile.ZipFile(tmp_path / "own.zip") as archive:
        names = [name for name in archive.namelist() if name.endswith(".jsonl")]
        tables = {name.removesuffix(".jsonl"): [json.loads(line) for line in archive.read(name).splitlines()] for name in names}
        head = archive.read("caesura-own-campaigns.json")
    change(tables)
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as archive:
        archive.writestr("caesura-own-campaigns.json", head)
        for name, rows in tables.items():
            archive.writestr(f"{name}.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(InputError):
        restore_own_campaigns(store, ann, tmp_path / "bad.zip")
    assert campaigns_of(store, ann) == []


@pytest.mark.parametrize("content", [b"nothing", b""])
def test_what_is_not_a_backup_is_refused(store: Store, tmp_path: Path, content: bytes) -> None:
    ann = create_owner(store, "ann")[0]
    (tmp_path / "own.zip").write_bytes(content)
    with pytest.raises(InputError, match="not a backup"):
        restore_own_campaigns(store, ann, tmp_path / "own.zip")
