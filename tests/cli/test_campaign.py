"""The commands of campaigns, from creation to export."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from caesura.campaign import TaskPage, join, next_page, open_campaign, open_store, submit_page
from tests.cli.commands import run


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "campaigns.db"


def printed(*arguments: object) -> Any:
    result = run(*arguments, "--format", "json")
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def created(database: Path, *more: object) -> str:
    queries = database.with_name("queries.tsv")
    queries.write_text("1\tred fox hill\n2\tquiet lake house\n3\told stone bridge\n")
    tests = database.with_name("tests.jsonl")
    tests.write_text('{"id": "t", "text": "brown bear cub", "votes": [{"flat": "brown bear|cub", "count": 2}]}\n')
    arguments = ("--name", "foxes", "--owner", "ann", "-d", database, "--from", "queries", "--annotations", 2, "--tests", tests)
    key: str = printed("campaign", "create", queries, *arguments, *more)["campaign"]
    return key


def test_from_creation_to_export(database: Path) -> None:
    key = created(database, "--rule", "test-queries:every=2,minimum=1,action=review", "--payment", "per_page=0.1,currency=EUR")
    with open_store(str(database)) as store:
        campaign = open_campaign(store, key)
        assert campaign.plan.rules["test-queries"] == {"every": 2, "minimum": 1, "score": 0.5, "rotate": False, "action": "review"}
        for _ in range(2):
            worker = join(store, campaign.link)
            while isinstance(page := next_page(store, worker.key), TaskPage):
                submit_page(store, worker.key, page.key, ["|".join(item.words) for item in page.items])
    assert printed("campaign", "list", "--owner", "ann", "-d", database)[0]["answers"] == 6
    status = printed("campaign", "status", key, "-d", database)
    assert (status["items_complete"], status["currency"], status["workers_to_review"]) == (3, "EUR", 2)
    assert printed("campaign", "status", key, "-d", database, "--figures")["agreement"]["S"] == 1
    assert len(printed("campaign", "workers", key, "-d", database, "--review")) == 2
    assert [row["rule"] for row in printed("campaign", "events", key, "-d", database, "--rule", "test-queries")] == [
        "test-queries"
    ] * 2
    labels = database.with_name("labels.csv")
    assert run("campaign", "export", key, "-d", database, "--form", "labels", "-o", labels).returncode == 0
    with labels.open(newline="") as stream:
        assert len(list(csv.DictReader(stream))) == 6
    corpus = run("campaign", "export", key, "-d", database)
    assert [json.loads(line)["votes"][0]["count"] for line in corpus.stdout.splitlines()] == [2, 2, 2]
    assert printed("campaign", "remove", key, "worker-1", "-d", database, "--with-answers")["answers_withdrawn"] == 3
    assert printed("campaign", "state", key, "closed", "-d", database)["state"] == "closed"
    assert len(printed("campaign", "invite", key, "-d", database, "--count", 3)) == 3


def test_an_owner_gets_a_token_once(database: Path) -> None:
    token = printed("campaign", "owner", "ann", "-d", database)["token"]
    assert len(token) > 40
    again = run("campaign", "owner", "ann", "-d", database)
    assert (again.returncode, again.stderr) == (2, "caesura: there is an owner ann already; choose another name\n")
    assert printed("campaign", "owner", "ann", "-d", database, "--renew")["token"] != token


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["status", "nothing1", "-d", "nowhere.db"], "nowhere.db: no such file"),
        (["list", "-d", "mysql://x"], "not a database Caesura can use"),
        (["export", "nothing1", "-d", "{database}"], "no campaign nothing1"),
        (["export", "{key}", "-d", "{database}", "--form", "xml"], "no form is called 'xml'; choose one of jsonl"),
        (["remove", "{key}", "nobody", "-d", "{database}"], "no worker nobody"),
        (["state", "{key}", "gone", "-d", "{database}"], "no state is called 'gone'; choose one of open, paused, closed"),
        (
            ["create", "{queries}", "--name", "x", "-d", "{database}", "--from", "queries", "--rule", "magic"],
            "no rule is called 'magic'",
        ),
        (
            ["create", "{queries}", "--name", "x", "-d", "{database}", "--from", "queries", "--rule", "trust:high"],
            "'high' is not a parameter",
        ),
        (
            ["create", "{queries}", "--name", "x", "-d", "{database}", "--from", "queries", "--task", "paint"],
            "no task is called 'paint'",
        ),
        (["create", "{queries}", "--name", "x", "-d", "{database}", "--task", "judgement"], "holds the paragraphs?"),
        (["create", "{queries}", "--name", "x", "-d", "{database}", "--instructions", "nowhere.txt"], "nowhere.txt: no such file"),
        (["create", "{queries}", "--name", "x", "-d", "{database}", "--instructions", "{database}"], "not UTF-8"),
        (["create", "{empty}", "--name", "x", "-d", "{database}", "--from", "queries"], "empty.tsv: there is nothing to annotate"),
        (["create", "{queries}", "--name", "x", "-d", "{queries}", "--from", "queries"], "the file is not a database of campaigns"),
    ],
)
def test_what_is_wrong_is_one_line(database: Path, arguments: list[str], told: str) -> None:
    key = created(database)
    database.with_name("empty.tsv").touch()
    known = {name: database.with_name(f"{name}.tsv") for name in ("queries", "empty")} | {"database": database, "key": key}
    result = run("campaign", *[argument.format(**known) for argument in arguments])
    assert result.returncode == 2, result.stdout
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


def test_judgements_come_from_a_table(database: Path) -> None:
    pairs = database.with_name("pairs.csv")
    pairs.write_text('id,question,paragraph\np1,"Who grows figs, and where?","Figs grow\nin Smyrna."\np2,Who sings?,Birds sing.\n')
    found = printed("campaign", "create", pairs, "--name", "figs", "--task", "judgement", "-d", database)
    assert (found["items"], found["state"]) == (2, "open")


def test_rules_are_listed() -> None:
    rows = printed("campaign", "rules")
    assert {row["rule"] for row in rows} >= {"test-queries", "minimum-time", "training", "trust", "unsure"}
    assert "every=6" in next(row["parameters"] for row in rows if row["rule"] == "test-queries")


def test_the_command_line_reads_what_the_pages_read(tmp_path: Path, database: Path) -> None:
    """A table with a header gives the queries of its column, and what was left out is said."""
    table = tmp_path / "log.csv"
    table.write_bytes("nr;suche\n1;alte brücke\n2;haus\n3;neue stadt am fluss\n".encode("utf-16"))
    refused = run("campaign", "create", table, "--name", "x", "-d", database)
    assert refused.returncode == 2
    assert "which of the columns nr, suche holds the queries" in refused.stderr
    assert "--column" in refused.stderr
    found = run(
        "campaign", "create", table, "--name", "x", "-d", database, "--column", "suche", "--id-column", "nr", "--format", "json"
    )
    assert "UTF-16: 2 queries; 1 left out: one word" in found.stderr
    assert json.loads(found.stdout)["items"] == 2
    batch = run("campaign", "batch", table, "-o", tmp_path / "batch.csv", "--column", "suche")
    assert batch.returncode == 0
    assert "neue stadt am fluss" in (tmp_path / "batch.csv").read_text()
