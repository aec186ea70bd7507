"""The segmenters of the thesis's survey that can be had from counts or from a log: their weights by hand, and their optimum by
listing all segmentations."""

from __future__ import annotations

import math
import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.lexicon import MemoryLexicon
from caesura.segmenters import WeightedSegmenter, segmenter
from caesura.segmenters.methods.eigenspace import neighbour_cosines
from caesura.segmenters.methods.generative import concept_chances, expected_counts, maximal_counts
from caesura.segmenters.methods.query_log import mined_units
from caesura.shapes import all_flat
from tests.cli.commands import run

COUNTS = {
    "new": 900,
    "york": 500,
    "times": 800,
    "square": 300,
    "dance": 200,
    "new york": 400,
    "york times": 150,
    "times square": 90,
}
COUNTS |= {"new york times": 120, "square dance": 40}
LEXICON = MemoryLexicon(COUNTS, ["new york", "new york times", "square dance"], total=10_000)
QUERY = "new york times square dance"
LOG = [
    *["new york hotels"] * 6,
    *["hotels new york"] * 4,
    "york new",
    "new hotels",
    *["square dance shoes"] * 3,
    "dance in the square",
]


def surveyed(name: str, folder: Path | None = None) -> WeightedSegmenter:
    options: dict[str, Any] = {}
    if name == "query-log":
        assert folder is not None
        (folder / "log.txt").write_text("".join(f"{line}\n" for line in LOG))
        options = {"log": str(folder / "log.txt")}
    made = segmenter(name, lexicon=LEXICON, **options)
    assert isinstance(made, WeightedSegmenter)
    return made


@pytest.mark.parametrize("name", ["connexity", "generative", "eigenspace", "query-log"])
def test_the_optimum_is_that_of_all_segmentations(name: str, tmp_path: Path) -> None:
    chosen = surveyed(name, tmp_path)
    draw = random.Random(1)
    for _ in range(40):
        words = tuple(draw.choices(["new", "york", "times", "square", "dance", "hotels", "zebra"], k=draw.randint(1, 7)))
        weights = {(one.start, one.end): one.weight for one in chosen.candidates(words) if one.allowed}
        sums = {
            flat: sum(weights.get(span, 0) for span in flat.spans)
            for flat in all_flat(len(words))
            if all(span in weights for span in flat.spans if span[1] - span[0] > 1)
        }
        found = chosen.segment(" ".join(words))
        assert sums[found.flat] == max(sums.values())
    texts = [QUERY, "zebra", "", "York NEW york"]
    assert chosen.pipe_many(texts) == [chosen.segment(text).pipe if text else "" for text in texts]


def test_connexity_by_hand() -> None:
    weighed = {(one.start, one.end): one for one in surveyed("connexity").candidates(tuple(QUERY.split()))}
    assert weighed[0, 2].weight == 400 * math.floor(math.log(400 * 10_000 / (900 * 500)) * 2**32)
    assert weighed[0, 3].weight == 120 * math.floor(math.log(120 * 10_000 / (400 * 150)) * 2**32)
    assert not weighed[1, 4].allowed  # never counted
    added = segmenter("connexity", lexicon=LEXICON, form="sum").segment("new york")
    assert added.score == pytest.approx(400 / 10_000 + math.log(400 * 10_000 / (900 * 500)), abs=1e-9)
    with pytest.raises(InputError, match="no value of form is called 'ratio'"):
        segmenter("connexity", lexicon=LEXICON, form="ratio")


@given(st.integers(2, 5), st.randoms(use_true_random=False))
def test_expected_concepts_are_those_of_all_segmentations(size: int, draw: random.Random) -> None:
    spans = [(a, b) for a in range(size) for b in range(a + 1, size + 1)]
    chances = {span: draw.choice([0.0, 0.1, 0.3]) if span[1] - span[0] > 1 else 0.2 for span in spans}
    runs = {span: float(draw.randrange(4)) for span in spans}
    listed = dict.fromkeys(spans, 0.0)
    likelihood = 0.0
    for (first, last), times in runs.items():
        ways = [[(first + a, first + b) for a, b in flat.spans] for flat in all_flat(last - first)]
        products = [math.prod(chances[span] for span in way) for way in ways]
        likelihood += times * math.log(sum(products))
        for way, chance in zip(ways, products, strict=True):
            for span in way:
                listed[span] += times * chance / sum(products)
    expected, found = expected_counts(runs, chances)
    assert found == pytest.approx(likelihood)
    assert expected == pytest.approx(listed)


def test_a_run_counts_where_it_is_not_part_of_a_longer_one() -> None:
    counts = {(0, 1): 10, (1, 2): 8, (2, 3): 5, (0, 2): 6, (1, 3): 3, (0, 3): 2}
    runs = maximal_counts(counts, 3)
    assert runs == {(0, 1): 4, (1, 2): 8 - 6 - 3 + 2, (2, 3): 2, (0, 2): 4, (1, 3): 1, (0, 3): 2}
    assert sum((end - start) * times for (start, end), times in runs.items()) == 10 + 8 + 5


def test_what_a_concept_costs_and_what_a_title_is_worth() -> None:
    counts = {(0, 1): 900, (1, 2): 500, (0, 2): 20}
    free = concept_chances(counts, {}, 2, 10_000, alpha=0, gamma=0)
    dear = concept_chances(counts, {}, 2, 10_000, alpha=50, gamma=0)
    titled = concept_chances(counts, {(0, 2): 20}, 2, 10_000, alpha=0, gamma=10)
    assert dear[0, 2] == 0 < free[0, 2] < titled[0, 2]
    assert segmenter("generative", lexicon=LEXICON).segment("york new york times").pipe == "york|new york times"
    with pytest.raises(InputError, match="give numbers of 0 or more"):
        segmenter("generative", lexicon=LEXICON, alpha=-1)


def test_neighbours_in_the_main_space() -> None:
    # Two blocks that never meet: each is one direction, and their words point the same way.
    blocks = MemoryLexicon({"a": 10, "b": 10, "c": 10, "d": 10, "a b": 9, "c d": 9}, total=1000)
    # The matrix has 1 on the diagonal and 2 * 9 / (10 + 10) within a block: eigenvalues 1.9, 1.9, .1, .1, of which two hold 9/16.
    (first, across, last), segments = neighbour_cosines(blocks, ("a", "b", "c", "d"))
    assert segments == 2
    assert (first, across, last) == pytest.approx((1, 0, 1), abs=1e-6)
    assert segmenter("eigenspace", lexicon=blocks).segment("a b c d").pipe == "a b|c d"
    # Words that were never seen together: n equal eigenvalues, of which ((n - 1) / n)^2 n are needed, rounded up.
    assert neighbour_cosines(blocks, ("a", "c", "zebra", "yak"))[1] == 3
    assert len(segmenter("eigenspace", lexicon=blocks).segment("a c zebra yak").flat.spans) == 3
    assert segmenter("eigenspace", lexicon=blocks).segment("a").pipe == "a"


@given(st.integers(2, 7), st.randoms(use_true_random=False))
def test_there_are_as_many_segments_as_main_directions(size: int, draw: random.Random) -> None:
    words = tuple(draw.choices(["new", "york", "times", "square", "dance", "zebra"], k=size))
    cosines, segments = neighbour_cosines(LEXICON, words)
    found = segmenter("eigenspace", lexicon=LEXICON).segment(" ".join(words)).flat
    assert len(found.spans) == segments
    broken = [value for value, here in zip(cosines, found.breaks, strict=True) if here]
    kept = [value for value, here in zip(cosines, found.breaks, strict=True) if not here]
    assert not broken or not kept or max(broken) <= min(kept)


def test_units_of_a_log_by_hand() -> None:
    units = mined_units(LOG, min_count=3, significance=0.5)
    # "new york" and "york new": twelve queries hold both words, eleven of three words and... "york new" of two.
    holding, together = 11, 10
    expected = 10 * math.factorial(2) / math.factorial(3) + 1 * math.factorial(1) / math.factorial(2)
    weight, count = units["new", "york"]
    assert weight == pytest.approx(2 * (together - expected) ** 2 / holding)
    assert count == together
    assert ("york", "new") not in units
    assert ("square", "dance") in mined_units(LOG, min_count=3, significance=0.9)
    assert ("square", "dance") not in mined_units(LOG, min_count=4, significance=0.9)


@given(st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=5).map(" ".join), max_size=20))
def test_units_equal_those_counted_one_by_one(queries: list[str]) -> None:
    units = mined_units(queries, min_count=1, significance=0.9)
    split = [query.split() for query in queries]
    for size in (2, 3):
        for run_ in product("abcd", repeat=size):
            if len(set(run_)) < size:
                continue
            holding = [words for words in split if set(run_) <= set(words)]
            together = sum(any(tuple(words[at : at + size]) == run_ for at in range(len(words))) for words in holding)
            expected = sum(math.factorial(len(words) - size + 1) / math.factorial(len(words)) for words in holding)
            weight = 2 * (together - expected) ** 2 / len(holding) if holding else 0.0
            assert (run_ in units) == (together > expected + 1e-12 and weight >= -math.log(0.9) - 1e-12), run_
            if run_ in units:
                assert units[run_][0] == pytest.approx(weight)
                assert units[run_][1] == together


def test_a_log_is_needed_and_the_command_takes_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is none; name it: --log FILE"):
        segmenter("query-log")
    with pytest.raises(InputError, match="give 1 or more"):
        segmenter("query-log", log=str(tmp_path / "log.txt"), min_count=0)
    surveyed("query-log", tmp_path)
    result = run("segment", "Hotels New York", "--method", "query-log", "--log", tmp_path / "log.txt", "-f", "pipe")
    assert (result.returncode, result.stdout) == (0, "Hotels|New York\n"), result.stderr
    (tmp_path / "c.jsonl").write_text(
        '{"id": "1", "text": "new york hotels", "votes": [{"flat": "new york|hotels", "count": 3}]}\n'
    )
    scored = run(
        "evaluate", tmp_path / "c.jsonl", "--method", "query-log", "--log", tmp_path / "log.txt", "-f", "json", "--no-people"
    )
    assert scored.returncode == 0, scored.stderr
    assert '"log.txt"' in scored.stdout or "log" in scored.stdout
