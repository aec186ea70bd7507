"""JSON: every phrase with its count, probability and examples."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from caesura.phrasing.lists.mining import MinedPhrase
from caesura.phrasing.lists.registry import ListFormat
from caesura.phrasing.options import Options


def write(phrases: Sequence[MinedPhrase], options: Options) -> str:  # noqa: ARG001 - all formats are called alike
    rows = [
        {"phrase": one.text, "count": one.count}
        | ({} if one.probability is None else {"probability": one.probability})
        | {"examples": list(one.examples)}
        for one in phrases
    ]
    inner = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in rows)
    return f'{{"phrases": [\n{inner}\n]}}\n' if rows else '{"phrases": []}\n'


def read(text: str) -> Mapping[str, int | None] | None:
    if not text.lstrip().startswith("{"):
        return None
    try:
        phrases: Any = json.loads(text)["phrases"]
        return {str(row["phrase"]): int(row["count"]) for row in phrases}
    except (ValueError, TypeError, KeyError):
        return None


LIST_FORMAT = ListFormat("json", "counts, probabilities and examples", write, read)
