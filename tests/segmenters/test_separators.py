"""Commas and other separators are breaks for every method, and punctuation hides no count."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.lexicon import Lexicon, MemoryLexicon
from caesura.segmenters import METHODS, segmenter
from caesura.segmenters.separators import Separators, find_separators
from caesura.shapes import Flat, separator_places, split_words
from tests.segmenters.conftest import lexicon_file

COUNTS = {
    "new": 900, "york": 500, "new york": 400, "new york,": 1, "york hotels": 300, "new york hotels": 200, "hotels": 700, "dc": 100,
    "washington": 300, "washington dc": 250, "dc hotels": 90, "st": 80, "louis": 70, "st louis": 60, "st. louis": 1,
    "u.s.": 50, "navy": 60, "u.s. navy": 40, "navy seals": 30, "seals": 35, "procter": 9, "and": 5000, "gamble": 8, "jobs": 90,
    "procter and gamble": 7, "procter and": 7, "and gamble": 7, "gym": 60, "gym and": 50, "fitness": 70, "gym and fitness": 45,
}  # fmt: skip
TITLES = ["new york", "washington dc", "st louis", "procter and gamble"]
CUTTING = [name for name, method in METHODS.items() if name not in ("dictionary", "none", "query-log", "svm") and method.installed]


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    folder: Path = tmp_path_factory.mktemp("separators")
    return lexicon_file(folder / "small.lexicon", COUNTS, TITLES)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("method", CUTTING)
@pytest.mark.parametrize(
    "text",
    ["new york, hotels", "new york; hotels", "new york ,hotels", "new york| hotels", "new york , hotels"],
)
def test_a_separator_is_a_break(lexicon: Lexicon, text: str, method: str, compiled: bool) -> None:
    found = segmenter(method, lexicon=lexicon, compiled=compiled and None)
    for one in (found.segment(text), *found.nbest(text, 3)):
        assert not separator_places(one.query_words) & ~one.flat.mask
    assert found.pipe_many([text] * 60)[0] == found.segment(text).pipe


@pytest.mark.parametrize("method", ["naive", "wikipedia", "titles", "hybrid", "hybrid+", "titles+noun-phrases"])
def test_a_name_goes_across(lexicon: Lexicon, method: str) -> None:
    found = segmenter(method, lexicon=lexicon)
    assert found.segment("washington, dc").pipe == "washington, dc"
    assert found.segment("procter & gamble jobs").pipe == "procter & gamble|jobs"


@pytest.mark.parametrize("method", CUTTING)
def test_a_symbol_is_joined_only_inside_a_name(lexicon: Lexicon, method: str) -> None:
    for text in ("gym & fitness", "gym + fitness", "gym | fitness", "gym - fitness"):
        assert segmenter(method, lexicon=lexicon).segment(text).flat == Flat.apart(3)


@pytest.mark.parametrize("method", ["naive", "wikipedia", "titles"])
def test_punctuation_hides_no_count(lexicon: Lexicon, method: str) -> None:
    found = segmenter(method, lexicon=lexicon)
    assert found.segment("new york, hotels").pipe == "new york,|hotels"
    assert found.segment("st. louis jobs").pipe == "st. louis|jobs"
    if method != "titles":
        assert found.segment("u.s. navy, seals").pipe == "u.s. navy,|seals"


def test_the_published_rules_know_no_separators(lexicon: Lexicon) -> None:
    found = segmenter("naive", lexicon=lexicon, rules="published")
    assert found.segment("new york, hotels").pipe == "new york,|hotels"
    assert found.segment("new york, hotels").score == 4
    assert found.segment("st. louis jobs").score == 4


@pytest.mark.parametrize("word", ["1,000", "st.", "u.s.", "yahoo!", "ac/dc", "c++", "o'neil", "a,b"])
def test_inside_a_word_nothing_separates(word: str) -> None:
    assert separator_places(("new", word, "york")) == 0


@pytest.mark.parametrize("word", ["york,", "york;", "york:", 'york,"', "york,)", "york|", "york，", "york、"])
def test_at_the_end_of_a_word_they_do(word: str) -> None:
    assert separator_places(("new", word, "hotels")) == 0b10


def test_at_the_beginning_and_alone() -> None:
    assert separator_places(("new", ",york", "hotels")) == 0b1
    assert separator_places(("new", "&", "hotels")) == 0b11
    assert separator_places((",", "york")) == 0b1
    assert separator_places(()) == 0


def test_a_name_must_be_whole() -> None:
    found = Separators(0b01, ((0, 3),))
    assert found.uncovered(0, 2) == 0b01
    assert found.uncovered(0, 3) == found.uncovered(0, 4) == found.uncovered(1, 4) == 0


def test_without_a_lexicon_every_separator_counts() -> None:
    assert find_separators(("washington,", "dc"), None).uncovered(0, 2) == 1
    known = MemoryLexicon({}, ["Washington, DC"])
    assert find_separators(("washington,", "dc"), known).uncovered(0, 2) == 0


def test_learned_is_certain_of_a_separator() -> None:
    found = segmenter("learned").segment("new york, hotels")
    assert found.pipe == "new york,|hotels"
    assert found.probability is not None
    assert found.probabilities is not None
    # The break behind the comma takes nothing from the probability of the segments beside it.
    assert found.probabilities == pytest.approx((found.probability, 1.0))


_WORDS = st.sampled_from(
    ["new", "york", "york,", "hotels", "washington,", "dc", "procter", "&", "gamble", "gamble,", "st.", "louis", "u.s.", "navy,",
     "|", ",", ";york", "gym", "fitness:", "ＤＣ，", "«dc»", "and", "jobs"]
)  # fmt: skip


@given(st.lists(_WORDS, min_size=1, max_size=9))
@pytest.mark.parametrize("rules", ["printed", "published"])
@pytest.mark.parametrize("method", ["naive", "wikipedia", "titles", "pmi", "hybrid"])
def test_the_kernel_separates_as_the_plain_path_does(lexicon: Lexicon, method: str, rules: str, words: list[str]) -> None:
    fast = segmenter(method, lexicon=lexicon, rules=rules)  # type: ignore[arg-type]
    plain = segmenter(method, lexicon=lexicon, rules=rules, compiled=False)  # type: ignore[arg-type]
    text = " ".join(words)
    assert fast.segment(text) == plain.segment(text)
    assert fast.pipe_many([text]) == plain.pipe_many([text])


@given(st.lists(_WORDS, min_size=1, max_size=7))
def test_learned_separates_as_the_plain_path_does(words: list[str]) -> None:
    fast, plain = segmenter("learned"), segmenter("learned", compiled=False)
    text = " ".join(words)
    assert fast.pipe_many([text] * 60)[0] == plain.pipe_many([text])[0]
    assert fast.segment(text) == plain.segment(text)
    assert split_words(text) == fast.segment(text).query_words


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """Names that overlap, of two to four words: a query can have more of them than the kernel keeps."""
    counts = {" ".join(words): 7 * len(words) for size in (1, 2, 3, 4) for words in product("ab", repeat=size)}
    return lexicon_file(tmp_path_factory.mktemp("names") / "names.lexicon", counts, ["a b", "b a", "a b b", "b a a b"])


@given(st.lists(st.sampled_from(["a", "b", "a,", "b,", ";b", "&"]), min_size=1, max_size=24))
@pytest.mark.parametrize("method", ["naive", "wikipedia", "titles", "pmi"])
def test_names_that_overlap_across_separators(names: Lexicon, method: str, words: list[str]) -> None:
    fast, plain = segmenter(method, lexicon=names), segmenter(method, lexicon=names, compiled=False)
    text = " ".join(words)
    assert fast.pipe_many([text]) == plain.pipe_many([text])
    assert fast.segment(text) == plain.segment(text)


def test_more_names_than_the_kernel_keeps(names: Lexicon) -> None:
    text = " ".join(["a,", "b,"] * 16)
    assert len(find_separators(tuple(text.split()), names).names) > 16
    for method in ("naive", "wikipedia", "titles"):
        fast, plain = segmenter(method, lexicon=names), segmenter(method, lexicon=names, compiled=False)
        assert fast.pipe_many([text] * 40) == plain.pipe_many([text] * 40)
