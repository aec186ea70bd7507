"""The texts of annotators' pages, one file per language in `tasks/languages`; a new language is a new file there."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

Texts = dict[str, Any]


@cache
def languages() -> dict[str, str]:
    """Code -> what the language calls itself, English first."""
    folder = files("caesura.campaign.tasks").joinpath("languages")
    codes = sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    return {code: texts_in(code)["name"] for code in sorted(codes, key=lambda code: (code != "en", code))}


@cache
def texts_in(language: str) -> Texts:
    """All texts of a language."""
    file = files("caesura.campaign.tasks").joinpath("languages", f"{language}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def spoken_amount(texts: Texts, amount: float, currency: str) -> str:
    """An amount of money as the language writes it: 0.30 EUR, 0,30 EUR."""
    return f"{amount:.2f} {currency}".replace(".", texts["decimal_point"], 1)


def spoken_time(texts: Texts, seconds: float) -> str:
    """A time as people say it: 40 seconds, 10 minutes, 2 hours."""
    if seconds < 100:
        return str(texts["time"]["seconds"]).format(number=max(2, round(seconds)))
    if seconds < 100 * 60:
        return str(texts["time"]["minutes"]).format(number=round(seconds / 60))
    return str(texts["time"]["hours"]).format(number=round(seconds / 3600))
