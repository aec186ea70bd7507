"""The rules about a single query."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from caesura.corpus import log_rules
from caesura.corpus.log_rules import LogRules, has_plain_characters, holds_title, holds_url, query_step, read_titles
from caesura.foundation import InputError


@pytest.mark.parametrize(
    "text",
    [
        "www google", "wwwgoogle maps", "see www.example.org", "http yahoo mail", "https", "http://x", "httpwww example",
        "yahoo com mail", "red cross org", "example.com", "mail.yahoo.com/inbox", "my page.html", "ftp://host file",
        "EXAMPLE.COM login",
    ],
)  # fmt: skip
def test_what_is_left_of_an_address(text: str) -> None:
    assert holds_url(text)


@pytest.mark.parametrize(
    "text",
    [
        "tennis net height",
        "html tutorial",
        "telecom companies",
        "sitcoms of 1990",
        "httpd settings",
        "u.s. army",
        "organ music",
        "st. paul",
        "v1.computer",
    ],
)
def test_what_is_no_address(text: str) -> None:
    assert not holds_url(text)


@given(st.text("w.htps:/comrgn a-", max_size=25))
def test_the_quick_test_for_addresses_equals_the_pattern(text: str) -> None:
    assert holds_url(text) == (log_rules._URL.search(text.lower()) is not None)


@pytest.mark.parametrize(
    "text",
    [
        "new york",
        "rock-n-roll 2006",
        "mother's day",
        "Überraschung für Ömer",
        "mother’s day",
        "e\u0301tude",
        "हिन्दी भाषा",
        "東京 hotel",
        " a  b ",
    ],
)
def test_plain_characters(text: str) -> None:
    assert has_plain_characters(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "a - b",
        "rock'",
        "'n sync",
        "a--b",
        "c++",
        "a&b",
        "a_b",
        "50%",
        "x²",
        "«été»",
        "a\x00b",
        "naïve!",
        "\u0301e",
        "\u00a0",
    ],
)
def test_other_characters(text: str) -> None:
    assert not has_plain_characters(text)


@given(st.text("aZ09'- \t\x1c_é", max_size=12))
@example("0- ")
@example("a\x1cb")
def test_the_pattern_for_ascii_equals_the_rule_for_all_scripts(text: str) -> None:
    words = text.split()
    assert has_plain_characters(text) == (bool(words) and all(map(log_rules._is_plain_word, words)))


def test_steps_in_their_order() -> None:
    step = query_step(LogRules(titles=frozenset({("new", "york")})))
    assert step("new york") == "words"
    assert step("a b c d e f g h i j k") == "words"
    assert step("www.example.com & more") == "url"
    assert step("fish & chips") == "characters"
    assert step("rezepte und tipps") == "language"
    assert step("los angeles map") == "title"
    assert step("NEW york map") is None


def test_rules_that_are_off_do_not_judge() -> None:
    off = LogRules(words=None, url=False, characters=False, language=None)
    assert query_step(off)("www.example.com & so weiter und so fort") is None
    assert off.steps == ("unreadable", "user-queries", "user-characters", "user-gap")


def test_a_function_of_ones_own_for_the_language() -> None:
    step = query_step(LogRules(language=lambda text: "x" in text))
    assert step("a b c") == "language"
    assert step("a b x") is None


def test_bounds_are_told_for_the_signature() -> None:
    assert LogRules(frequency=(5, None), click_entropy=1.5).bounds == {
        "user-queries": "10000", "user-characters": "100", "user-gap": "1", "words": "3-10", "url": "yes", "characters": "yes",
        "language": "is_english", "frequency": "5-", "click-entropy": "1.5",
    }  # fmt: skip


def test_bounds_the_wrong_way_round() -> None:
    with pytest.raises(InputError, match="smaller number first"):
        LogRules(words=(10, 3))


def test_titles_of_several_words(tmp_path: Path) -> None:
    path = tmp_path / "titles.txt"
    path.write_text("New_York\nParis\nThe Lord of the Rings\n\n", encoding="utf-8")
    titles = read_titles(path)
    assert titles == {("new", "york"), ("the", "lord", "of", "the", "rings")}
    assert holds_title(["hotels", "in", "NEW", "York"], titles, 5)
    assert holds_title(["the", "lord", "of", "the", "rings"], titles, 5)
    assert not holds_title(["york", "new", "paris"], titles, 5)
    assert not holds_title([], titles, 5)
