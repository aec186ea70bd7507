from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.shapes import Flat, Forest, parse_conllu, print_conllu
from caesura.shapes.forest import Forest as ForestByPath
from tests.strategies import forests, tricky_words


def test_segments_roots_depths() -> None:
    forest = Forest((2, 0, 0, 3), ("ADJ", "NOUN", "NOUN", "NOUN"))
    assert forest.segments == Flat((0, 1, 0))
    assert forest.roots == (1, 2)
    assert forest.depths == (1, 0, 0, 1)
    assert eval(repr(forest), {"Forest": ForestByPath}) == forest  # noqa: S307


def test_the_empty_and_the_one_word_forest() -> None:
    assert Forest((), ()).size == 0
    assert print_conllu((), Forest((), ())) == "\n"
    assert Forest((0,), ("NOUN",)).segments == Flat(())


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        ((2, 1), "cycle"),
        ((1,), "word 1 has head 1"),
        ((3, 0), "possible are 0"),
        ((-1,), "possible are 0"),
        ((0, 0, 1), "not contiguous at word 3|cross"),
        ((3, 4, 0, 3), "cross"),
        ((2, 3, 1), "cycle"),
    ],
)
def test_what_is_no_forest(heads: tuple[int, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Forest(heads, ("X",) * len(heads))


def test_tags_and_labels_must_fit() -> None:
    with pytest.raises(InputError, match="1 tags for 2"):
        Forest((0, 1), ("X",))
    with pytest.raises(InputError, match="1 labels for 2"):
        Forest((0, 1), ("X", "X"), ("root",))


@given(st.data(), forests())
def test_conllu_round_trip(data: st.DataObject, forest: Forest) -> None:
    words = tuple(data.draw(st.lists(tricky_words, min_size=forest.size, max_size=forest.size)))
    block = print_conllu(words, forest, {"sent_id": "q1"})
    assert parse_conllu(block.rstrip("\n").split("\n")) == (words, forest, {"sent_id": "q1"})


@given(st.lists(st.text(st.sampled_from("1234567\t_ax#=-.\\"), max_size=30), max_size=4))
def test_any_lines_parse_or_are_a_clear_error(lines: list[str]) -> None:
    try:
        words, forest, _ = parse_conllu(lines)
    except InputError as error:
        assert "\n" not in str(error)
    else:
        assert forest.size == len(words)


def test_segments_in_misc_must_be_the_trees() -> None:
    block = print_conllu(("a", "b"), Forest((0, 0), ("X", "X"))).replace("Segment=2", "Segment=1")
    with pytest.raises(InputError, match="disagree between words 1 and 2"):
        parse_conllu(block.rstrip("\n").split("\n"))
