from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from caesura.corpus import (
    Corpus,
    Entry,
    Query,
    Vote,
    Votes,
    corpus_facts,
    draw_by_length,
    draw_votes,
    facts_report,
    query_facts,
    read_corpus,
)
from caesura.foundation import InputError
from caesura.shapes import Flat, Words, parse_pipe


def entry(number: int, tags: str, **votes: int) -> Entry:
    """`entry(1, "NN NN", a_b__c=7)`: keys with _ for a space and __ for a bar."""
    parsed = [(parse_pipe(key.replace("__", "|").replace("_", " ")), count) for key, count in votes.items()]
    return Entry(
        Query(f"q{number}", " ".join(parsed[0][0][0]), tuple(tags.split()) or None),
        Votes(tuple(Vote(flat, count) for (_, flat), count in parsed)),
    )


CORPUS = Corpus(
    "made",
    (
        entry(1, "NN NN NN", a_b__c=7, a__b_c=3),
        entry(2, "NN IN NN", a__b__c=5, a_b_c=5),
        entry(3, "NN NN NN NN", a_b__c_d=4, a__b__c__d=3, a_b_c_d=3),
        entry(4, "", a__b=6, a_b=3),
    ),
)


def test_counts() -> None:
    facts = corpus_facts(CORPUS)
    assert (facts.queries, facts.annotations) == (4, 39)
    assert facts.lengths == {2: 1, 3: 2, 4: 1}
    assert facts.counts == {
        "safe": {"safe": 1, "unsafe": 3},
        "segmented": {"segmented": 2, "unsegmented": 2},
        "nominal": {"nominal": 2, "non-nominal": 1},
    }
    # Segments are counted once per vote: 7x(2,1) + 3x(1,2) + 5x(1,1,1) + 5x(3) + 4x(2,2) + 3x(1,1,1,1) + 3x(4) + 6x(1,1) + 3x(2)
    assert facts.segment_lengths == {1: 7 + 3 + 15 + 12 + 12, 2: 7 + 3 + 8 + 3, 3: 5, 4: 3}
    assert facts.first_two_votes == {(7, 3): 1, (6, 3): 1, (5, 5): 1, (4, 3): 1}


def test_cross_tables() -> None:
    facts = corpus_facts(CORPUS)
    assert facts.cross["nominal", "safe"] == {("nominal", "safe"): 1, ("non-nominal", "unsafe"): 1, ("nominal", "unsafe"): 1}
    assert facts.cross["length", "segmented"] == {
        ("3", "segmented"): 1,
        ("3", "unsegmented"): 1,
        ("4", "segmented"): 1,
        ("2", "unsegmented"): 1,
    }


def test_a_tagger_fills_in_where_tags_are_missing() -> None:
    def tagger(words: Words) -> list[str]:
        return ["NOUN"] * len(words)

    assert query_facts(CORPUS["q4"]).nominal is None
    assert query_facts(CORPUS["q4"], tagger).nominal is True
    assert query_facts(CORPUS["q2"], tagger).nominal is False


def test_queries_without_votes_have_fewer_facts() -> None:
    facts = corpus_facts(Corpus("bare", (Entry(Query("1", "a b")),)))
    assert facts.counts == {"safe": {}, "segmented": {}, "nominal": {}}
    assert query_facts(Entry(Query("1", "a b"))).safe is None


def test_the_heat_map_is_drawn_the_same_again(tmp_path: Path) -> None:
    draw_votes(corpus_facts(CORPUS), tmp_path / "one.png")
    draw_votes(corpus_facts(CORPUS), tmp_path / "two.png")
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
    with pytest.raises(InputError, match=r"ends in \.svg"):
        draw_votes(corpus_facts(CORPUS), tmp_path / "three.gif")


def test_facts_of_the_shared_corpus(shared_data: Path) -> None:
    facts = corpus_facts(read_corpus(shared_data / "webis-qsec-10"))
    assert facts.queries == 3865
    # Beyer 2011, tables 3.2-3.5: shares of the whole corpus.
    assert facts.lengths[3] / facts.queries == pytest.approx(0.4460, abs=0.01)
    assert facts.counts["safe"]["safe"] / facts.queries == pytest.approx(28773 / 53437, abs=0.01)
    assert facts.counts["segmented"]["segmented"] / facts.queries == pytest.approx(40609 / 53437, abs=0.01)
    assert facts.counts["nominal"]["nominal"] / facts.queries == pytest.approx(23508 / 53437, abs=0.01)


def test_a_flat_of_one_segment_is_segmented() -> None:
    assert query_facts(Entry(Query("1", "a b"), Votes((Vote(Flat((0,)), 1),)))).segmented is True


def test_somebody_left_every_word_alone_and_titles_overlap() -> None:
    titles = {("new", "york"), ("york", "times"), ("cape", "town"), ("new", "york", "times")}

    def is_title(words: Sequence[str]) -> bool:
        return tuple(words) in titles

    votes = [{"a__b__c": 1, "a_b__c": 9}, {"a_b__c": 10}]
    corpus = Corpus("two", tuple(entry(number, "", **given) for number, given in enumerate(votes)))
    facts = corpus_facts(corpus, is_title=is_title)
    assert (facts.someone_left_alone, facts.overlapping_titles) == (1, 0)
    assert facts_report(corpus, facts)["someone_left_alone_share"] == 0.5
    assert corpus_facts(corpus).overlapping_titles is None
    overlapping = {"new york times": True, "york times square": False, "new york city cape town": False, "old new york times": True}
    for text, expected in overlapping.items():
        one = Corpus("one", (Entry(Query("1", text)),))
        found = corpus_facts(one, is_title=is_title)
        assert (found.overlapping_titles, found.someone_left_alone) == (int(expected), None), text


@pytest.mark.parametrize("fact", ["segmented", "safe"])
def test_facts_by_length_are_drawn_the_same_again(tmp_path: Path, fact: str) -> None:
    corpus = Corpus("two", (entry(1, "", a_b__c=9, a__b__c=1), entry(2, "", a__b__c__d=10)))
    for name in ("one.svg", "two.svg"):
        draw_by_length(corpus_facts(corpus), fact, tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    assert b"<svg" in (tmp_path / "one.svg").read_bytes()
    with pytest.raises(InputError, match="nothing is known about nominal queries"):
        draw_by_length(corpus_facts(corpus), "nominal", tmp_path / "none.svg")
