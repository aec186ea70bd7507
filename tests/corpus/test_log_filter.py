"""The whole filter: counts at each step, order of lines, and any bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from caesura.corpus.log_filter import filter_log, log_passes
from caesura.corpus.log_rules import LogRules, query_step
from caesura.corpus.log_steps import Steps
from caesura.corpus.log_users import UserRules
from caesura.foundation import InputError

LOG = """AnonID\tQuery\tQueryTime\tItemRank\tClickURL
1\tnew york hotels\t2006-03-01 00:00:01\t1\thttp://www.example.com
1\tnew york hotels\t2006-03-01 00:00:01\t2\thttp://www.example.org
1\thotels\t2006-03-01 00:01:00\t\t
2\twww.example.com login page\t2006-03-01 00:00:00\t\t
2\tfish & chips\t2006-03-01 00:00:30\t\t
2\trezepte und tipps\t2006-03-01 00:01:00\t\t
2\tmother's day cards\t2006-03-01 00:02:00\t\t
3\tfirst second third\t2006-03-01 00:00:00\t\t
3\tfourth fifth sixth\t2006-03-01 00:00:00\t\t
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.tsv"
    path.write_text(LOG, encoding="utf-8")
    return path


def test_every_step_counts_what_fell(log: Path) -> None:
    steps = Steps()
    kept = list(filter_log([log], steps=steps))
    assert [line.query for line in kept] == ["new york hotels", "new york hotels", "mother's day cards"]
    assert steps.lines == 9
    assert steps.fell == {
        "unreadable": 0, "user-queries": 0, "user-characters": 0, "user-gap": 2,
        "words": 1, "url": 1, "characters": 1, "language": 1,
    }  # fmt: skip
    assert steps.rows()[-1] == {"step": "language", "fell": 1, "remained": 3}


def test_optional_steps_come_in_their_place(log: Path) -> None:
    steps = Steps()
    rules = LogRules(clicked=True, frequency=(1, None), click_entropy=0.5, titles=frozenset({("new", "york")}))
    assert len(list(filter_log([log], rules, steps=steps))) == 2
    assert list(steps.fell) == list(rules.steps)
    assert steps.fell["clicked"] == 5


def test_kept_lines_are_as_they_were(log: Path) -> None:
    assert all(f"{line}\n" in LOG for line in filter_log([log]))


def test_users_are_counted_over_all_files(log: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.tsv"
    more.write_text("1\tone more query\t2006-03-01 00:03:00\n", encoding="utf-8")
    rules = LogRules(users=UserRules(max_queries=2))
    assert {line.user for line in filter_log([log, more], rules)} == set()
    assert {line.user for line in filter_log([log], rules)} == {"1"}


def test_without_rules_about_users_one_pass_is_enough(log: Path) -> None:
    rules = LogRules(users=UserRules(None, None, None))
    told: list[int] = []
    list(filter_log([log], rules, advance=told.append))
    assert sum(told) == log_passes(rules) * log.stat().st_size == log.stat().st_size


def test_the_same_bytes_have_one_fingerprint(log: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.write_bytes(log.read_bytes())
    first, second = Steps(), Steps()
    list(filter_log([log], steps=first))
    list(filter_log([copy], steps=second))
    assert first.fingerprint == second.fingerprint != Steps().fingerprint


@given(
    data=st.one_of(
        st.binary(max_size=200),
        st.lists(st.sampled_from([*LOG.splitlines(True), "\xff", "x\ty\n"])).map(lambda rows: "".join(rows).encode("latin-1")),
    ),
    lenient=st.booleans(),
)
@example(data=b"(\xb5/\xfd\x00", lenient=False)  # the beginning of a zstd file, whether or not zstandard is installed
def test_any_bytes_give_a_result_or_an_error(tmp_path_factory: pytest.TempPathFactory, data: bytes, lenient: bool) -> None:
    path = tmp_path_factory.getbasetemp() / "any-log"
    path.write_bytes(data)
    steps = Steps()
    try:
        kept = list(filter_log([path], LogRules(frequency=(1, 5)), steps=steps, lenient=lenient))
    except InputError as error:
        assert str(error).startswith(str(path))
    else:
        assert len(kept) == steps.remained
        assert all(query_step(LogRules())(line.query) is None for line in kept)
