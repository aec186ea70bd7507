"""The body of Elasticsearch's synonyms API: `PUT _synonyms/phrases`, rules as in Solr's synonyms.txt."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from caesura.phrasing.lists.mining import MinedPhrase
from caesura.phrasing.lists.registry import ListFormat
from caesura.phrasing.lists.solr_synonyms import rule
from caesura.phrasing.options import Options


def write(phrases: Sequence[MinedPhrase], options: Options) -> str:  # noqa: ARG001 - all formats are called alike
    rules = [{"id": one.text.replace(" ", "_"), "synonyms": rule(one)} for one in phrases]
    inner = ",\n".join(f"  {json.dumps(each, ensure_ascii=False)}" for each in rules)
    return f'{{"synonyms_set": [\n{inner}\n]}}\n' if rules else '{"synonyms_set": []}\n'


def read(text: str) -> Mapping[str, int | None] | None:
    if not text.lstrip().startswith("{"):
        return None
    try:
        rules: Any = json.loads(text)["synonyms_set"]
        return {str(each["synonyms"]).partition(" =>")[0]: None for each in rules}
    except (ValueError, TypeError, KeyError):
        return None


LIST_FORMAT = ListFormat("elasticsearch-synonyms", "body of the synonyms API", write, read)
