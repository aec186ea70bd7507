"""Whatever was typed: no method falls over, and every output parses back to the words."""

from __future__ import annotations

import json
import random
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


def strange_texts(wanted: int, seed: int) -> list[str]:
    draw = random.Random(seed)
    found: list[str] = []
    while len(found) < wanted:
        low, high = draw.choice(RANGES)
        letters = [chr(draw.randrange(low, high)) for _ in range(draw.randrange(1, 30))]
        pieces = [*letters, *draw.choices((" ", '"', "|", "\\", "new", "York", "times"), k=draw.randrange(8))]
        draw.shuffle(pieces)
        text = "".join(pieces)
        if not any(0xD800 <= ord(c) < 0xE000 for c in text) and 0 < len(text.split()) <= 64:
            found.append(text)
    return found


def run(folder: Path, texts: list[str]) -> None:
    lexicon = lexicon_file(folder / "small.lexicon", COUNTS, TITLES)
    for name, method in METHODS.items():
        if method.learns or method.takes_log:
            continue  # it has a model or a log, and tests, of its own
        options = {"phrases": ["new york", "é è"]} if name == "dictionary" else {}
        chosen = segmenter(name, lexicon=lexicon, **options)  # type: ignore[arg-type]
        for text, piped in zip(texts, chosen.pipe_many(texts), strict=True):
            one = chosen.segment(text)
            assert one.pipe == piped
            words = tuple(text.split())
            assert parse_pipe(one.pipe, words)[1] == one.flat
            assert parse_quotes(one.quotes, words)[1] == one.flat
            told = json.loads(json.dumps(one.as_json()))
            assert [text[s["start"] : s["end"]] for s in told["segments"]] == [s["text"] for s in told["segments"]]


def test_strange_texts(tmp_path: Path) -> None:
    run(tmp_path, strange_texts(300, 1))


@pytest.mark.long
def test_a_hundred_thousand_strange_texts(tmp_path: Path) -> None:
    run(tmp_path, strange_texts(100_000, 2))
