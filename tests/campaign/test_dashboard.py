"""Figures for every kind of task, and what an export holds."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from random import Random

import pytest

from caesura.agreement import measure_agreement
from caesura.campaign import FORMS, Campaign, Item, Owner, Store, export_corpus, figures, submit_page, write_export
from caesura.campaign.annotating import PageItem
from caesura.corpus import read_corpus
from caesura.foundation import InputError
from caesura.labels import infer, label_model, read_labels
from tests.campaign.making import campaign_of, given, joined, queries

TASKS = ("flat", "nested", "options", "judgement")


@pytest.fixture(params=["sqlite"])
def database(empty_file: Path, tmp_path: Path) -> str:
    """What is shown does not depend on the database; the store's tests do."""
    (tmp_path / "campaigns.db").write_bytes(empty_file.read_bytes())
    return str(tmp_path / "campaigns.db")


def answer(task: str, item: PageItem, number: int) -> object:
    """Four workers of one mind, but for the item that splits them in two."""
    size = len(item.words)
    torn = number % 2 if item.text.startswith(("ordinary1", "Who sings 1")) else 0
    if task == "judgement":
        return str(torn)
    if task == "nested":
        return list(range(size - 1)) if torn else list(reversed(range(size - 1)))
    return [torn] * (size - 1)


def answered(store: Store, owner: Owner, task: str) -> Campaign:
    pairs = [Item(f"ordinary-{i}", f"Who sings {i}?", paragraph="A bird sings.") for i in range(3)]
    listed = pairs if task == "judgement" else queries(3)
    campaign = campaign_of(store, owner, listed, task, annotations=4, items_per_page=3)
    for number, worker in enumerate(joined(store, campaign, 4)):
        page = given(store, worker)
        submit_page(store, worker.key, page.key, [answer(task, item, number) for item in page.items])
    return campaign


@pytest.mark.parametrize("task", TASKS)
def test_figures_of_every_task(store: Store, owner: Owner, task: str) -> None:
    campaign = answered(store, owner, task)
    found = figures(store, campaign)
    assert json.dumps(found, allow_nan=False)
    assert (found["progress"]["items_complete"], found["progress"]["answers"]) == (3, 12)
    assert [row["item"] for row in found["split"]] == ["ordinary-1"]
    assert [each["count"] for each in found["split"][0]["answers"]] == [2, 2]
    assert all(0.5 < row["estimated_accuracy"] <= 1 for row in found["workers"])
    if task == "judgement":
        assert found["agreement"] is None
        assert "labels" in found["why"]
    else:
        assert found["agreement"] == measure_agreement(export_corpus(store, campaign)).as_row()
        assert found["habits"]
        assert set(found["bias"]) <= set(found["habits"])


def test_a_warning_is_only_given_where_it_is_one(store: Store, owner: Owner) -> None:
    """Four workers who cut at random have no habit; the same four with one cut in the middle have."""
    listed = [Item(f"q{i}", f"one two three four{i}") for i in range(40)]
    for cut, has_warnings in ((lambda draw: [draw.randrange(2) for _ in range(3)], False), (lambda _draw: [0, 1, 0], True)):
        campaign = campaign_of(store, owner, listed, "flat", annotations=4, items_per_page=40)
        for number, worker in enumerate(joined(store, campaign, 4)):
            page = given(store, worker)
            answers = [cut(Random(f"{number} {item.text}")) for item in page.items]
            submit_page(store, worker.key, page.key, answers)
        assert bool(figures(store, campaign)["bias"]) is has_warnings


@pytest.mark.parametrize("task", TASKS)
def test_every_form_of_export_can_be_read_again(store: Store, owner: Owner, task: str, tmp_path: Path) -> None:
    campaign = answered(store, owner, task)
    labels = tmp_path / "labels.csv"
    write_export(store, campaign, labels, "labels")
    assert infer(label_model("majority"), read_labels(labels)).document()["labels"] == 12
    write_export(store, campaign, tmp_path / "answers.csv", "answers")
    with (tmp_path / "answers.csv").open(newline="") as stream:
        assert {row["state"] for row in csv.DictReader(stream)} == {"counted"}
    write_export(store, campaign, tmp_path / "report.json", "report")
    assert json.loads((tmp_path / "report.json").read_text())["campaign"]["key"] == campaign.key
    for form, name in (("jsonl", "corpus.jsonl"), ("webis", "corpus")):
        if task == "judgement":
            with pytest.raises(InputError, match="export them as labels"):
                write_export(store, campaign, tmp_path / name, form)
        elif form == "jsonl" or task != "nested":
            write_export(store, campaign, tmp_path / name, form)
            assert sum(entry.votes.total for entry in read_corpus(tmp_path / name)) == 12
        else:
            with pytest.raises(InputError, match="cannot hold nested"):
                write_export(store, campaign, tmp_path / name, form)


def test_an_unknown_form_or_a_folder_in_the_way(store: Store, owner: Owner, tmp_path: Path) -> None:
    campaign = campaign_of(store, owner)
    with pytest.raises(InputError, match=", ".join(FORMS)):
        write_export(store, campaign, tmp_path / "x", "xml")
    with pytest.raises(InputError, match="is a folder"):
        write_export(store, campaign, tmp_path, "jsonl")


def test_a_campaign_without_answers_says_so(store: Store, owner: Owner) -> None:
    found = figures(store, campaign_of(store, owner))
    assert found["agreement"] is None
    assert found["why"]
    assert found["split"] == found["workers"] == []
