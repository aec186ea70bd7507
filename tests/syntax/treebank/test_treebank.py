"""Treebanks of queries: read, written, checked; sentences as queries; profiles."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.shapes import Forest
from caesura.syntax import Parse, TreebankQuery, profile, read_treebank, validate_treebank, write_treebank
from caesura.syntax.treebank.as_queries import TreeExample, read_trees
from tests.strategies import forests, tricky_words

GOOD = """# sent_id = one
# text = copper pans how to clean
1	copper	_	NOUN	_	_	2	compound	_	Segment=1
2	pans	_	NOUN	_	_	0	root	_	Segment=1
3	how	_	ADV	_	_	5	advmod	_	Segment=2
4	to	_	PART	_	_	5	mark	_	Segment=2
5	clean	_	VERB	_	_	0	root	_	Segment=2

# sent_id = two
1	oslo	_	PROPN	_	_	0	root	_	Segment=1
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "trees.conllu"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_treebank_is_read(tmp_path: Path) -> None:
    one, two = read_treebank(written(tmp_path, GOOD))
    assert (one.id, one.words, one.forest.heads, one.line) == ("one", ("copper", "pans", "how", "to", "clean"), (2, 0, 5, 5, 0), 1)
    assert (two.id, two.forest.tags, two.line) == ("two", ("PROPN",), 9)


def test_the_first_fault_ends_reading(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"trees\.conllu:9: in the query that begins here: the heads form a cycle"):
        read_treebank(
            written(
                tmp_path,
                GOOD + "2\tx\t_\tX\t_\t_\t3\t_\t_\t_\n3\ty\t_\tX\t_\t_\t2\t_\t_\t_\n",
            )
        )
    with pytest.raises(InputError, match=r":9: the sent_id 'one' is already used at line 1"):
        read_treebank(written(tmp_path, GOOD.replace("= two", "= one")))
    with pytest.raises(InputError, match="holds no query"):
        read_treebank(written(tmp_path, "\n\n"))


@given(st.data(), st.lists(forests(), min_size=1, max_size=4))
def test_writing_and_reading_give_the_same(tmp_path: Path, data: st.DataObject, shapes: list[Forest]) -> None:
    queries = [
        TreebankQuery(f"q{i}", tuple(data.draw(st.lists(tricky_words, min_size=shape.size, max_size=shape.size))), shape)
        for i, shape in enumerate(shapes)
    ]
    stream = io.StringIO()
    write_treebank(stream, queries)
    path = tmp_path / "again.conllu"
    path.write_bytes(stream.getvalue().encode())
    assert read_treebank(path) == queries


def test_a_good_treebank_has_no_faults(tmp_path: Path) -> None:
    check = validate_treebank(written(tmp_path, GOOD))
    assert (check.faults, check.queries, check.words, check.segments, check.multi_segment) == ([], 2, 6, 3, 1)


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("\t2\tcompound", "\t7\tcompound", 3, "'copper' (word 1) has head 7"),
        ("\t2\tcompound", "\t1\tcompound", 3, "'copper' (word 1) has head 1"),
        ("\t2\tcompound", "\tx\tcompound", 3, "the head is 'x'"),
        ("\t0\troot\t_\tSegment=1\n3", "\t1\tdep\t_\tSegment=1\n3", 3, "the heads above 'copper' form a cycle"),
        ("to\t_\tPART\t_\t_\t5", "to\t_\tPART\t_\t_\t1", 6, "the tree of 'pans' goes on at 'to' after another tree"),
        ("Segment=2\n4", "Segment=1\n4", 5, "'how' has Segment=1, its tree is number 2"),
        ("\tNOUN\t_\t_\t2", "\tNN\t_\t_\t2", 3, "the tag of 'copper' is 'NN'"),
        ("\t2\tcompound", "\t2\troot", 3, "'copper' has head 2 and relation 'root'"),
        ("2\tpans", "3\tpans", 4, "the word is numbered '3', expected 2"),
        ("\t_\tSegment=1\n2", "\tSegment=1\n2", 3, "9 columns"),
        ("= two", "= one", 9, "the sent_id 'one' is already used at line 1"),
        ("1\toslo\t_", "1-2\toslo\t_", 10, "the word is numbered 1-2"),
    ],
)
def test_each_fault_is_found_where_it_is(tmp_path: Path, old: str, new: str, line: int, problem: str) -> None:
    assert GOOD.count(old) == 1
    path = written(tmp_path, GOOD.replace(old, new))
    found = validate_treebank(path).faults
    assert any(fault.line == line and fault.problem.startswith(problem) for fault in found), found
    assert str(found[0].error(path)).startswith(f"{path}:")


def test_crossing_edges_and_missing_segments(tmp_path: Path) -> None:
    rows = [(3, "dep"), (4, "dep"), (0, "root"), (3, "dep")]
    text = "".join(f"{i}\tw{i}\t_\tX\t_\t_\t{head}\t{label}\t_\t_\n" for i, (head, label) in enumerate(rows, start=1))
    faults = validate_treebank(written(tmp_path, text)).faults
    assert [fault.problem for fault in faults] == ["the edges of 'w1' and 'w2' cross", "no word names its segment"]


@given(st.lists(forests(), min_size=1, max_size=3))
def test_what_can_be_written_is_valid(tmp_path: Path, shapes: list[Forest]) -> None:
    stream = io.StringIO()
    tagged = [Forest(shape.heads, ("NOUN",) * shape.size) for shape in shapes]
    write_treebank(stream, [TreebankQuery(str(i), ("w",) * shape.size, shape) for i, shape in enumerate(tagged)])
    path = tmp_path / "valid.conllu"
    path.write_text(stream.getvalue(), encoding="utf-8")
    assert validate_treebank(path).faults == []


SENTENCE = """1-2	Don't	_	_	_	_	_	_	_	_
1	Do	do	AUX	VB	_	4	aux	_	_
2	n't	not	PART	RB	_	4	advmod	_	_
3	,	,	PUNCT	,	_	4	punct	_	_
4	feed	feed	VERB	VB	_	0	root	_	_
5	the	the	DET	DT	_	6	det	_	_
6	Dogs	dog	NOUN	NNS	_	4	obj	_	_
7	!	!	PUNCT	.	_	4	punct	_	_
"""


def test_sentences_as_queries(tmp_path: Path) -> None:
    whole, phrase = read_trees(written(tmp_path, SENTENCE), fragments=True)
    assert whole == TreeExample(
        ("don't", "feed", "the", "dogs"), ("AUX", "VERB", "DET", "NOUN"), (2, 0, 4, 2), ("aux", "root", "det", "obj")
    )
    assert phrase == TreeExample(("the", "dogs"), ("DET", "NOUN"), (2, 0), ("det", "root"))


def test_a_root_that_is_punctuation_gives_way(tmp_path: Path) -> None:
    text = SENTENCE.replace("4\tfeed\tfeed\tVERB\tVB\t_\t0\troot", "4\tfeed\tfeed\tVERB\tVB\t_\t7\tdep").replace(
        "PUNCT\t.\t_\t4\tpunct", "PUNCT\t.\t_\t0\troot"
    )
    (tree,) = read_trees(written(tmp_path, text))
    assert tree.heads == (2, 0, 4, 2)
    assert tree.labels[1] == "root"


def test_every_sentence_of_a_real_treebank_is_a_tree(shared_data: Path) -> None:
    trees = list(read_trees(shared_data / "treebank" / "atis" / "en_atis-ud-dev.conllu", fragments=True))
    assert len(trees) > 2000
    for tree in trees:
        assert len(Forest(tree.heads, tree.tags, tree.labels).roots) == 1


def test_a_profile() -> None:
    one = Parse(("NOUN", "NOUN"), (2, 0), confidence=0.6)
    two = Parse(("ADV", "PART", "VERB", "PROPN"), (3, 3, 0, 0), confidence=0.8)
    found = profile([one, two, Parse((), ())])
    assert (found.queries, found.words, found.median_depth, found.mean_depth) == (2, 3, 1, 1)
    assert found.noun_roots == pytest.approx(2 / 3)
    assert found.verb_roots == pytest.approx(1 / 3)
    assert found.confidence == pytest.approx(0.7)
    assert found.segments == 1.5
    assert profile([Parse(("X",), (0,))]).confidence is None
    with pytest.raises(InputError, match="no query has words"):
        profile([])
