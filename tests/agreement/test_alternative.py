from __future__ import annotations

import json
from fractions import Fraction
from math import atan, pi, sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.agreement import Answered, Distance, alternative_annotator_test, nominal, replacement_test
from caesura.agreement.alternative import closer, rejected
from caesura.corpus import Corpus, Entry, Query, Vote, Votes
from caesura.foundation import InputError
from caesura.shapes import Flat, distance
from tests.cli.commands import run

#: Four items, three people and a machine. Against ann and bob the machine is as close to the others three times of four and they
#: always; against cid it is closer once, farther once, and even twice.
HAND = [
    Answered("x", {"ann": "x", "bob": "x", "cid": "x"}),
    Answered("x", {"ann": "x", "bob": "x", "cid": "y"}),
    Answered("x", {"ann": "x", "bob": "y", "cid": "y"}),
    Answered("y", {"ann": "x", "bob": "x", "cid": "x"}),
]


def student_3(t: float) -> float:
    """Student's distribution with three degrees of freedom has a closed form."""
    return 0.5 + ((t / sqrt(3)) / (1 + t * t / 3) + atan(t / sqrt(3))) / pi


@pytest.mark.parametrize("epsilon", [0.1, 0.2])
def test_an_example_calculated_by_hand(epsilon: float) -> None:
    """ann, bob: differences 0 0 0 1, mean 1/4, variance 1/4, so the standard error is 1/4. cid: 0 -1 0 1, variance 2/3."""
    found = alternative_annotator_test(HAND, nominal, epsilon)
    rows = {row.annotator: row for row in found.annotators}
    assert [(rows[name].items, rows[name].advantage, rows[name].person) for name in ("ann", "bob", "cid")] == [
        (4, 0.75, 1.0),
        (4, 0.75, 1.0),
        (4, 0.75, 0.75),
    ]
    assert rows["ann"].p == rows["bob"].p == pytest.approx(student_3((0.25 - epsilon) / 0.25))
    assert rows["cid"].p == pytest.approx(student_3(-epsilon / sqrt(1 / 6)))
    assert (found.winning_rate, found.advantage, found.passes) == (0.0, 0.75, False)


def test_who_always_agrees_with_the_rest_passes_and_who_never_does_not() -> None:
    people = [{"ann": "x", "bob": "x", "cid": "xy"[number % 2]} for number in range(40)]
    good = alternative_annotator_test([Answered("x", each) for each in people], nominal)
    bad = alternative_annotator_test([Answered("z", each) for each in people], nominal)
    assert (good.winning_rate, good.advantage, good.passes) == (1.0, 1.0, True)
    assert (bad.winning_rate, bad.passes) == (0.0, False)


def test_correction_for_many_annotators() -> None:
    """Three hypotheses: the limits are .05 k / (3 (1 + 1/2 + 1/3)), so .0091, .0182, .0273."""
    assert rejected([0.03, 0.001, 0.02]) == [False, True, False]
    assert rejected([0.03, 0.001, 0.018]) == [False, True, True]
    assert rejected([0.0272, 0.0271, 0.027]) == [True, True, True]
    assert rejected([0.5, 0.6]) == [False, False]


flats = st.lists(st.integers(0, 1), min_size=3, max_size=3).map(lambda breaks: Flat(tuple(breaks)))


@given(flats, st.lists(flats, min_size=2, max_size=5))
def test_closeness_equals_the_definition(machine: Flat, people: list[Flat]) -> None:
    item = Answered(machine, {str(place): shape for place, shape in enumerate(people)})
    found = closer(item, distance)
    for name, own in item.people.items():
        others = [shape for other, shape in item.people.items() if other != name]
        of_machine, of_person = (
            sum((1 - distance(given, other) for other in others), start=Fraction(0)) / len(others) for given in (machine, own)
        )
        assert found[name] == (of_machine >= of_person, of_person >= of_machine)


def crowd(named: bool, queries: int = 40) -> Corpus:
    shapes = (Flat((0, 1, 0)), Flat((1, 1, 0)))
    names = (("ann", "bob"), ("cid",)) if named else ((), ())
    entries = [
        Entry(
            Query(f"q{number}", "a b c d"),
            Votes((Vote(shapes[number % 2], 2, names[0]), Vote(shapes[1 - number % 2], 1, names[1]))),
        )
        for number in range(queries)
    ]
    return Corpus("crowd", tuple(entries))


def test_votes_without_names_are_drawn_as_annotators() -> None:
    corpus = crowd(named=False)
    answers = {entry.query.id: entry.votes.top.shape for entry in corpus}
    found = replacement_test(corpus, "top", answers)
    document = found.as_document()
    assert document["votes"] == "drawn as annotators, 20 times"
    assert (document["passes"], document["draws_passed"], len(document["annotators"])) == (True, 1.0, 3)
    # Every vote is somebody's in every draw, so the advantage does not depend on the drawing.
    assert document["advantage"] == pytest.approx(1.0)
    assert document == replacement_test(corpus, "top", answers).as_document()
    worst = {query_id: Flat(tuple(1 - value for value in shape.breaks)) for query_id, shape in answers.items()}  # type: ignore[union-attr]
    assert not replacement_test(corpus, "worst", worst).passes


def test_named_annotators_are_tested_one_by_one() -> None:
    corpus = crowd(named=True)
    found = replacement_test(corpus, "top", {entry.query.id: entry.votes.top.shape for entry in corpus}, distance=Distance.D2)
    assert [(row.annotator, row.person) for row in found.draws[0].annotators] == [("ann", 1.0), ("bob", 1.0), ("cid", 0.0)]
    assert found.warning is None
    assert replacement_test(crowd(True, 5), "top", {"q1": Flat((0, 0, 0)), "q2": Flat((0, 0, 0))}).warning is not None


def test_what_cannot_be_tested_is_an_error() -> None:
    with pytest.raises(InputError, match="answered no query"):
        replacement_test(crowd(named=True), "other", {"elsewhere": Flat((0, 0, 0))})
    with pytest.raises(InputError, match="an epsilon of 2"):
        alternative_annotator_test(HAND, nominal, 2)
    with pytest.raises(InputError, match="fewer than two people"):
        alternative_annotator_test([Answered("x", {"ann": "x", "bob": "y"})], nominal)


def test_command(tmp_path: Path) -> None:
    lines = [
        {
            "id": f"q{number}",
            "text": "new york times",
            "votes": [{"flat": "new york|times", "count": 3, "annotators": ["ann", "bob", "cid"]}],
            "machines": {"copy": {"kind": "segmenter", "votes": [{"flat": "new york|times", "count": 1}]}},
            "outputs": {"alone": "new|york|times"},
        }
        for number in range(30)
    ]
    path = tmp_path / "crowd.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = json.loads(run("agreement", str(path), "--alt-test", "copy", "--format", "json").stdout)
    assert {key: found[key] for key in ("winning_rate", "advantage", "passes")} == {
        "winning_rate": 1.0,
        "advantage": 1.0,
        "passes": True,
    }
    assert [row["annotator"] for row in found["annotators"]] == ["ann", "bob", "cid"]
    several = json.loads(run("agreement", str(path), "--alt-test", "alone,none,ann", "--experts", "--format", "json").stdout)
    assert [(each["machine"], each["passes"], each["epsilon"]) for each in several] == [
        ("alone", False, 0.2),
        ("none", False, 0.2),
        ("ann", True, 0.2),
    ]
    assert "alone does not pass" in run("agreement", str(path), "--alt-test", "alone").stdout
    refused = run("agreement", str(path), "--alt-test", "nobody")
    assert refused.returncode == 2
    assert "neither an annotator" in refused.stderr
