"""Phrase lists: what is counted, that every format reads back, and what changed between two lists."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.phrasing import LIST_FORMATS, Options, list_changes, mine_phrases, parse_fields, read_phrase_list
from caesura.phrasing.lists.mining import MinedPhrase
from caesura.segmenters import Segmentation, segmenter
from caesura.shapes import Flat
from tests.cli.commands import run
from tests.phrasing.querqy_reader import read_rules
from tests.phrasing.traps import TRAPS

LOG = ["New York hotels", "new  york pizza", "new york pizza", "pizza", "times square", "a|b c*d", ""]


def in_pairs(texts: object) -> list[Segmentation]:
    """Every two words together."""
    assert isinstance(texts, list)
    return [Segmentation.of(text, Flat(tuple(i % 2 for i in range(len(text.split()) - 1)))) for text in texts]


def test_queries_count_as_often_as_they_were_asked() -> None:
    found = mine_phrases(LOG, in_pairs, min_count=1)
    assert [(one.text, one.count, one.examples) for one in found] == [
        ("new york", 3, ("new york pizza", "new york hotels")),
        ("times square", 1, ("times square",)),
    ]
    assert mine_phrases([("new york", 4), ("new york x", 2)], in_pairs, min_count=6)[0].count == 6
    assert [one.text for one in mine_phrases(LOG, in_pairs, min_count=2)] == ["new york"]
    assert mine_phrases(LOG, in_pairs, min_count=4) == []


def test_the_probability_is_the_mean_over_the_log() -> None:
    def likely(texts: object) -> list[Segmentation]:
        found = in_pairs(texts)
        return [
            Segmentation(one.query_words, one.flat, probabilities=((0.9,) if "x" not in one.text else (0.3, 1.0))) for one in found
        ]

    (one,) = mine_phrases([("new york", 2), ("new york x", 1)], likely, min_count=1)
    assert one.probability == pytest.approx((2 * 0.9 + 0.3) / 3)


def test_limits() -> None:
    whole = segmenter("all").segment_many
    assert [one.text for one in mine_phrases(["a b c", "a b c d"], whole, min_count=1, max_words=3)] == ["a b c"]
    assert mine_phrases(["x " * 65], whole, min_count=1) == []
    with pytest.raises(InputError):
        mine_phrases(LOG, whole, min_count=0)


_phrases = st.lists(st.text(alphabet="abc.'&+/-é1", min_size=1, max_size=4).map("a".__add__), min_size=2, max_size=4).map(" ".join)


@pytest.mark.parametrize("name", LIST_FORMATS)
def test_every_format_reads_back(name: str, tmp_path: Path) -> None:
    @given(st.dictionaries(_phrases, st.tuples(st.integers(1, 999), st.none() | st.floats(0, 1)), max_size=5))
    def reads_back(drawn: dict[str, tuple[int, float | None]]) -> None:
        mined = [MinedPhrase(text, count, likely, (f"cheap {text}",)) for text, (count, likely) in drawn.items()]
        path = tmp_path / "list"
        path.write_text(LIST_FORMATS[name].write(mined, Options(fields=parse_fields(["title"]), growth=1)), encoding="utf-8")
        found = read_phrase_list(path)
        counts = {text: count for text, (count, _) in drawn.items()}
        assert found == (dict.fromkeys(counts) if name == "elasticsearch-synonyms" else counts)

    reads_back()


def test_querqy_rules() -> None:
    one = MinedPhrase("new york", 12, 0.5, ("new york hotels",))
    assert LIST_FORMATS["querqy"].write([one], Options(fields=parse_fields(["title^2", "body"]), growth=1)) == (
        '# 12 times, probability 0.5, in: new york hotels\nnew york =>\n  UP(0.125): * title:"new york"^2 body:"new york"\n'
    )


@given(st.lists(st.text(), max_size=5), st.sampled_from([[], ["title^2"], ["title", "body^0.5"]]), st.sampled_from([0.0, 1.0]))
def test_every_log_gives_rules_that_querqy_reads(log: list[str], fields: list[str], growth: float) -> None:
    """Whatever was asked: each phrase is one rule, its words are the input, and only they are raised."""
    mined = mine_phrases([*log, *(f"new {trap} york" for trap in TRAPS)], segmenter("all").segment_many, min_count=1)
    rules = read_rules(LIST_FORMATS["querqy"].write(mined, Options(fields=parse_fields(fields), growth=growth)))
    assert [" ".join(rule.words) for rule in rules] == [one.text for one in mined]
    for rule in rules:
        clauses = rule.raw.count('"') // 2
        assert clauses == max(1, len(fields))
        assert rule.boost > 0


def test_a_field_that_a_rule_cannot_name() -> None:
    for name in ("a#b", "a%%b"):
        with pytest.raises(InputError, match="cannot be named in a rule of Querqy"):
            LIST_FORMATS["querqy"].write([MinedPhrase("new york", 1)], Options(fields=parse_fields([name])))


def test_changes() -> None:
    rows = list_changes({"a b": 10, "c d": 3, "e f": 4, "g h": None}, {"a b": 20, "e f": 5, "g h": 1, "i j": 2})
    assert [(row["change"], row["phrase"], row["before"], row["now"]) for row in rows] == [
        ("new", "i j", None, 2),
        ("gone", "c d", 3, None),
        ("more", "a b", 10, 20),
    ]


def test_the_command_line(tmp_path: Path) -> None:
    log, first, second = tmp_path / "log.tsv", tmp_path / "first.json", tmp_path / "second.rules"
    log.write_text("new york hotels\t3\nnew york pizza\t2\nhot dog stand\t1\n", encoding="utf-8")
    common = ["phrases", "mine", str(log), "--counted", "--method", "titles"]
    assert run(*common, "--min-count", "2", "-o", str(first)).returncode == 0
    assert [row["phrase"] for row in json.loads(first.read_text())["phrases"]] == ["new york"]
    compared = run(*common, "--min-count", "1", "-f", "querqy", "-o", str(second), "--previous", str(first))
    assert "hot dog" in compared.stdout
    assert compared.stdout.endswith("1 new, 0 gone, 0 more, 0 less\n")
    changed = run("phrases", "diff", str(second), str(first), "-f", "json")
    assert json.loads(changed.stdout) == [{"change": "gone", "phrase": "hot dog stand", "before": 1, "now": None}]
    for wrong, message in (
        ([*common, "-f", "yaml"], "no format of phrase lists is called 'yaml'"),
        ([*common, "--previous", str(log)], "log.tsv: is not a phrase list"),
        (["phrases", "mine", str(first), "--counted"], "first.json:1: the line does not end in a tab and a count"),
    ):
        failed = run(*wrong)
        assert failed.returncode == 2
        assert message in failed.stderr
        assert failed.stderr.count("\n") == 1
