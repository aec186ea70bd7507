"""Tables, the WH rule, error classes, comma queries, queries made from known trees."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.lexicon import default_lexicon
from caesura.shapes import Flat, Forest, print_pipe
from caesura.syntax import SYNTAX_METHODS, Order, Tools, TreebankQuery
from caesura.syntax.scores.comma_queries import comma_queries
from caesura.syntax.scores.error_classes import error_classes
from caesura.syntax.scores.question_rule import question_rule
from caesura.syntax.scores.synthetic import gold_forest, synthetic_queries, treebank_questions
from caesura.syntax.scores.tables import both_orders, compare_parsers, evaluate_methods
from caesura.syntax.treebank.as_queries import TreeExample
from tests.syntax.chain_parser import ChainParser

TOOLS = Tools(given_parser=ChainParser(), given_lexicon=default_lexicon(), folds=2)


def query(text: str, heads: tuple[int, ...], tags: str, labels: tuple[str, ...] = ()) -> TreebankQuery:
    return TreebankQuery(text, tuple(text.split()), Forest(heads, tuple(tags.split()), labels))


TREEBANK = [
    query("tea cups", (2, 0), "NOUN NOUN", ("compound", "root")),
    query("tea how made", (0, 3, 0), "NOUN ADV VERB", ("root", "advmod", "root")),
    query("what is tea", (0, 1, 1), "PRON AUX NOUN", ("root", "cop", "nsubj")),
    query("is tea good quora", (3, 3, 0, 0), "AUX NOUN ADJ PROPN", ("cop", "nsubj", "root", "root")),
]


def test_methods_on_the_subsets() -> None:
    results = evaluate_methods("small", TREEBANK, SYNTAX_METHODS.several("gold,parser-only"), TOOLS)
    gold = {row["subset"]: row for row in results[0].rows}
    alone = {row["subset"]: row for row in results[1].rows}
    assert [gold[name]["queries"] for name in ("all", "multi-segment", "single-segment", "low-confidence")] == [4, 2, 2, 4]
    assert gold["all"]["segment_f1"] == 1
    assert alone["multi-segment"]["segment_f1"] == 0
    assert alone["single-segment"]["segment_f1"] == 1
    # The chain gets the root of each query right that begins with it, and its second word where that hangs on the first.
    assert alone["all"]["uas"] == Fraction(3, 12)
    assert "parser:chain#0|method:gold|order:segment-first" in gold["all"]["signature"]


def test_parsers_on_whole_and_segmented_queries() -> None:
    row, again = compare_parsers(TREEBANK, [ChainParser(), ChainParser()])
    assert row == again
    assert (row["whole_uas"], row["segmented_uas"]) == (Fraction(3, 12), Fraction(4, 12))


def test_either_step_first() -> None:
    rows = both_orders("small", TREEBANK, [SYNTAX_METHODS["gold"]], TOOLS)
    assert [row["order"] for row in rows] == [order.value for order in Order]


def test_the_question_rule() -> None:
    found = question_rule(TREEBANK)
    assert (found["found"], found["precision"], found["recall"]) == (2, Fraction(1, 2), Fraction(1, 2))
    assert question_rule(TREEBANK[:1])["precision"] is None


def test_error_classes() -> None:
    found = error_classes(TREEBANK, [Flat((1,)), Flat((0, 0)), Flat((0, 1)), Flat((0, 0, 0))])
    assert found["false_positives"] == {"sentence": 1, "noun-phrase": 1, "other": 0}
    assert found["false_negatives"] == {"provider": 1, "named-entity": 0, "missing-word": 0, "other": 1}
    right = error_classes(TREEBANK, [one.forest.segments for one in TREEBANK])
    assert not any(right["false_positives"].values())
    assert not any(right["false_negatives"].values())


def test_comma_queries(tmp_path: Path) -> None:
    file = tmp_path / "pairs.tsv"
    rows = [f"Cup {n}, green tea,, Lisbon\tWhat is cup {n} of green tea in Lisbon?" for n in range(40)]
    file.write_text("\n".join(rows))
    tested, trained = comma_queries(file), comma_queries(file, held_out=False)
    assert len(tested) + len(trained) == 40
    assert 2 <= len(tested) <= 16
    assert print_pipe(tested[0].words, tested[0].forest.segments).endswith("|green tea|lisbon")
    file.write_text("no tab\n")
    with pytest.raises(InputError, match="no tab"):
        comma_queries(file)
    file.write_text("")
    with pytest.raises(InputError, match="no keyword query"):
        comma_queries(file)


def test_a_known_forest() -> None:
    question = TreeExample(
        ("how", "do", "i", "make", "a", "boat", "of", "paper"),
        ("ADV", "AUX", "PRON", "VERB", "DET", "NOUN", "ADP", "NOUN"),
        (4, 4, 4, 0, 6, 4, 8, 6),
        ("advmod", "aux", "nsubj", "root", "det", "obj", "case", "nmod"),
    )
    assert gold_forest(question, [3, 5, 7]).heads == (0, 1, 0)
    # The topic moved in front is a segment; the rest keeps its tree.
    assert gold_forest(question, [7, 0, 3, 5]).heads == (0, 3, 0, 3)


CONLLU = """1	How	_	ADV	_	_	2	advmod	_	_
2	boil	_	VERB	_	_	0	root	_	_
3	eggs	_	NOUN	_	_	2	obj	_	_
4	?	_	PUNCT	_	_	2	punct	_	_

1	Eggs	_	NOUN	_	_	0	root	_	_

"""


def test_queries_from_a_treebank(tmp_path: Path) -> None:
    file = tmp_path / "trees.conllu"
    file.write_text(CONLLU)
    questions = list(treebank_questions(file))
    assert [one.words for one in questions] == [("how", "boil", "eggs")]
    made = synthetic_queries(questions * 60)
    assert made == synthetic_queries(questions * 60)
    assert {one.comments["shortening"] for one in made} >= {"as-typed", "content-words", "topic-first"}
    for one in made:
        assert one.forest.size == len(one.words) >= 2
