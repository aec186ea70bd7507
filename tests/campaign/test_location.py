"""Where workers come from: by the joining link or a platform's export, as a rule and as a column."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from caesura.campaign import NoPage, TaskPage, create_owner, join, next_page, open_store, submit_page, workers_of, write_export
from caesura.campaign.annotating import PlatformIds
from caesura.campaign.managing import locate_workers
from caesura.campaign.rules import rule_parameters
from caesura.foundation import InputError
from tests.campaign.making import apart, campaign_of
from tests.cli.commands import run


def test_only_workers_from_some_countries(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "c.db")) as store:
        rules = {"location": {"countries": "US / United States"}}
        campaign = campaign_of(store, create_owner(store, "ann")[0], 4, rules=rules)
        here = join(store, campaign.link, PlatformIds("p1", country="united states"))
        elsewhere = join(store, campaign.link, PlatformIds("p2", country="France"))
        unknown = join(store, campaign.link, PlatformIds("p3"))
        page = next_page(store, here.key)
        assert isinstance(page, TaskPage)
        submit_page(store, here.key, page.key, apart(page))
        assert next_page(store, elsewhere.key) is NoPage.SHUT_OUT
        assert next_page(store, unknown.key) is NoPage.SHUT_OUT
        # The platform's own table says more.
        (tmp_path / "prolific.csv").write_text("Submission id,Participant id,Country of residence\ns,p3,US\ns,p9,US\ns,p2,\n")
        assert locate_workers(store, campaign, tmp_path / "prolific.csv") == 1
        assert [worker.country for worker in workers_of(store, campaign)] == ["united states", "France", "US"]
        assert isinstance(next_page(store, unknown.key), TaskPage)
        write_export(store, campaign, tmp_path / "answers.csv", "answers")
        with (tmp_path / "answers.csv").open(newline="") as stream:
            assert {row["country"] for row in csv.DictReader(stream)} == {"united states"}
        (tmp_path / "other.csv").write_text("who,where\np1,US\n")
        with pytest.raises(InputError, match="no column holds the id; call one 'participant id'"):
            locate_workers(store, campaign, tmp_path / "other.csv")
    result = run("campaign", "locate", campaign.key, tmp_path / "prolific.csv", "-d", tmp_path / "c.db", "-f", "json")
    assert (result.returncode, '"workers_located": 1' in result.stdout) == (0, True), result.stderr


def test_parameters_are_checked() -> None:
    with pytest.raises(InputError, match="name one or more"):
        rule_parameters("location", {"countries": " / "})
    with pytest.raises(InputError, match="no value of unknown"):
        rule_parameters("location", {"unknown": "perhaps"})
