"""Solr's synonyms.txt: each phrase becomes one token, in documents and queries alike.

    # 12 times, probability 0.93, in: cheap hotels new york
    new york => new york, new_york

The words stay, so that `york` alone still matches. For SynonymGraphFilterFactory; Elasticsearch's `synonyms_path` reads it too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from caesura.phrasing.lists.mining import MinedPhrase
from caesura.phrasing.lists.querqy import about
from caesura.phrasing.lists.registry import ListFormat
from caesura.phrasing.options import Options

_LINE = re.compile(r"^(?:# (?P<count>\d+) times?\b[^\n]*\n)?(?P<phrase>[^#\n,]+) => (?P=phrase), \S+$", re.MULTILINE)


def write(phrases: Sequence[MinedPhrase], options: Options) -> str:  # noqa: ARG001 - all formats are called alike
    return "".join(f"# {about(one)}\n{rule(one)}\n" for one in phrases)


def rule(one: MinedPhrase) -> str:
    return f"{one.text} => {one.text}, {one.text.replace(' ', '_')}"


def read(text: str) -> Mapping[str, int | None] | None:
    phrases = {line["phrase"]: None if line["count"] is None else int(line["count"]) for line in _LINE.finditer(text)}
    return phrases or None


LIST_FORMAT = ListFormat("solr-synonyms", "synonyms.txt: each phrase also as one token", write, read)
