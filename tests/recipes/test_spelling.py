"""Written forms of what speech models spell out."""

from __future__ import annotations

import pytest

from recipes.sources.spelling import respelled, written_forms


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("d. v. d.", {"d v d", "dvd", "d.v.d."}),
        ("u. s. army", {"u s army", "us army", "u.s. army"}),
        ("j. crew", {"j crew"}),
        ("mother's day", {"mothers day"}),
        ("world war two", {"world war 2"}),
        ("men's nineteen", {"mens 19", "mens nineteen", "men's 19"}),
        ("stainless steel", set()),
        ("page of twenty", set()),  # twenty what? the n-gram ends too early to tell
    ],
)
def test_forms(spoken: str, written: set[str]) -> None:
    assert {" ".join(form) for form in written_forms(tuple(spoken.split()))} == written


def test_counts_of_one_form_add_up() -> None:
    found = respelled([(("mother's", "day"), 5.0), (("mothers'", "day"), 3.0)])
    assert found == {("mothers", "day"): 8.0}


def test_what_carries_a_number_on_is_taken_off() -> None:
    found = respelled(
        [(("in", "twenty"), 10.0), (("in", "twenty", "four"), 6.0), (("four", "hours"), 9.0), (("twenty", "four", "hours"), 2.0)]
    )
    assert found[("in", "20")] == 4.0
    assert found[("in", "24")] == 6.0
    assert found[("4", "hours")] == 7.0
    assert found[("24", "hours")] == 2.0


def test_a_tenth_always_stays() -> None:
    assert respelled([(("ninety",), 10.0), (("ninety", "eight"), 30.0)])[("90",)] == 1.0


def test_what_carries_an_abbreviation_on_is_taken_off() -> None:
    found = respelled([(("d.", "v."), 10.0), (("d.", "v.", "d."), 7.0)])
    assert found[("dv",)] == 3.0
    assert found[("dvd",)] == 7.0
