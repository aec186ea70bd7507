"""Options that take a name list the names there are, from the registry itself."""

from __future__ import annotations

import re

import pytest
import typer.main

from caesura.cli.choices import choice, with_choices
from caesura.cli.main import COMMANDS, app
from tests.cli.commands import run


@pytest.mark.parametrize(
    ("command", "listed"),
    [
        (("segment",), "titles+noun-phrases, wikipedia"),
        (("nest",), "segment-pmi, top-down"),
        (("phrase",), "elasticsearch, opensearch, solr"),
        (("labels", "infer"), "majority, weighted-majority"),
        (("evaluate",), "bestfit, bestfit3"),
    ],
)
def test_help_lists_what_there_is(monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], listed: str) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setenv("TERMINAL_WIDTH", "300")
    assert listed in " ".join(re.sub(r"[│╭╮╰╯─]", " ", run(*command, "--help").stdout).split())


def test_no_registry_is_left_as_a_reference() -> None:
    root = typer.main.get_command(app)

    def helps(command: object) -> list[str]:
        inner = getattr(command, "commands", {}).values()
        own = [getattr(parameter, "help", None) or "" for parameter in getattr(command, "params", ())]
        return own + [text for one in inner for text in helps(one)]

    texts = [text for name in COMMANDS for text in helps(root.get_command(None, name))]  # type: ignore[attr-defined]
    assert sum(with_choices(text) != text for text in texts) > 20
    for text in texts:
        assert not re.search(r"\{\w+:\w+\}", with_choices(text)), text


def test_shells_complete_the_names() -> None:
    option = choice("segmenters:METHODS", "--method", help="How")
    assert option.autocompletion("ti") == ["titles", "titles+noun-phrases"]
