"""`caesura nest`: queries in, trees out; one query, or many through stdin."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from caesura.cli.choices import choice
from caesura.cli.lexicon_option import lexicon_for, opened_lexicon
from caesura.cli.model_option import ModelOption
from caesura.cli.query_argument import is_query
from caesura.foundation import InputError, lines

if TYPE_CHECKING:
    from caesura.segmenters import NestedSegmentation, Nester

app = typer.Typer()


class TreeForm(StrEnum):
    """How a tree is printed."""

    TREE = "tree"
    BRACKET = "bracket"
    HEIGHTS = "heights"
    JSONL = "jsonl"
    JSON = "json"


_LINE_BY_LINE = (TreeForm.BRACKET, TreeForm.HEIGHTS)


@app.command(epilog='Example:  caesura nest "new york times square dance" --method bottom-up')
def nest(
    text: Annotated[str, typer.Argument(help="A query, or - to read one from each line of stdin.")] = "-",
    method: Annotated[
        str | None, choice("segmenters:NESTING_METHODS", "--method", "-m", help="How to build the tree (see --list)")
    ] = None,
    lexicon: Annotated[
        str | None, typer.Option("--lexicon", "-l", help="Counts and titles; without it, Caesura's own lexicon.")
    ] = None,
    model: ModelOption = None,
    format: Annotated[TreeForm, typer.Option("--format", "-f", help="How to print a tree.")] = TreeForm.TREE,
    list_methods: Annotated[bool, typer.Option("--list", help="List the ways to build trees and stop.")] = False,
) -> None:
    """Build the tree of a query, which words belong together first: new york city hotels -> (((new york) city) hotels)."""
    if list_methods:
        _list_methods()
        return
    nester = chosen_nester(method, lexicon, model)
    if is_query(text):
        _print_all(iter([nester.nest(text)]), format)
        return
    _print_all(_from_stdin(nester, format), format)


def chosen_nester(method: str | None, lexicon: str | None, model: str | None) -> Nester:
    """The nester of a command line."""
    from caesura.segmenters import NESTING_METHODS, default_nesting_method, nester

    entry = NESTING_METHODS[method or default_nesting_method()]
    if entry.takes_model:  # that of the segmenter of its name, which looks whether the lexicon fits
        return nester(entry.name, lexicon=lexicon_for(entry.name, lexicon, model), model=model)
    needed = lexicon is not None or entry.needs_lexicon
    return nester(entry.name, lexicon=opened_lexicon(lexicon) if needed else None, model=model)


def _from_stdin(nester: Nester, form: TreeForm) -> Iterator[NestedSegmentation | None]:
    """A tree for each line; None for a blank one, where one line comes out for every line that goes in."""
    for number, line in lines("-"):
        try:
            yield None if form in _LINE_BY_LINE and not line.strip() else nester.nest(line)
        except InputError as error:
            raise error.at("stdin", number) from None


def _print_all(trees: Iterator[NestedSegmentation | None], form: TreeForm) -> None:
    if form is TreeForm.JSON:
        typer.echo(json.dumps([tree.as_json() for tree in trees if tree is not None], ensure_ascii=False, indent=1))
        return
    for number, tree in enumerate(trees):
        if form is TreeForm.TREE and number:
            sys.stdout.write("\n")
        sys.stdout.write(("" if tree is None else _printed(tree, form)) + "\n")


def _printed(tree: NestedSegmentation, form: TreeForm) -> str:
    from caesura.segmenters import draw_tree

    match form:
        case TreeForm.BRACKET:
            return tree.brackets
        case TreeForm.HEIGHTS:
            return " ".join(map(str, tree.nested.heights))
        case TreeForm.TREE:
            # A pipe has no width: programs that read drawings get the same on every machine.
            width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 100
            return draw_tree(tree.query_words, tree.nested, width)
        case _:
            return json.dumps(tree.as_json(), ensure_ascii=False)


def _list_methods() -> None:
    from caesura.segmenters import NESTING_METHODS

    width = max(map(len, NESTING_METHODS))
    for method in NESTING_METHODS.values():
        typer.echo(f"{method.name:<{width}}  {method.description}")
        if method.citation:
            typer.echo(f"{'':<{width}}  ({method.citation})")
