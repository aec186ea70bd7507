"""Invented queries are put together from annotated ones: segments of a type in the place of a segment of that type."""

from __future__ import annotations

from pathlib import Path

from recipes.recombined import TypedQuery, recombined, typed_queries

LINES = (
    "1\tred oak chair\tred|oak chair\tB-color B-product I-product\n",
    "2\tblue lamp for kids\tblue|lamp|for kids\tB-color B-product B-use I-use\n",
    "3\tgreen the desk\tgreen|the|desk\tB-color O B-product\n",
)


def queries(tmp_path: Path) -> list[TypedQuery]:
    file = tmp_path / "typed.tsv"
    file.write_text("".join(LINES), encoding="utf-8")
    return typed_queries(file)


def test_tags_make_segments_with_types(tmp_path: Path) -> None:
    first, second, third = queries(tmp_path)
    assert first.segments == (("color", ("red",)), ("product", ("oak", "chair")))
    assert second.segments[2] == ("use", ("for", "kids"))
    assert third.segments == (("color", ("green",)), ("O", ("the",)), ("product", ("desk",)))
    assert [query.text for query in (first, second, third)] == [line.split("\t")[1] for line in LINES]


def test_segments_are_swapped_with_those_of_their_type(tmp_path: Path) -> None:
    given = queries(tmp_path)
    left_out = ["red lamp"]
    invented = recombined(given, 1000, left_out, seed=1)
    colors, products = ("red", "blue", "green"), ("oak chair", "lamp", "desk")
    possible = {f"{color} {product}{rest}" for color in colors for product in products for rest in ("", " for kids")}
    possible |= {f"{color} the {product}" for color in colors for product in products}
    assert set(invented) == possible - {query.text for query in given} - set(left_out)
    assert len(invented) == len(set(invented))


def test_the_same_seed_gives_the_same_queries(tmp_path: Path) -> None:
    given = queries(tmp_path)
    assert recombined(given, 5, [], seed=1) == recombined(given, 5, [], seed=1)
    assert len(recombined(given, 5, [], seed=1)) == 5
    assert recombined([], 5, [], seed=1) == []
