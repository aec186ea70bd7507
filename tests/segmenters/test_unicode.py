"""Whatever was typed: no method falls over, and every output parses back to the words."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest

from caesura.segmenters import METHODS, segmenter
from caesura.shapes import parse_pipe, parse_quotes
from tests.segmenters.conftest import COUNTS, TITLES, lexicon_file

#: Where trouble lives: spaces and controls, combining marks, right-to-left, surrogates' neighbours, full width, emoji, private use.
RANGES = (
    (0, 0x80),
    (0x80, 0x300),
    (0x300, 0x370),
    (0x590, 0x700),
    (0x2000, 0x2100),
    (0x3000, 0x3100),
    (0xF900, 0xFFFF),
    (0x1F300, 0x1F700),
    (0, 0x110000),
)


#: Methods without a model or a log: those have tests of their own.
UNTRAINED = [name for name, method in METHODS.items() if not (method.learns or method.takes_log)]


@cache
def strange_texts(wanted: int, seed: int) -> list[str]:
    draw = random.Random(seed)
    texts: list[str] = []
    while len(texts) < wanted:
        low, high = draw.choice(RANGES)
        letters = [chr(draw.randrange(low, high)) for _ in range(draw.randrange(1, 30))]
        pieces = [*letters, *draw.choices((" ", '"', "|", "\\", "new", "York", "times"), k=draw.randrange(8))]
        draw.shuffle(pieces)
        text = "".join(pieces)
        if not any(0xD800 <= ord(c) < 0xE000 for c in text) and 0 < len(text.split()) <= 64:
            texts.append(text)
    return texts


def run(name: str, folder: Path, texts: list[str]) -> None:
    lexicon = lexicon_file(folder / "small.lexicon", COUNTS, TITLES)
    options = {"phrases": ["new york", "é è"]} if name == "dictionary" else {}
    method = segmenter(name, lexicon=lexicon, **options)  # type: ignore[arg-type]
    for text, piped in zip(texts, method.pipe_many(texts), strict=True):
        one = method.segment(text)
        assert one.pipe == piped
        words = tuple(text.split())
        assert parse_pipe(one.pipe, words)[1] == one.flat
        assert parse_quotes(one.quotes, words)[1] == one.flat
        document = json.loads(json.dumps(one.as_json()))
        assert [text[s["start"] : s["end"]] for s in document["segments"]] == [s["text"] for s in document["segments"]]


@pytest.mark.parametrize("name", UNTRAINED)
def test_strange_texts(name: str, tmp_path: Path) -> None:
    run(name, tmp_path, strange_texts(300, 1))


@pytest.mark.long
@pytest.mark.parametrize("name", UNTRAINED)
def test_a_hundred_thousand_strange_texts(name: str, tmp_path: Path) -> None:
    run(name, tmp_path, strange_texts(100_000, 2))
