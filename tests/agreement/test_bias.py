from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from statistics import pstdev

import numpy as np
import pytest

from caesura.agreement import ANNOTATORS, Kind, bias_page, bias_report, simulated_corpus
from caesura.agreement.bias.prepositions import position_of
from caesura.agreement.bias.report import BiasReport
from caesura.agreement.bias.tagged import is_preposition, tagged_items, verb_phrase
from caesura.agreement.bias.tally import Finding, Tally, chi_square, dealt_anew_p, sign_flip_p
from caesura.agreement.flat_chance import deviation, length_deviations, segment_numbers
from caesura.corpus import Corpus, Entry, Query, Vote, Votes
from caesura.foundation import InputError
from caesura.shapes import Flat, all_flat, parse_pipe, random_flat


def corpus(*queries: tuple[str, str | None, dict[str, int]]) -> Corpus:
    """Queries as (text, tags, votes in pipe form)."""
    return Corpus(
        "small",
        tuple(
            Entry(
                Query(f"q{number}", text, None if tags is None else tuple(tags.split())),
                Votes(tuple(Vote(parse_pipe(pipe)[1], count) for pipe, count in votes.items())),
            )
            for number, (text, tags, votes) in enumerate(queries)
        ),
    )


def found(report: BiasReport, habit: str, where: str) -> Finding:
    return next(row for row in report.findings if (row.habit, row.where) == (habit, where))


def by_name(name: str, kind: Kind) -> Corpus:
    return simulated_corpus(next(one for one in ANNOTATORS if (one.name, one.kind) == (name, kind)), queries=80)


@pytest.mark.parametrize("words", range(2, 8))
def test_random_segments_as_if_listed(words: int) -> None:
    every = list(all_flat(words))
    for segments, share in segment_numbers(words).items():
        assert share == Fraction(sum(len(flat.spans) == segments for flat in every), len(every))
    for segments in range(1, min(3, words) + 1):
        chosen = [flat.lengths for flat in every if len(flat.spans) == segments]
        shares = length_deviations(words, segments)
        assert sum(shares.values()) == 1
        mean = sum(value * float(share) for value, share in shares.items())
        assert mean == pytest.approx(sum(pstdev(map(float, lengths)) for lengths in chosen) / len(chosen))


def test_deviation_as_in_the_paper() -> None:
    assert deviation((3, 4)) == 0.5
    assert deviation((2, 5)) == 1.5
    assert deviation((2, 2, 2)) == 0


def test_lovers_of_halves_are_found_out() -> None:
    report = bias_report(by_name("two halves", Kind.FLAT), against=by_name("spammer", Kind.FLAT), trials=500)
    few = found(report, "two or three segments", "all")
    assert (few.observed, few.p < 0.01) == (1.0, True)
    assert few.other == pytest.approx(few.expected, abs=0.05)
    assert few.other_p is not None
    assert few.other_p < 0.01
    assert few.effect > 0.5
    equal = found(report, "deviation of lengths, 2 segments", "all")
    assert equal.observed < equal.expected
    assert equal.p < 0.01
    shares = [row for row in report.segments if row["words"] == 6]
    assert [row["share"] for row in shares] == [0, 1, 0, 0, 0, 0]
    assert [row["expected"] for row in shares] == [1 / 32, 5 / 32, 10 / 32, 10 / 32, 5 / 32, 1 / 32]


def test_spammers_have_no_habits() -> None:
    report = bias_report(by_name("spammer", Kind.FLAT), nested=by_name("spammer", Kind.NESTED), trials=500)
    assert found(report, "two or three segments", "all").p > 0.01
    height = found(report, "height of the tree", "all")
    assert height.p > 0.01
    assert abs(height.effect) < 0.15


def test_lovers_of_balanced_trees_are_found_out() -> None:
    report = bias_report(by_name("balanced trees", Kind.NESTED), against=by_name("spammer", Kind.NESTED), trials=500)
    assert {row.bias for row in report.findings} == {2}
    five = found(report, "height of the tree", "5 words")
    assert five.observed == 2
    assert five.expected == pytest.approx(18 / 7)
    assert five.p < 0.01
    assert five.other == pytest.approx(18 / 7, abs=0.3)
    assert sum(row["share"] for row in report.heights if row["words"] == 8) == 1  # type: ignore[misc]


def test_prepositions_as_in_table_6() -> None:
    report = bias_report(
        corpus(
            (
                "flights to rome",
                "NNS TO NP",
                {"flights|to|rome": 40, "flights to rome": 30, "flights to|rome": 20, "flights|to rome": 10},
            ),
            ("house for", "NN IN", {"house|for": 50, "house for": 50}),
        ),
        trials=200,
    )
    everything, edge, to = report.prepositions
    assert [everything[position] for position in ("both", "none", "right", "left", "edge")] == [20, 15, 10, 5, 50]
    assert everything["chance_each"] == 12.5
    assert [to[position] for position in ("preposition", "both", "none", "right", "left", "edge")] == ["to", 40, 30, 20, 10, 0]
    assert (edge["preposition"], edge["edge"]) == ("for", 100)
    assert found(report, "break: left", "to").observed == 0.1
    assert found(report, "break: left", "all prepositions").expected == 0.125


def test_where_breaks_are() -> None:
    assert [position_of(breaks, 1) for breaks in ((1, 1), (0, 0), (0, 1), (1, 0))] == ["both", "none", "right", "left"]
    assert position_of((1, 1), 0) == position_of((1, 1), 2) == "edge"


def test_verb_phrases() -> None:
    assert verb_phrase(["NN", "VBZ", "DT", "NN"]) == (1, 1)
    assert verb_phrase(["NN", "AUX", "ADV", "VERB", "NOUN"]) == (1, 3)
    assert verb_phrase(["WRB", "TO", "VB", "DT", "NN"]) == (2, 2)
    assert verb_phrase(["NN", "BEZ", "JJ"]) == (1, 1)
    assert verb_phrase(["NN", "NN"]) is None
    report = bias_report(
        corpus(
            ("dogs chase cats", "NNS VB NNS", {"dogs|chase cats": 6, "dogs chase|cats": 4}),
            ("the old dogs bark", "DT JJ NNS VB", {"the old dogs|bark": 1, "the old|dogs bark": 9}),
            ("buy cheap dogs", "VB JJ NNS", {"buy|cheap dogs": 10}),
        ),
        trials=200,
    )
    before = found(report, "break before the verb phrase", "verb phrase: half of the query")
    assert (before.observed, before.expected, before.queries) == (0.6, 0.5, 1)
    assert found(report, "break right after the verb", "verb phrase: half of the query").observed == 0.4
    assert found(report, "break before the verb phrase", "verb phrase: single verb").observed == 0.1
    assert report.verb_phrase_length is not None
    assert (report.verb_phrase_length["half"], report.verb_phrase_length["single_verb"]) == (0.6, 0.1)


def test_tags_come_from_the_corpus_or_the_tagger() -> None:
    small = corpus(
        ("a b", "NN NN", {"a b": 1}),
        ("u.s. dogs", "NN . NN NNS", {"u.s. dogs": 1}),
        ("c d", None, {"c d": 1}),
    )
    assert [len(tagged_items(small)[0]), tagged_items(small)[1]] == [1, 2]
    items, left_out = tagged_items(small, lambda words: ["X"] * len(words))
    assert [item.tags for item in items] == [("NN", "NN"), ("X", "X"), ("X", "X")]
    assert left_out == 0
    assert is_preposition("To", "PART")
    assert not is_preposition("because", "IN")


def test_chi_square_puts_small_cells_together() -> None:
    test = chi_square([10, 20, 30, 40], [0.25] * 4)
    assert test is not None
    assert test[0] == pytest.approx(20)
    assert test[1] == 3
    assert test[3] == pytest.approx((20 / 100) ** 0.5)
    together = chi_square([5, 5, 0, 0], [0.5, 0.4, 0.05, 0.05])
    assert together is not None
    assert together[1] == 1
    assert chi_square([3], [1.0]) is None


def test_sign_flips_as_if_all_were_listed() -> None:
    surplus = np.array([1.0, 2.0, 3.0, 4.0, -1.0, 2.0])
    signs = [
        1 - 2 * np.array([place in flipped for place in range(6)]) for size in range(7) for flipped in combinations(range(6), size)
    ]
    exactly = sum(abs((sign * surplus).sum()) >= abs(surplus.sum()) for sign in signs) / len(signs)
    assert sign_flip_p(surplus, trials=20_000) == pytest.approx(exactly, abs=0.015)
    assert sign_flip_p(np.zeros(5), trials=100) == 1


def test_dealing_anew_as_if_all_were_listed() -> None:
    one = Tally.of([(5, 2, 1, 10), (6, 2, 1, 10), (7, 2, 1, 10)], share=True)
    other = Tally.of([(2, 2, 1, 10), (3, 2, 1, 10), (6, 2, 1, 10), (1, 2, 1, 10)], share=True)
    surplus = [3, 4, 5, 0, 1, 4, -1]
    observed = abs(12 / 30 - 4 / 40)
    deals = list(combinations(range(7), 3))
    reached = sum(
        abs(sum(surplus[i] for i in deal) / 30 - (16 - sum(surplus[i] for i in deal)) / 40) >= observed - 1e-12 for deal in deals
    )
    assert dealt_anew_p(one, other, trials=20_000) == pytest.approx(reached / len(deals), abs=0.015)


def test_the_report_is_one_page_and_one_document() -> None:
    tagged = Corpus(
        "tagged",
        tuple(
            Entry(
                Query(f"q{number}", "flights to <b>"),
                Votes.count((random_flat(3, random.Random(number * 10 + who)), None, ()) for who in range(10)),
            )
            for number in range(12)
        ),
    )
    report = bias_report(
        tagged, nested=by_name("balanced trees", Kind.NESTED), against=tagged, tagger=lambda _words: ["NN", "TO", "NN"], trials=100
    )
    assert {row.bias for row in report.findings} == {1, 2, 4}
    page = bias_page(report).render()
    assert page.count("<svg") == 6
    assert "http" not in page.replace("http://www.w3.org", "")
    for heading in ("Two halves", "Balanced trees", "Prepositions"):
        assert f"<h2>{heading}</h2>" in page
    assert json.loads(json.dumps(report.as_document()))["corpus"] == "tagged"
    assert len(report.sentences) >= 3
    assert [(row["shape"], row["distance"]) for row in report.agreement] == [("flat", "d"), ("nested", "d1"), ("nested", "d2")]
    assert "dotted: second corpus" in page


def test_two_nested_corpora_are_one_too_many() -> None:
    trees = by_name("balanced trees", Kind.NESTED)
    with pytest.raises(InputError, match="both nested"):
        bias_report(trees, nested=trees)


def cut_by(name: str, cut: Callable[[int, int], Flat]) -> Corpus:
    """Sixty queries of four words, each cut by ten people as `cut` says of query and person."""
    return Corpus(
        name,
        tuple(
            Entry(Query(f"q{number}", f"a b c d{number}"), Votes.count((cut(number, who), None, ()) for who in range(10)))
            for number in range(60)
        ),
    )


def test_only_habits_beyond_chance_are_warnings() -> None:
    chance = bias_report(cut_by("chance", lambda number, who: random_flat(4, random.Random(f"{number} {who}"))), trials=1000)
    assert len(chance.sentences) == 2
    assert chance.warnings == []
    halves = bias_report(cut_by("halves", lambda _number, _who: Flat((0, 1, 0))), trials=1000)
    assert halves.warnings == halves.sentences
    # Beyond chance, but the other way: that is no habit of cutting in two halves.
    uneven = bias_report(cut_by("uneven", lambda number, _who: Flat((1, 0, 0) if number % 2 else (0, 0, 1))), trials=1000)
    assert [sentence[:3] for sentence in uneven.warnings] == ["100"]


def test_all_in_one_segment() -> None:
    report = bias_report(Corpus("one", (Entry(Query("q", "a b c"), Votes((Vote(Flat((0, 0)), 4),))),)), trials=100)
    assert found(report, "two or three segments", "all").observed == 0
    assert report.deviations == []
