"""The comparison with the world: every subject measures, the page says what was measured, and the check notices a fall."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.world import check, growth, internet_scale, labels, report, retrieval, running
from bench.world.measuring import Measured, Subject, System
from bench.world.subjects import SUBJECTS

#: Small enough for a test; the campaign has its own tests of load and kills.
SIZES = {"accuracy": 1, "segmenting": 200, "lexicon": 500, "counting": 2_000, "retrieval": 60, "syntax": 5}


#: What takes real data as it is where it is at hand is tried on the invented stand-ins, below.
ON_SETS = ("labels-sets", "retrieval-quality")


@pytest.mark.parametrize("name", [name for name in SUBJECTS if name not in ("campaign", *ON_SETS)])
def test_the_first_system_of_every_subject_measures_itself(name: str) -> None:
    size = SIZES.get(name, 100)
    found = SUBJECTS[name].systems[0].run(size)
    assert found.amount > 0
    assert found.seconds >= 0
    assert set(found.figures) <= set(SUBJECTS[name].columns)


def test_label_models_are_judged_on_the_sets_they_take(synthetic_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labels, "_sets", lambda: synthetic_data / "crowd")
    subject = SUBJECTS["labels-sets"]
    ours = subject.system("Caesura, majority").run(1).figures
    assert set(ours) == {"binary", "classes", "mean", "seconds"}
    assert ours["mean"] == pytest.approx((ours["binary"] + ours["classes"]) / 2)
    if subject.system("crowd-kit KOS").is_here:
        assert set(subject.system("crowd-kit KOS").run(1).figures) == {"binary", "seconds"}


@pytest.mark.parametrize("name", ["Caesura", "SQLite FTS5", "tantivy", "bm25s (no positions)"])
def test_engines_find_what_was_judged(name: str, synthetic_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = SUBJECTS["retrieval-quality"].system(name)
    if not system.is_here:
        pytest.skip(f"{system.package} is not installed")
    monkeypatch.setattr(retrieval, "_collections", lambda: [synthetic_data / "retrieval" / "small"])
    found = system.run(1).figures
    assert set(found) == {"small"}
    assert 0.2 < found["small"] <= 1


def test_those_who_compute_the_same_say_the_same() -> None:
    boundaries = SUBJECTS["agreement-boundaries"]
    if not boundaries.system("segeval").is_here:
        pytest.skip("segeval is not installed")
    ours, theirs = (boundaries.system(name).run(30).figures["similarity"] for name in ("Caesura", "segeval"))
    assert ours == pytest.approx(theirs, abs=1e-12)


def measured_twice(name: str, seconds: float) -> list[running.Run]:
    """Ten times the work takes that many seconds more by the power of 1."""
    return [
        running.Run("segmenting", name, size, Measured(size, seconds * size / 100, 3.0, {"microseconds": 7.0}))
        for size in (100, 1000)
    ]


def test_the_page_has_ratios_slopes_and_what_was_stopped() -> None:
    subject = SUBJECTS["segmenting"]
    ours, obvious = subject.systems[0].name, "obvious: dict, all candidates"
    runs = [
        *measured_twice(ours, 0.5),
        *measured_twice(obvious, 50.0),
        running.Run("segmenting", "spaCy noun chunks", 100, None, "stopped after 180 s"),
    ]
    lines = report.table(subject, report.medians(runs, "segmenting"), runs)
    row = next(line for line in lines if line.startswith(f"| {obvious}"))
    assert [cell.strip() for cell in row.split("|")[2:8]] == ["1,000", "500 ms", "100", "3", "n^1.00", "7"]
    assert any("stopped after 180 s" in line for line in lines)


def test_the_page_in_the_docs_is_the_one_of_the_results() -> None:
    kept, runs = running.read_runs()
    pictures = [line for line in report.PAGE.read_text(encoding="utf-8").split("\n\n") if line.startswith("![")]
    without = "\n\n".join(part for part in report.PAGE.read_text(encoding="utf-8").split("\n\n") if part not in pictures)
    assert without == report.text(kept, runs, draw=False)
    assert pictures


@pytest.mark.parametrize(("now", "verdict"), [(10.0, 0), (7.1, 0), (6.9, 1)])
def test_the_check_fails_where_a_ratio_fell(tmp_path: Path, now: float, verdict: int, monkeypatch: pytest.MonkeyPatch) -> None:
    one = check.Watched("agreement-boundaries", "Caesura", "other", 10)
    subject = SUBJECTS[one.subject]
    other = System("other", lambda size: Measured(size, 1.0, 0.0))
    monkeypatch.setitem(
        SUBJECTS, one.subject, Subject(subject.name, subject.title, "query", "", [subject.systems[0], other], (10,), (10,))
    )
    monkeypatch.setattr(check, "WATCHED", (one,))
    baseline = tmp_path / "baseline.json"
    check.store(lambda _, system, __: 1.0 if system == "Caesura" else 10.0, baseline, (one,))
    assert json.loads(baseline.read_text())["ratios"][0]["ratio"] == 10.0
    assert check.check(lambda _, system, __: 1.0 if system == "Caesura" else now, baseline, 1) == verdict


def test_the_stored_baseline_names_what_is_watched() -> None:
    stored = json.loads(check.BASELINE.read_text())
    known = {(one.subject, one.ours, one.other, one.size) for one in check.WATCHED}
    assert {tuple(row["watched"].values()) for row in stored["ratios"]} <= known
    assert len(stored["ratios"]) >= len(known) // 2


def test_results_are_read_back_as_they_were_saved(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    runs = [*measured_twice("Caesura, titles", 0.1), running.Run("segmenting", "gensim FrozenPhrases", 100, None, "stopped")]
    running.save(runs, file)
    running.save([running.Run("accuracy", "Caesura, titles", 1, Measured(5, 1.0, 2.0, {"query": 0.5}))], file)
    kept, read = running.read_runs(file)
    assert list(kept["subjects"]) == ["accuracy", "segmenting"]
    assert [run for run in read if run.subject == "segmenting"] == runs
    again = running.Run("segmenting", "Caesura, titles", 100, Measured(100, 9.0, 3.0), date="2026-01-02", load=1.5)
    running.save([again], file)
    mine = [run for run in running.read_runs(file)[1] if run.system == "Caesura, titles" and run.subject == "segmenting"]
    assert mine == [again, runs[1]]  # the other size stays as it was


def test_a_peer_keeps_its_version_when_it_is_not_installed_any_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, runs = tmp_path / "results.json", measured_twice("accuracy", 1.0)
    monkeypatch.setattr(running, "versions", lambda: {"caesura": "1", "gensim": "4"})
    running.save(runs, file)
    monkeypatch.setattr(running, "versions", lambda: {"caesura": "2", "bm25s": "3"})
    running.save(runs, file)
    assert list(running.read_runs(file)[0]["versions"].items()) == [("caesura", "2"), ("bm25s", "3"), ("gensim", "4")]


def test_what_grows_and_what_a_day_needs_is_computed_from_what_was_measured() -> None:
    sizes = {size: Measured(size, 1e-5 * size, 200.0, {"microseconds": 7.0}) for size in (10_000, 100_000, 1_000_000)}
    found = {"segmenting": {"Caesura, learned (default)": sizes, "Caesura on Spark, start-up included": _with_start_up(sizes)}}
    grown = "\n".join(growth.growth_section(found))
    assert "| 10,000 to 1,000,000 queries | 100 ms to 10 s | n^1.00 | 200 | 200 |" in grown
    scale = "\n".join(internet_scale.scale_section(found))
    assert "| 10^9 queries a day, `learned` | 10 µs | 2.78 | 0.116 | 1,000,000 |" in scale
    assert "| the same, `learned` on Spark | 10 µs | 2.78 | 0.116 | 1,000,000 |" in scale  # 20 s of start-up left out


def _with_start_up(sizes: dict[int, Measured]) -> dict[int, Measured]:
    return {size: Measured(one.amount, one.seconds + 20, 0.0) for size, one in sizes.items()}


def test_numbers_on_axes_are_no_formulas() -> None:
    """matplotlib writes powers of ten as formulas, which are kept as text in our figures."""
    drawn = sorted((running.ROOT / "docs" / "images").glob("bench-*.svg"))
    assert drawn
    assert [path.name for path in drawn if "mathdefault" in path.read_text(encoding="utf-8")] == []
