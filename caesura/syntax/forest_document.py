"""A parsed query as programs read it: its words, tags, heads and relations, and its segments with their place in the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caesura.shapes import word_offsets
from caesura.syntax.parsing.parse import Parse


def forest_json(
    text: str, words: Sequence[str], parse: Parse, method: str, question: Sequence[str] | None = None
) -> dict[str, Any]:
    """`{"query", "segments": [{"text", "start", "end", "words", "root"}], "words": [...], "confidence", "method"}`.

    `root` and `head` count words from 1, as CoNLL-U does; `start` and `end` are characters of the query. `question` is there
    where a question was inferred from the query.
    """
    document: dict[str, Any] = {
        "query": text,
        "segments": _segments(text, words, parse),
        "words": [
            {
                "word": word,
                "tag": parse.tags[i],
                "head": parse.heads[i],
                "label": parse.labels[i] if parse.labels else None,
            }
            for i, word in enumerate(words)
        ],
        "confidence": None if parse.confidence is None else round(parse.confidence, 4),
        "method": method,
    }
    if question is not None:
        document["question"] = " ".join(question)
    return document


def _segments(text: str, words: Sequence[str], parse: Parse) -> list[dict[str, Any]]:
    if not words:
        return []
    offsets = word_offsets(text)
    forest = parse.forest
    return [
        {
            "text": text[offsets[first][0] : offsets[last - 1][1]],
            "start": offsets[first][0],
            "end": offsets[last - 1][1],
            "words": last - first,
            "root": root + 1,
        }
        for (first, last), root in zip(forest.segments.spans, forest.roots, strict=True)
    ]
