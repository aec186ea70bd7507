"""Options written once in a dataclass, and taken by commands as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer
from typer.testing import CliRunner

from caesura.cli.option_groups import takes_options_of


@dataclass(frozen=True)
class Size:
    width: Annotated[int, typer.Option("--width", "-w", min=1, help="How wide.")] = 3
    name: Annotated[str | None, typer.Option("--as", help="What it is called.")] = None


@takes_options_of(Size)
def draw(
    what: Annotated[str, typer.Argument(metavar="WHAT")],
    size: Size,
    loud: Annotated[bool, typer.Option("--loud")] = False,
) -> None:
    """Draw something."""
    typer.echo(f"{what} {size} {loud}")


app = typer.Typer()
app.command()(draw)


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, arguments)
    return result.exit_code, result.output


def test_the_command_gets_one_value() -> None:
    assert run("a tree", "-w", "5", "--as", "oak", "--loud") == (0, "a tree Size(width=5, name='oak') True\n")


def test_defaults_stand_in_the_class() -> None:
    assert run("a tree") == (0, "a tree Size(width=3, name=None) False\n")


def test_typer_checks_each_option() -> None:
    code, output = run("a tree", "--width", "0")
    assert code == 2
    assert "--width" in output


def test_help_lists_the_options_where_the_value_stands() -> None:
    output = run("--help")[1]
    assert "Draw something." in output
    assert output.index("--width") < output.index("--as") < output.index("--loud")
    assert "--size" not in output
