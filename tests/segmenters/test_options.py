"""What every segmenter can be given: a lexicon as a file, phrases of your own, a minimum confidence."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import caesura
from caesura.foundation import InputError
from caesura.lexicon import Lexicon
from caesura.segmenters import segment_frame, segmenter
from tests.segmenters.conftest import COUNTS, TITLES, lexicon_file

QUERY = "los angeles garage door repair"


@pytest.fixture
def small(tmp_path: Path) -> Lexicon:
    return lexicon_file(tmp_path / "small.lexicon", COUNTS, TITLES)


def test_a_lexicon_may_be_a_file(small: Lexicon) -> None:
    by_path = segmenter("titles", lexicon=small.path)
    assert by_path.segment("new york times") == segmenter("titles", lexicon=small).segment("new york times")
    assert segmenter("titles", lexicon=str(small.path)).segment("new york").pipe == "new york"
    with pytest.raises(InputError, match=r"no-such\.lexicon"):
        segmenter("titles", lexicon="no-such.lexicon")


@pytest.mark.parametrize("method", ["learned", "titles", "none"])
def test_a_missing_query_is_an_error_of_one_line(method: str) -> None:
    with pytest.raises(InputError, match="a query is a string, not NoneType"):
        segmenter(method).segment(None)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="a query is a string, not float"):
        caesura.segment(1.5, method=method)  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["learned", "titles", "wikipedia", "hybrid", "pmi", "none"])
def test_phrases_go_with_any_method(method: str, tmp_path: Path) -> None:
    (tmp_path / "phrases.txt").write_text("garage door\nrepair shop\t3\n")
    by_file = segmenter(method, phrases=tmp_path / "phrases.txt")
    by_list = segmenter(method, phrases=["garage door", "repair shop"])
    texts = [QUERY, "new york times", "cheap garage door, repair shop", "", "Garage DOOR!"]
    assert by_file.pipe_many(texts) == by_list.pipe_many(texts)
    for text, pipe in zip(texts, by_file.pipe_many(texts), strict=True):
        if text:
            assert by_file.segment(text).pipe == by_file.nbest(text, 1)[0].pipe == pipe
    assert "garage door" in by_file.segment(QUERY).pipe.split("|")
    assert by_file.segment("Garage DOOR!").pipe == "Garage DOOR!"
    # Without a phrase in it, a query is the method's.
    assert by_file.segment("new york times").pipe == segmenter(method).segment("new york times").pipe


def test_a_phrase_wins_over_a_separator() -> None:
    assert segmenter("titles", phrases=["door repair"]).segment("garage door, repair").pipe == "garage|door, repair"


def test_learned_keeps_its_probabilities_beside_phrases() -> None:
    alone = segmenter("learned").segment(QUERY)
    found = segmenter("learned", phrases=["garage door"]).segment(QUERY)
    assert found.probabilities is not None
    assert alone.probabilities is not None
    known = dict(zip(alone.spans, alone.probabilities, strict=True))
    chances = dict(zip(found.spans, found.probabilities, strict=True))
    assert chances[2, 4] == 1.0
    assert chances[0, 2] == known[0, 2]
    untouched = segmenter("learned", phrases=["something else"]).segment(QUERY)
    assert (untouched.probabilities, untouched.probability) == (alone.probabilities, alone.probability)


def test_a_minimum_confidence_leaves_phrases_alone() -> None:
    found = segmenter("learned", phrases=["angeles garage"], min_confidence=0.99).segment(QUERY)
    assert found.pipe == "los|angeles garage|door|repair"
    assert found.probabilities is not None
    assert found.probabilities[1] == 1.0


def test_a_minimum_confidence_needs_probabilities() -> None:
    with pytest.raises(InputError, match="has no probabilities"):
        segmenter("titles", phrases=["garage door"], min_confidence=0.5).segment(QUERY)
    with pytest.raises(InputError, match="between 0 and 1"):
        segmenter("learned", min_confidence=2)
    with pytest.raises(InputError, match="prefer is for phrases"):
        segmenter("learned", prefer="longest")


def test_it_can_be_sent_to_another_process() -> None:
    made = segmenter("learned", phrases=iter(["angeles garage"]), min_confidence=0.9)
    assert pickle.loads(pickle.dumps(made)).segment(QUERY) == made.segment(QUERY)  # noqa: S301


def test_a_frame_takes_them_too() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"query": [QUERY, None]})
    made = segmenter("learned", min_confidence=0.9)
    assert segment_frame(frame, min_confidence=0.9)["segmentation"].to_list() == [made.segment(QUERY).pipe, None]
    phrased = segment_frame(frame, min_confidence=0.99, phrases=["angeles garage"])
    assert phrased["segmentation"].to_list() == ["los|angeles garage|door|repair", None]


def test_the_everyday_function_takes_a_list_of_phrases() -> None:
    assert caesura.segment(QUERY, method="none", phrases=["garage door"]).pipe == "los|angeles|garage door|repair"
