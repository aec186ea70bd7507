"""Each method on small cases worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from caesura.foundation import InputError
from caesura.lexicon import MemoryLexicon
from caesura.segmenters import METHODS, Rules, segmenter

#: Beyer 2011, sections 2.2 and 5.1, counts in units of ten thousand.
THESIS = MemoryLexicon({"new york": 16536, "york times": 1760, "new york times": 1755}, ["new york", "new york times"])


def pipe(method: str, text: str, lexicon: MemoryLexicon | None = None, **options: object) -> str:
    return segmenter(method, lexicon=lexicon, **options).segment(text).pipe  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("method", "scores"),
    [
        ("naive", {"new york|times": 66144, "new york times": 47385, "new|york times": 7040, "new|york|times": 0}),
        ("wikipedia", {"new york times": 49608, "new york|times": 33072, "new|york times": 3520, "new|york|times": 0}),
    ],
)
def test_all_scores_of_the_thesis_example(method: str, scores: dict[str, int]) -> None:
    found = segmenter(method, lexicon=THESIS).nbest("new york times", 10)
    assert {one.pipe: one.score for one in found} == scores
    assert [one.score for one in found] == sorted(scores.values(), reverse=True)


def test_titles_in_the_thesis_examples() -> None:
    assert pipe("titles", "how much costs new york times", THESIS) == "how|much|costs|new york times"
    # A title that overlaps no other is kept even where nothing was counted.
    one = MemoryLexicon({}, ["san francisco"])
    assert pipe("titles", "san francisco visitor tourism statistics", one) == "san francisco|visitor|tourism|statistics"


def test_published_rules_want_a_frequency_for_every_title() -> None:
    one = MemoryLexicon({"red green": 5, "green blue": 9}, ["red green blue", "blue sky"])
    assert pipe("wikipedia", "red green blue", one) == "red green blue"
    assert pipe("wikipedia", "red green blue", one, rules="published") == "red|green blue"
    assert pipe("titles", "red green blue", one) == "red green blue"
    assert pipe("titles", "red green blue", one, rules="published") == "red|green|blue"


def test_where_titles_overlap_printed_rules_allow_what_is_no_title() -> None:
    # "b c" is no title but lies inside the overlap of "a b" and "b c d", and is the most frequent.
    one = MemoryLexicon({"a b": 3, "b c": 100, "c d": 2, "e f": 50}, ["a b", "c d e", "b c d"])
    assert pipe("titles", "a b c d e f", one) == "a|b c d|e|f"
    two = MemoryLexicon({"a b": 3, "b c": 100, "c d": 2}, ["a b c", "c d"])
    assert pipe("titles", "x a b c d y", two) == "x|a b c|d|y"
    three = MemoryLexicon({"a b": 1, "b c": 100, "b c d": 90, "c d": 1}, ["a b", "c d", "b c"])
    assert pipe("titles", "a b c d", three) == "a|b c d"
    assert pipe("titles", "a b c d", three, rules="published") == "a|b c|d"


def test_an_unseen_segment_rules_the_segmentation_out(lexicon: MemoryLexicon) -> None:
    for method in ("naive", "wikipedia"):
        found = segmenter(method, lexicon=lexicon).segment("purple elephants")
        assert (found.pipe, found.score) == ("purple|elephants", 0)


def test_a_score_per_segment_adds_up(lexicon: MemoryLexicon) -> None:
    found = segmenter("wikipedia", lexicon=lexicon).segment("cheap flights to new york")
    assert found.pipe == "cheap flights|to|new york"
    assert found.segment_scores == (1000, 0, 6000)
    assert found.score == 7000


def test_words_are_looked_up_folded_and_bare_and_printed_as_typed(lexicon: MemoryLexicon) -> None:
    assert pipe("wikipedia", "NEW York, (new YORK) times!", lexicon) == "NEW York,|(new YORK) times!"


class TestPmi:
    """Keep together from a threshold on."""

    lexicon = MemoryLexicon({"a": 10, "b": 10, "c": 10, "d": 70, "a b": 5, "b c": 1, "c d": 1}, [])

    def test_the_threshold_itself_keeps_together(self) -> None:
        from math import log

        # a b: ln(5 * 100 / 100); b c: ln(1); c d: ln(100 / 700)
        assert pipe("pmi", "a b c d", self.lexicon, threshold=log(5)) == "a b|c|d"
        assert pipe("pmi", "a b c d", self.lexicon, threshold=0) == "a b c|d"
        assert pipe("pmi", "a b c d", self.lexicon, threshold=-3) == "a b c d"
        assert pipe("pmi", "a b c d", self.lexicon, threshold=1.61) == "a|b|c|d" or log(5) >= 1.61

    def test_an_unseen_pair_or_word_breaks(self) -> None:
        assert pipe("pmi", "a c", self.lexicon, threshold=-100) == "a|c"
        assert pipe("pmi", "a zebra", self.lexicon, threshold=-100) == "a|zebra"
        assert pipe("pmi", "a b", MemoryLexicon({"a b": 3}), threshold=-100) == "a|b"

    def test_the_n_best_give_away_as_little_as_possible(self) -> None:
        found = segmenter("pmi", lexicon=self.lexicon, threshold=0).nbest("a b c", 4)
        assert [one.pipe for one in found] == ["a b c", "a b|c", "a|b c", "a|b|c"]
        assert found[0].score == pytest.approx(1.609437912, abs=1e-8)

    @pytest.mark.parametrize("threshold", ["high", float("nan"), 1e9, None])
    def test_a_threshold_is_a_number(self, threshold: object) -> None:
        with pytest.raises(InputError, match="threshold"):
            segmenter("pmi", lexicon=self.lexicon, threshold=threshold)


class TestHybrid:
    """Nominal queries by wikipedia, others by titles."""

    lexicon = MemoryLexicon({"red shoes": 50, "buy red": 70, "in rome": 90, "rome italy": 10}, ["rome italy"])

    @pytest.mark.parametrize("tags", [("JJ", "NNS"), ("ADJ", "NOUN"), ("NN", "CD")])
    def test_nominal_queries_go_by_wikipedia(self, tags: tuple[str, ...]) -> None:
        assert segmenter("hybrid", lexicon=self.lexicon).segment("red shoes", tags).pipe == "red shoes"

    def test_others_keep_only_titles(self) -> None:
        chosen = segmenter("hybrid", lexicon=self.lexicon)
        assert chosen.segment("buy red shoes", ("VB", "JJ", "NNS")).pipe == "buy|red|shoes"
        assert chosen.segment("walk in rome italy", ("VB", "IN", "NP", "NP")).pipe == "walk|in|rome italy"

    def test_an_unknown_tag_is_not_nominal(self) -> None:
        assert segmenter("hybrid", lexicon=self.lexicon).segment("red shoes", ("???", "NNS")).pipe == "red|shoes"

    def test_plus_segments_the_nominal_parts_where_there_is_no_title(self) -> None:
        chosen = segmenter("hybrid+", lexicon=self.lexicon)
        assert chosen.segment("buy red shoes", ("VB", "JJ", "NNS")).pipe == "buy|red shoes"
        # "buy red" is more frequent, but no nominal part.
        assert (
            chosen.segment("buy red shoes in rome italy", ("VB", "JJ", "NNS", "IN", "NP", "NP")).pipe
            == "buy|red|shoes|in|rome italy"
        )

    def test_plus_leaves_a_query_alone_whose_tags_do_not_fit_its_words(self) -> None:
        assert segmenter("hybrid+", lexicon=self.lexicon).segment("buy red shoes", ("VB", "JJ", "NNS", ".")).pipe == "buy|red|shoes"

    def test_without_tags_the_tagger_is_asked(self) -> None:
        def tagger(words: Sequence[str], /) -> tuple[str, ...]:
            return ("VERB",) * len(words)

        assert segmenter("hybrid", lexicon=self.lexicon, tagger=tagger).segment("red shoes").pipe == "red|shoes"
        assert segmenter("hybrid", lexicon=self.lexicon).segment("red shoes").pipe == "red shoes"

    @pytest.mark.parametrize(("rules", "expected"), [("printed", "does|red|shoes"), ("published", "does|red shoes")])
    def test_published_rules_take_a_form_of_do_for_an_article(self, rules: Rules, expected: str) -> None:
        chosen = segmenter("hybrid", lexicon=self.lexicon, rules=rules)
        assert chosen.segment("does red shoes", ("DOZ", "JJ", "NNS")).pipe == expected


def test_noun_phrases_and_titles_become_segments() -> None:
    one = MemoryLexicon(
        {"red shoes": 50, "shoes in": 90, "live in": 80, "in rome": 95, "rome italy": 10}, ["live in", "rome italy"]
    )
    chosen = segmenter("titles+noun-phrases", lexicon=one)
    assert chosen.segment("red shoes in rome italy", ("JJ", "NNS", "IN", "NP", "NP")).pipe == "red shoes|in|rome italy"
    assert chosen.segment("live in rome italy", ("VB", "IN", "NP", "NP")).pipe == "live in|rome italy"


class TestDictionary:
    """The user's phrases are always kept."""

    def test_the_longest_wins(self) -> None:
        phrases = ["a b", "b c d", "d e"]
        assert pipe("dictionary", "a b c d e", phrases=phrases) == "a|b c d|e"

    def test_the_heaviest_wins(self) -> None:
        assert pipe("dictionary", "a b c d e", phrases={"a b": 3, "b c d": 4, "d e": 2}, prefer="heaviest") == "a b|c|d e"

    def test_words_between_go_by_another_method(self, lexicon: MemoryLexicon) -> None:
        chosen = segmenter("dictionary", lexicon=lexicon, phrases=["York TIMES"], otherwise="naive")
        assert chosen.segment("cheap flights to new york times square").pipe == "cheap flights|to new|york times|square"

    def test_phrases_are_found_without_punctuation_at_the_edges(self) -> None:
        assert pipe("dictionary", "buy (Green Tea!) now", phrases=["green tea"]) == "buy|(Green Tea!)|now"

    def test_with_pmi_scores_stay_on_one_scale(self) -> None:
        lexicon = MemoryLexicon({"a": 10, "b": 10, "a b": 10})
        found = segmenter("dictionary", lexicon=lexicon, phrases=["c d"], otherwise="pmi").segment("a b c d")
        assert found.pipe == "a|b|c d"
        assert found.segment_scores == (0, 0, 4)

    @pytest.mark.parametrize("weight", [0, -1, 2.5, "x"])
    def test_weights_are_whole_numbers(self, weight: object) -> None:
        with pytest.raises(InputError, match="weight"):
            segmenter("dictionary", phrases={"a b": weight})


def test_none_and_all() -> None:
    assert pipe("none", "a b c") == "a|b|c"
    assert pipe("all", "a b c") == "a b c"
    assert pipe("all", "a") == "a"


def test_every_method_tells_what_it_is() -> None:
    assert set(METHODS) >= {
        "all",
        "dictionary",
        "hybrid",
        "hybrid+",
        "naive",
        "none",
        "pmi",
        "titles",
        "titles+noun-phrases",
        "wikipedia",
    }
    for method in METHODS.values():
        assert method.description
        assert all(parameter.description for parameter in method.parameters)


def test_mistakes_are_told_with_a_cure(lexicon: MemoryLexicon) -> None:
    with pytest.raises(InputError, match=r"no method is called 'magic'; choose one of .*naive"):
        segmenter("magic")
    with pytest.raises(InputError, match=r"no parameter of \w+ is called 'threshold'; there are none"):
        segmenter("naive", lexicon=lexicon, threshold=1)
    with pytest.raises(InputError, match="choose one of printed, published"):
        segmenter("naive", lexicon=lexicon, rules="mine")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no value of prefer is called 'shortest'"):
        segmenter("dictionary", phrases=["a b"], prefer="shortest")
    with pytest.raises(InputError, match="without words"):
        segmenter("none").segment("  ")
    with pytest.raises(InputError, match="65 words"):
        segmenter("none").segment("a " * 65)
    with pytest.raises(InputError, match="ask for one or more"):
        segmenter("none").nbest("a b", 0)


def test_explain_names_every_candidate_and_why(lexicon: MemoryLexicon) -> None:
    found = segmenter("wikipedia", lexicon=lexicon).explain("new york times")
    assert [(reason.text, reason.weight, reason.chosen) for reason in found.reasons] == [
        ("new york", 6000, False),
        ("new york times", 9000, True),
        ("york times", 600, False),
    ]
    assert found.reasons[1].why == "3 x 3,000 (largest pair inside a title)"
    assert found.verdict == "it weighs 3,000 more than new york|times"
    tie = segmenter("dictionary", phrases=["a b", "b c"]).explain("a b c")
    assert tie.verdict == "it ties with a|b c, whose first differing break comes earlier"
    assert segmenter("none").explain("a b").verdict == "nothing else is possible"
