"""JSON by the kernel against Python's own encoder: the same bytes, with phrases and a minimum confidence too."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.lexicon import Lexicon
from caesura.segmenters import Segmenter, json_lines, json_texts, segmenter
from tests.segmenters.conftest import COUNTS, TITLES, lexicon_file

WORDS = (
    "new",
    "york",
    "times",
    "square",
    "dance",
    "Cheap",
    "flights",
    "to",
    "york,",
    "&",
    '"dance"',
    "times'",
    "a\\b",
    "\x1b[",
    "é",
)
QUERIES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).flatmap(
    lambda words: st.sampled_from((" ", "  ", "\t")).map(lambda space: space.join(words))
)
PHRASES = {"new york": 1, "york times": 3, "times square": 2, "new york times": 1, "cheap flights to": 1, "dance a": 1}
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"min_confidence": 0.7},
    {"min_confidence": 0.05},
    {"min_confidence": 1.0},
    {"phrases": PHRASES},
    {"phrases": PHRASES, "prefer": "heaviest"},
    {"phrases": PHRASES, "min_confidence": 0.4},
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return lexicon_file(tmp_path_factory.mktemp("lexicon") / "small.lexicon", COUNTS, TITLES)


@pytest.fixture(scope="module")
def twins(table: Lexicon) -> list[tuple[Segmenter, Segmenter]]:
    """For each set of options the segmenter as it comes, and the plain one."""
    return [
        (segmenter("learned", lexicon=table, **options), segmenter("learned", lexicon=table, compiled=False, **options))
        for options in OPTIONS
    ]


@pytest.mark.parametrize("number", range(len(OPTIONS)))
@given(st.lists(QUERIES, min_size=1, max_size=4))
@example(["york", "new york times square"])
@example(["\x0b\x0cnew\x1fyork\x7f"])
@settings(max_examples=20)
def test_both_write_the_same_bytes(twins: list[tuple[Segmenter, Segmenter]], number: int, texts: list[str]) -> None:
    fast, plain = twins[number]
    lines = "".join(text + "\n" for text in texts).encode()
    expected = [plain.segment(text) for text in texts]
    assert json_texts(fast, texts, threads=1) == b",".join(
        json.dumps(one.as_json(), ensure_ascii=False, separators=(",", ":")).encode() for one in expected
    )
    assert json_lines(fast, lines, threads=2) == json_lines(plain, lines)
    assert fast.pipe_many(texts, 1) == [one.pipe for one in expected]


def test_it_is_the_kernel_that_writes(twins: list[tuple[Segmenter, Segmenter]]) -> None:
    pytest.importorskip("caesura.segmenters.kernel._scored", reason="the kernels were not compiled")
    for fast, plain in twins:
        assert getattr(fast, "json_kernel", None) is not None
        assert getattr(plain, "json_kernel", None) is None


def test_lines_without_words(twins: list[tuple[Segmenter, Segmenter]]) -> None:
    for fast, plain in twins:
        written = json_lines(fast, b"new york\n\n \r\nyork times", blank=True, compact=True)
        assert written == json_lines(plain, b"new york\n\n \r\nyork times", blank=True, compact=True)
        assert [json.loads(line)["query"] for line in written.splitlines()] == ["new york", "", " ", "york times"]
        for lines in (b"new york\n\nyork", b"\xff\n"):
            with pytest.raises((InputError, UnicodeDecodeError)):
                json_lines(fast, lines)
        assert json_lines(fast, b"") == json_texts(fast, []) == b""


def test_long_texts(twins: list[tuple[Segmenter, Segmenter]]) -> None:
    texts = ["new york " * 32, "x" * 3000 + " y", "new york times square dance " * 12, "york"]
    for fast, plain in twins:
        assert json_texts(fast, texts) == json_texts(plain, texts)


def test_methods_without_probabilities(table: Lexicon) -> None:
    found = json.loads(json_lines(segmenter("wikipedia", lexicon=table), b"new york times\n"))
    assert found == segmenter("wikipedia", lexicon=table).segment("new york times").as_json()


@given(st.floats(allow_nan=False, allow_infinity=False))
@example(5e-324)
@example(1e16)
@example(1e-05)
@example(9007199254740993.0)
def test_numbers_are_written_as_python_writes_them(number: float) -> None:
    scored = pytest.importorskip("caesura.segmenters.kernel._scored", reason="the kernels were not compiled")
    assert scored.number_text(number) == repr(number)
    assert scored.number_text(math.sqrt(abs(number))) == repr(math.sqrt(abs(number)))


def test_phrases_too_heavy_for_the_kernel(table: Lexicon) -> None:
    heavy = segmenter("learned", lexicon=table, phrases={"york times": 2**40}, prefer="heaviest")
    assert heavy.segment("new york times").pipe == "new|york times"
    assert heavy.pipe_many(["new york times"]) == ["new|york times"]


def test_a_file_of_phrases(table: Lexicon, tmp_path: Path) -> None:
    file = tmp_path / "phrases.txt"
    file.write_text("york times\nsquare dance\n")
    chosen = segmenter("learned", lexicon=table, phrases=file)
    assert chosen.pipe_many(["new york times square dance"]) == ["new|york times|square dance"]
