"""The kernel against the plain path, to the last tie."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.lexicon import Lexicon, MemoryLexicon
from caesura.segmenters import Rules, WeightedSegmenter, kernel_here, segmenter
from caesura.shapes import fold
from tests.segmenters.conftest import lexicon_file

pytestmark = pytest.mark.skipif(not kernel_here(), reason="the kernel was not compiled here")

METHODS = ("naive", "wikipedia", "titles", "pmi")
RULES: tuple[Rules, ...] = ("printed", "published")

#: A few words that meet often, with capitals, punctuation at their edges, other alphabets, and forms that fold together.
TYPED = (
    "a",
    "A",
    "b",
    "c",
    "d",
    "b.",
    "(c)",
    "--",
    "d's",
    "é",
    "É",
    "e\u0301",
    "ﬁ",
    "fi",
    "ß",
    "straße",
    "longer-than-eight",
    "日本",
    "x|y",
    'q"',
    "back\\",
)
SPACES = (" ", "  ", "\t", "\u00a0", "\u2003", "\x1c", " \r")


class Pair(NamedTuple):
    """One lexicon both ways."""

    memory: MemoryLexicon
    mapped: Lexicon


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Pair]]:
    """Lexicons with many equal counts, with counts beyond what doubles hold, and with long titles."""
    folder = tmp_path_factory.mktemp("lexicons")
    made = []
    for seed in range(12):
        draw = random.Random(seed)
        words = sorted({fold(word) for word in TYPED})
        amounts = ((1, 2), (1, 2, 3, 2**64 - 1, 2**64 - 2), (5, 2**53, 2**53 + 1), tuple(range(1, 50)))[seed % 4]
        counts = {
            " ".join(draw.choices(words, k=draw.choice((1, 1, 2, 2, 2, 3, 4, 5)))): draw.choice(amounts)
            for _ in range(draw.choice((5, 200, 900)))
        }
        titles = [" ".join(draw.choices(words, k=draw.choice((2, 2, 3, 7)))) for _ in range(draw.choice((0, 30, 300)))]
        total = draw.choice((1000, 7, 2**40))
        made.append(
            Pair(MemoryLexicon(counts, titles, total=total), lexicon_file(folder / f"{seed}.lexicon", counts, titles, total))
        )
    yield made
    for one in made:
        one.mapped.close()


texts = st.lists(st.tuples(st.sampled_from(TYPED), st.sampled_from(SPACES)), max_size=12).map(
    lambda parts: "".join(a + b for a, b in parts)
)


def paths(pair: Pair, method: str, rules: Rules) -> tuple[WeightedSegmenter, WeightedSegmenter]:
    given_threshold = {"threshold": 0.5} if method == "pmi" else {}
    fast = segmenter(method, lexicon=pair.mapped, rules=rules, compiled=True, **given_threshold)  # type: ignore[arg-type]
    plain = segmenter(method, lexicon=pair.memory, rules=rules, **given_threshold)  # type: ignore[arg-type]
    assert isinstance(fast, WeightedSegmenter)
    assert isinstance(plain, WeightedSegmenter)
    assert fast.compiled
    assert not plain.compiled
    return fast, plain


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(which=st.integers(0, 11), queries=st.lists(texts, min_size=1, max_size=40), rules=st.sampled_from(RULES))
@pytest.mark.parametrize("method", METHODS)
def test_equal_on_everything(pairs: list[Pair], method: str, which: int, queries: list[str], rules: Rules) -> None:
    fast, plain = paths(pairs[which], method, rules)
    expected = plain.masks(queries)
    assert fast.masks(queries, threads=1) == expected
    assert fast.masks(queries, threads=3) == expected
    assert fast.pipe_many(queries) == plain.pipe_many(queries)
    assert fast.quotes_many(queries) == plain.quotes_many(queries)
    assert [fast.pipe(query) for query in queries] == plain.pipe_many(queries)
    lines = "\n".join(queries).encode()
    assert fast.line_masks(lines) == plain.line_masks(lines)
    for quotes in (False, True):
        assert fast.print_lines(lines, quotes=quotes) == plain.print_lines(lines, quotes=quotes)
    for query in queries[:3]:
        if query.split():
            assert fast.segment(query) == plain.segment(query)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(queries=st.lists(st.text(max_size=80), max_size=20))
@pytest.mark.parametrize("method", METHODS)
def test_equal_on_any_unicode(pairs: list[Pair], method: str, queries: list[str]) -> None:
    fast, plain = paths(pairs[3], method, "printed")
    assert fast.pipe_many(queries) == plain.pipe_many(queries)


def test_words_are_split_where_str_split_splits(pairs: list[Pair]) -> None:
    fast, plain = paths(pairs[1], "wikipedia", "printed")
    queries = [f"a{chr(code)}b c" for code in range(0x3100)]
    assert fast.pipe_many(queries) == plain.pipe_many(queries)


def test_pmi_on_its_threshold_is_decided_by_the_plain_path(tmp_path: Path) -> None:
    from math import log, nextafter

    counts = {"a": 10, "b": 10, "a b": 7, "c": 80}
    mapped = lexicon_file(tmp_path / "edge.lexicon", counts)
    edge = log(7)
    for threshold, expected in ((edge, "a b"), (nextafter(edge, 9), "a|b"), (nextafter(edge, 0), "a b")):
        assert segmenter("pmi", lexicon=mapped, threshold=threshold, compiled=True).pipe_many(["a b"]) == [expected]


def test_a_pasted_text_goes_the_plain_way(pairs: list[Pair]) -> None:
    fast, plain = paths(pairs[1], "naive", "printed")
    long = "a b " * 32
    wide = f"a b {'x' * 5000} c d"
    assert fast.pipe_many([long, wide]) == plain.pipe_many([long, wide])
    with pytest.raises(InputError, match="65 words"):
        fast.pipe_many(["a b", "a " * 65])


def test_many_queries_on_many_threads(pairs: list[Pair]) -> None:
    draw = random.Random(5)
    queries = [" ".join(draw.choices(TYPED, k=draw.randrange(9))) for _ in range(20000)]
    fast, plain = paths(pairs[2], "titles", "printed")
    some = draw.sample(range(len(queries)), 500)
    masks = fast.masks(queries, threads=4)
    assert [masks[i] for i in some] == list(plain.masks([queries[i] for i in some]))
    assert fast.masks([]) == plain.masks([])
    assert fast.masks(["a b"], threads=8) == plain.masks(["a b"])


def test_only_strings_are_queries(pairs: list[Pair]) -> None:
    fast, _ = paths(pairs[0], "naive", "printed")
    with pytest.raises(InputError, match="a query is a string, not"):
        fast.masks(["a", b"b"])  # type: ignore[list-item]


def test_a_closed_lexicon_does_not_crash_the_kernel(tmp_path: Path) -> None:
    mapped = lexicon_file(tmp_path / "closed.lexicon", {"a b": 3})
    chosen = segmenter("naive", lexicon=mapped)
    mapped.close()
    assert chosen.pipe_many(["a b c"]) == ["a b|c"]


def test_a_segmenter_can_be_sent_to_another_process(mapped: Lexicon) -> None:
    chosen = segmenter("pmi", lexicon=mapped, threshold=0.1)
    again = pickle.loads(pickle.dumps(chosen))  # noqa: S301
    assert again.segment("new york times") == chosen.segment("new york times")
    assert again.compiled


def test_the_kernel_is_refused_where_it_cannot_run(lexicon: MemoryLexicon) -> None:
    with pytest.raises(InputError, match="the kernel cannot run here"):
        segmenter("naive", lexicon=lexicon, compiled=True)
    assert not segmenter("naive", lexicon=lexicon).compiled  # type: ignore[attr-defined]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("method", ["hybrid", "hybrid+"])
def test_methods_that_switch_answer_alike_with_and_without_the_kernel(pairs: list[Pair], method: str, rules: Rules) -> None:
    def tagger(words: Sequence[str], /) -> tuple[str, ...]:
        return tuple("VERB" if word in ("b", "d's", "é") else "NOUN" for word in words)

    draw = random.Random(9)
    queries = [" ".join(draw.choices(TYPED, k=draw.randrange(7))) for _ in range(400)]
    for pair in pairs:
        fast = segmenter(method, lexicon=pair.mapped, rules=rules, tagger=tagger)
        plain = segmenter(method, lexicon=pair.memory, rules=rules, tagger=tagger)
        assert fast.pipe_many(queries) == plain.pipe_many(queries)
        assert [fast.segment(query).pipe for query in queries if query] == [line for line in plain.pipe_many(queries) if line]


def test_the_lexicon_of_the_package_runs_through_the_kernel() -> None:
    chosen = segmenter("titles")
    assert isinstance(chosen, WeightedSegmenter)
    assert chosen.compiled
    assert chosen.pipe_many(["second hand shop"]) == segmenter("titles", compiled=False).pipe_many(["second hand shop"])


_WORDS_TO_TAG = [
    *(
        "the",
        "a",
        "an",
        "new",
        "york",
        "running",
        "cheap",
        "hotels",
        "in",
        "Buy",
        "THE",
        "the,",
        "two",
        "(old)",
        "...",
        "42",
        "how",
    ),
    *("to", "red's", "naïve", "mp3", "a.b", "c-3", "x" * 63, "y" * 64, "x" * 70),
]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("method", ["hybrid", "hybrid+"])
def test_tags_from_the_compiled_tagger_choose_as_those_from_python(method: str, rules: Rules) -> None:
    draw = random.Random(5)
    queries = ["", " ", "\t"] + [" ".join(draw.choices(_WORDS_TO_TAG, k=draw.randrange(1, 9))) for _ in range(600)]
    fast = segmenter(method, rules=rules)
    plain = segmenter(method, rules=rules, compiled=False)
    assert isinstance(fast, WeightedSegmenter)
    assert fast.compiled
    assert list(fast.masks(queries, threads=2)) == list(plain.masks(queries))  # type: ignore[attr-defined]
    assert [fast.mask(query) for query in queries[:200]] == [plain.mask(query) for query in queries[:200]]  # type: ignore[attr-defined]
    assert fast.pipe_many(queries) == plain.pipe_many(queries)
    lines = "\n".join(query for query in queries if "\t" not in query).encode() + b"\n"
    assert fast.print_lines(lines) == plain.print_lines(lines)  # type: ignore[attr-defined]
