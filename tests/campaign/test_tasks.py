"""The tasks: what they take as an answer, what they refuse, and in what form it is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.campaign import TASKS, task_named
from caesura.campaign.keys import LINK, looks_like_key, new_key
from caesura.campaign.tasks import NOT_UNDERSTOOD
from caesura.foundation import InputError
from caesura.shapes import Flat, Nested, all_flat, all_nested, parse_pipe, print_brackets, print_pipe, print_quotes

_WORD = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=5)
words_of_any_kind = st.lists(_WORD.filter(lambda word: len(word.split()) == 1), min_size=2, max_size=5).map(tuple)
_ANYTHING = st.one_of(st.text(), st.lists(st.integers()), st.integers(), st.booleans(), st.none(), st.floats())


@given(words_of_any_kind, st.data())
def test_a_segmentation_comes_back_whatever_the_form_it_was_sent_in(words: tuple[str, ...], data: st.DataObject) -> None:
    flat = data.draw(st.sampled_from(list(all_flat(len(words)))))
    task = task_named("flat")
    canonical = print_pipe(words, flat)
    assert task.read(words, canonical) == canonical
    assert task.read(words, list(flat.breaks)) == canonical
    assert task.shape(words, canonical) == flat
    # Quote form, where it does not happen to be pipe form of the same words as well.
    quoted = print_quotes(words, flat)
    try:
        parse_pipe(quoted, words)
    except InputError:
        assert task.read(words, quoted) == canonical


def test_a_bare_bar_among_the_words_needs_no_quotes() -> None:
    """Quote form in which no segment has two words: nothing but the words tells it from pipe form."""
    assert task_named("flat").read(("a", "|", "b"), "a | b") == r"a|\||b"
    assert task_named("flat").read(("|", "0"), "| 0") == r"\||0"
    with pytest.raises(InputError, match="word 1 is 'b'"):
        task_named("flat").read(("a", "b"), "b | a")


@given(words_of_any_kind, st.data())
def test_a_tree_comes_back_too(words: tuple[str, ...], data: st.DataObject) -> None:
    nested = data.draw(st.sampled_from(list(all_nested(len(words)))))
    task = task_named("nested")
    canonical = print_brackets(words, nested)
    assert task.read(words, canonical) == task.read(words, list(nested.heights)) == canonical
    assert task.shape(words, canonical) == nested


@given(st.sampled_from(sorted(TASKS)), _ANYTHING)
def test_any_answer_is_read_or_refused(task: str, answer: object) -> None:
    words = ("red", "fox", "hill")
    try:
        canonical = TASKS[task].read(words, answer)
    except InputError:
        return
    assert TASKS[task].read(words, canonical) == canonical


@pytest.mark.parametrize(
    ("task", "answer", "problem"),
    [
        ("flat", '"red fox hill', "never closed"),
        ("flat", 'red" fox" hill', "quote"),
        ("flat", "red fox", "words"),
        ("flat", "red|fox|hill|farm", "words"),
        ("flat", "red||fox hill", "empty segment"),
        ("flat", [1], "do not fit"),
        ("flat", [1, 2], "0 or 1"),
        ("flat", [1, "0"], "do not fit"),
        ("flat", None, "not a text"),
        ("nested", "(red fox hill)", "one part too many"),
        ("nested", "((red fox) hill", "never closed"),
        ("nested", "red fox hill", "part"),
        ("nested", [0, 0], "not a binary tree"),
        ("nested", [0, 1, 2], "do not fit"),
        ("options", "??", "words"),
        ("judgement", "perhaps", "yes or no"),
        ("judgement", 2, "yes or no"),
        ("judgement", [1], "yes or no"),
    ],
)
def test_malformed_answers(task: str, answer: object, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        TASKS[task].read(("red", "fox", "hill"), answer)


def test_all_options_are_listed_in_an_order_of_ones_own() -> None:
    task, words = TASKS["options"], ("red", "fox", "hill")
    assert sorted(task.choices(words)) == sorted(print_pipe(words, flat) for flat in all_flat(3))
    orders = {task.shuffled_choices(words, str(seed)) for seed in range(20)}
    assert len(orders) > 5
    assert task.shuffled_choices(words, "1") == task.shuffled_choices(words, "1")
    assert task.read(words, NOT_UNDERSTOOD) == NOT_UNDERSTOOD
    assert task.shape(words, NOT_UNDERSTOOD) is None
    with pytest.raises(InputError, match="too many options"):
        task.check("one two three four five six seven", "")


def test_judgements_need_question_and_paragraph() -> None:
    task = TASKS["judgement"]
    assert [task.read((), answer) for answer in ("yes", "No", True, 0, "1")] == ["1", "0", "1", "0", "1"]
    for text, paragraph in (("", "x"), ("x", " "), ("x" * 3000, "x")):
        with pytest.raises(InputError):
            task.check(text, paragraph)
    assert task.words("any question " * 100) == ()


def test_an_unknown_task() -> None:
    with pytest.raises(InputError, match="choose one of flat, nested, options, judgement"):
        task_named("paint")


def test_shapes_are_of_the_tasks_kind() -> None:
    assert isinstance(TASKS["flat"].shape(("a", "b"), "a|b"), Flat)
    assert isinstance(TASKS["nested"].shape(("a", "b"), "(a b)"), Nested)


def test_keys_cannot_be_guessed_and_survive_a_command_line() -> None:
    keys = {new_key(LINK) for _ in range(1000)}
    assert len(keys) == 1000
    assert all(looks_like_key(key) and key.isalnum() and len(key) == 32 for key in keys)
    for text in ("", "short", "a" * 65, "abcdefgh\n", "abcdefgé", "abcd efgh", "-bcdefgh"):
        assert not looks_like_key(text)
