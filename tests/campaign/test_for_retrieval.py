"""What a campaign gives to the experiment: people's choices, their practice, their trust, and the words of their comments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.campaign import Item, Role, Store, TaskPage, create_owner, join, next_page, submit_page
from caesura.campaign import open_store as opened
from caesura.campaign.comments import comment_words
from caesura.campaign.exporting import export_answers, export_training
from caesura.campaign.managing import trust_of
from caesura.retrieval import build_index
from tests.campaign.making import campaign_of, queries
from tests.cli.commands import run
from tests.retrieval.experiment.small import write_collection


def practised(store: Store, campaign_link: str, comments: list[str]) -> None:
    """One worker for each comment: the first two words of every query together, in practice and in work."""
    for comment in comments:
        worker = join(store, campaign_link)
        while isinstance(page := next_page(store, worker.key), TaskPage):
            answers = [" ".join(item.words[:2]) + "|" + "|".join(item.words[2:]) for item in page.items]
            submit_page(store, worker.key, page.key, answers, comment if page.is_training else "fine, thanks")


def test_practice_trust_and_comments(tmp_path: Path) -> None:
    items = [*queries(6), *queries(4, Role.TRAINING)]
    with opened(str(tmp_path / "c.db")) as store:
        campaign = campaign_of(store, create_owner(store, "ann")[0], items, rules={"training": {}})
        practised(store, campaign.link, ["Unfair! Unfair, I say.", "unfair and too hard", ""])
        corpus = export_training(store, campaign)
        assert [entry.query.id for entry in corpus] == [f"training-{number}" for number in range(4)]
        assert {(entry.votes.total, entry.votes.top.count) for entry in corpus} == {(3, 3)}
        words = comment_words(export_answers(store, campaign))
        assert words[:4] == [("fine", 6, 0), ("thanks", 6, 0), ("unfair", 3, 3), ("and", 1, 1)]  # two pages of work each
        trust = trust_of(store, campaign)
        assert set(trust) == {"worker-1", "worker-2", "worker-3"}
        assert all(score == pytest.approx(5 / 6) for score in trust.values())  # four of four right, one and one added
        bare = campaign_of(store, create_owner(store, "bob")[0], 2, name="bare")
        assert export_training(store, bare).entries == ()


def test_a_campaign_goes_straight_into_the_experiment(tmp_path: Path) -> None:
    folder = write_collection(tmp_path / "small")
    build_index(folder / "docs.jsonl", folder / "index")
    asked = [line.split("\t") for line in (folder / "queries.tsv").read_text().splitlines()]
    database = tmp_path / "c.db"
    with opened(str(database)) as store:
        campaign = campaign_of(store, create_owner(store, "ann")[0], [Item(name, text) for name, text in asked])
        empty = campaign_of(store, create_owner(store, "bob")[0], 2, name="empty")
        for _ in range(3):
            worker = join(store, campaign.link)
            while isinstance(page := next_page(store, worker.key), TaskPage):
                # the hot dog of market -> the|hot dog|of|market
                cut = [f"{item.words[0]}|{' '.join(item.words[1:3])}|{'|'.join(item.words[3:])}" for item in page.items]
                submit_page(store, worker.key, page.key, cut)
    given = [folder / "index", "--queries", folder / "queries.tsv", "--qrels", folder / "qrels.txt"]
    small = ["--method", "titles", "--set", "mu=10,1000", "--set", "processes=1", "--set", "cache=none", "--run", "user-choice"]
    people = ["--campaign", campaign.key, "--database", database]
    result = run("retrieval", "experiment", *given, *small, *people, "-f", "json")
    assert result.returncode == 0, result.stderr
    user = next(row for row in json.loads(result.stdout) if row["run"] == "user-choice")
    assert user["phrased"] == 100
    assert "simulated" not in result.stderr
    # The corpus of the same campaign gives the same rows.
    assert run("campaign", "export", campaign.key, "-d", database, "-o", tmp_path / "options.jsonl").returncode == 0
    by_file = run("retrieval", "experiment", *given, *small, "--options", tmp_path / "options.jsonl", "-f", "json")
    assert [row["value"] for row in json.loads(by_file.stdout)] == [row["value"] for row in json.loads(result.stdout)]
    searched = run("retrieval", "run", *given[:3], "--run", "user-choice", *people, "--show-queries", "-f", "json")
    assert "#1(hot dog)" in json.loads(searched.stdout)[0]["searched"]
    both = run("retrieval", "experiment", *given, *people, "--options", "x.jsonl")
    assert (both.returncode, "only one of the two" in both.stderr) == (2, True)
    nobody = run("retrieval", "experiment", *given, "--campaign", empty.key, "--database", database)
    assert (nobody.returncode, "nobody has answered" in nobody.stderr) == (2, True)
    (tmp_path / "e.toml").write_text(
        f'[[collections]]\nindex = "small/index"\nqueries = "small/queries.tsv"\nqrels = "small/qrels.txt"\n'
        f'campaign = "{campaign.key}"\ndatabase = "c.db"\n'
    )
    configured = run("retrieval", "experiment", "--config", tmp_path / "e.toml", *small, "-f", "json")
    assert [row["value"] for row in json.loads(configured.stdout)] == [row["value"] for row in json.loads(result.stdout)]
