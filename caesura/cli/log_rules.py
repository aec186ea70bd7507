"""The rules by which `caesura log` filters, as options: declared here for every command that filters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from caesura.foundation import InputError, one_of

if TYPE_CHECKING:
    from caesura.corpus import LogRules

LANGUAGES = ("english", "any")


def log_rules(
    words: Annotated[str, typer.Option(metavar="FROM-TO", help="Words a query must have.")] = "3-10",
    max_queries: Annotated[int, typer.Option(min=0, help="Drop users with more queries than this; 0: drop none.")] = 10_000,
    max_characters: Annotated[
        float, typer.Option(min=0, help="Drop users whose queries have more characters on average; 0: none.")
    ] = 100,
    min_gap: Annotated[float, typer.Option(min=0, help="Drop users with fewer seconds between queries on average; 0: none.")] = 1,
    language: Annotated[str, typer.Option(metavar="|".join(LANGUAGES), help="Keep English queries only, or any.")] = "english",
    any_characters: Annotated[
        bool, typer.Option("--any-characters", help="Keep queries with other characters and addresses.")
    ] = False,
    clicked: Annotated[bool, typer.Option("--clicked", help="Keep only lines with a click.")] = False,
    frequency: Annotated[
        str | None, typer.Option(metavar="FROM-TO", help="How often a query must have been asked; 5- means 5 or more.")
    ] = None,
    click_entropy: Annotated[float | None, typer.Option(help="Keep queries whose click entropy is above this many bits.")] = None,
    titles: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep queries with a multiword title of this list, one per line.")
    ] = None,
) -> LogRules:
    """The rules that the options say; 0 and `any` turn a rule off."""
    from caesura.corpus import LogRules, UserRules, is_english, read_titles

    one_of("language", language, LANGUAGES)  # in Python the filter takes any function
    band = whole_range("--words", words)
    return LogRules(
        users=UserRules(max_queries or None, max_characters or None, min_gap or None),
        words=band,
        url=not any_characters,
        characters=not any_characters,
        language=is_english if language == "english" else None,
        clicked=clicked,
        titles=None if titles is None else read_titles(titles, longest=band[1]),
        frequency=None if frequency is None else _range("--frequency", frequency),
        click_entropy=click_entropy,
    )


def whole_range(option: str, text: str) -> tuple[int, int]:
    """`3-10`: both ends, from 1 on."""
    minimum, maximum = _range(option, text)
    if not minimum or maximum is None or minimum > maximum:
        raise InputError(
            f"{option} {text} is not a range of words", cure="write for example 3-10, the smaller number first, 1 or more"
        )
    return minimum, maximum


def _range(option: str, text: str) -> tuple[int | None, int | None]:
    minimum, dash, maximum = text.partition("-")
    if not dash or not (minimum + maximum).isdecimal() or not (minimum + maximum).isascii():
        raise InputError(f"{option} {text} is not a range", cure="write for example 3-10")
    return int(minimum) if minimum else None, int(maximum) if maximum else None
