"""A machine in a campaign: it answers, and counts nowhere as a person."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from caesura.campaign import Item, Owner, Store, events_of, export_corpus, figures, progress, submit_page, write_export
from caesura.campaign.machines import Asking, Budget, Manner, OwnSegmenter, ReplyCache, about_asking, read_prompt
from caesura.campaign.managing import ask_least_certain_first, delete_campaign, items_for_machines, store_machine
from caesura.campaign.values import Role
from caesura.corpus import WorkerKind
from caesura.foundation import InputError
from tests.campaign.machines.chat_server import halves, serving
from tests.campaign.making import apart, campaign_of, given, joined, queries, work
from tests.cli.commands import run


def annotated(store: Store, campaign: object, tmp_path: Path, name: str = "none", samples: int = 1) -> int:
    cache = ReplyCache(tmp_path / "replies.db")
    asking = Asking(OwnSegmenter("none", "flat"), read_prompt("flat"), cache, Budget(), Manner(samples=samples))
    asked = asking.all(items_for_machines(store, campaign))  # type: ignore[arg-type]
    cache.close()
    return store_machine(store, campaign, name, asking.source.kind, about_asking(asked, asking), asked.outcomes)  # type: ignore[arg-type]


def test_its_answers_are_apart_from_the_crowds(store: Store, owner: Owner, tmp_path: Path) -> None:
    campaign = campaign_of(store, owner, [*queries(6), *queries(2, Role.TEST)])
    for worker in joined(store, campaign, 2):
        work(store, worker)
    before, votes = progress(store, campaign).document(), [entry.votes for entry in export_corpus(store, campaign)]
    assert annotated(store, campaign, tmp_path, samples=2) == 12
    after = progress(store, campaign).document()
    moving = {key for key in before if before[key] != after[key]}
    assert not {key for key in moving if "at" not in key and "rate" not in key and "seconds" not in key}
    corpus = export_corpus(store, campaign)
    assert [entry.votes for entry in corpus] == votes
    assert corpus.machines["none"].kind is WorkerKind.SEGMENTER
    assert {votes.total for votes in corpus.machines["none"].answers.values()} == {2}
    assert corpus.machines["none"].about["method"] == "none"
    shown = figures(store, campaign)
    assert [row["worker"] for row in shown["workers"]] == ["worker-1", "worker-2"]
    assert shown["machines"] == [{"machine": "none", "kind": "segmenter", "items": 6, "answers": 12}]
    assert [row["pairs"] for row in shown["kinds"]] == ["human–human", "human–machine", "machine–machine"]
    assert any(event.what == "machine annotated" for event in events_of(store, campaign))
    write_export(store, campaign, tmp_path / "labels.csv", "labels")
    assert "none" not in {row["worker"] for row in csv.DictReader((tmp_path / "labels.csv").read_text().splitlines())}
    write_export(store, campaign, tmp_path / "machines.csv", "machines")
    rows = list(csv.DictReader((tmp_path / "machines.csv").read_text().splitlines()))
    assert (len(rows), rows[0]["kind"], rows[0]["machine"]) == (12, "segmenter", "none")


def test_a_second_run_replaces_the_first_and_names_differ_from_workers(store: Store, owner: Owner, tmp_path: Path) -> None:
    campaign = campaign_of(store, owner)
    joined(store, campaign, 1)
    annotated(store, campaign, tmp_path, samples=3)
    assert annotated(store, campaign, tmp_path) == 12
    assert {votes.total for votes in export_corpus(store, campaign).machines["none"].answers.values()} == {1}
    with pytest.raises(InputError, match="a worker is called 'worker-1'"):
        annotated(store, campaign, tmp_path, name="worker-1")
    delete_campaign(store, campaign)


def test_the_command_asks_and_stores(tmp_path: Path) -> None:
    database, listed = tmp_path / "campaigns.db", tmp_path / "queries.txt"
    listed.write_text("new york times\ncheap flights to rome\n")
    made = run("campaign", "create", listed, "--name", "two", "--database", database, "--format", "json")
    key = json.loads(made.stdout)["campaign"]
    with serving() as server:
        given = ("campaign", "annotate", key, "--database", database, "--as", "gpt", "--endpoint", server.base, "--model", "small")
        assert run(*given).returncode == 2
        asked = run(*given, "--yes", "--votes", 2, "--temperature", 1, "--cache", tmp_path / "c", "--format", "json")
    assert json.loads(asked.stdout) == {"campaign": key, "machine": "gpt", "kind": "language-model", "answers": 4}
    assert "Machines, not among the workers" in run("campaign", "status", key, "--database", database, "--figures").stdout
    exported = json.loads(run("campaign", "export", key, "--database", database).stdout.splitlines()[1])
    assert exported["votes"] == []
    assert exported["machines"]["gpt"]["votes"] == [{"flat": halves(exported["text"]), "count": 2}]


def test_judgements_and_trees(store: Store, owner: Owner, tmp_path: Path) -> None:
    for task, item, reply in (
        ("judgement", Item("1", "who sings?", paragraph="Ann sings."), "yes"),
        ("nested", Item("1", "new york times"), "((new york) times)"),
    ):
        from caesura.campaign.machines import Endpoint

        campaign = campaign_of(store, owner, [item], task=task, name=task)
        cache = ReplyCache(tmp_path / "replies.db")
        with serving(answer=lambda _query, _seed, reply=reply: reply) as server:
            asking = Asking(Endpoint(server.base, "small"), read_prompt(task), cache, Budget())
            asked = asking.all(items_for_machines(store, campaign))
        cache.close()
        assert store_machine(store, campaign, "gpt", asking.source.kind, about_asking(asked, asking), asked.outcomes) == 1
        assert figures(store, campaign)["machines"][0]["answers"] == 1


def test_easy_queries_are_left_to_the_machine(store: Store, owner: Owner, tmp_path: Path) -> None:
    """Everybody breaks everywhere, and so does the machine: once that is known, it is believed about what nobody answered yet."""
    campaign = campaign_of(store, owner, 60, annotations=3)
    annotated(store, campaign, tmp_path)
    assert ask_least_certain_first(store, campaign, threshold=0.9, minimum=0, machine="none")[1] == 0
    (worker,) = joined(store, campaign, 1)
    for _ in range(10):
        page = given(store, worker)
        submit_page(store, worker.key, page.key, apart(page))
    ordered, stopped = ask_least_certain_first(store, campaign, threshold=0.8, minimum=0, machine="none")
    assert ordered == 60
    assert stopped > 20
    with pytest.raises(InputError, match="no machine annotator 'gpt'"):
        ask_least_certain_first(store, campaign, machine="gpt")
