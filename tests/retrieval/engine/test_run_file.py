"""Run files: what an evaluation program reads back is the order that was printed, ties included."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.retrieval import write_run


def read_back(file: Path) -> list[tuple[str, np.float32]]:
    """Documents and scores as trec_eval reads them: 32 bits of the score."""
    return [(line.split()[2], np.float32(line.split()[4])) for line in file.read_text().splitlines()]


@given(scores=st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50))
def test_scores_decrease_strictly_in_32_bits(scores: list[float], tmp_path_factory: pytest.TempPathFactory) -> None:
    scores.sort(reverse=True)
    file = tmp_path_factory.mktemp("run") / "a.run"
    assert write_run(file, [("q", [(f"d{number}", score) for number, score in enumerate(scores)])]) == 1
    found = read_back(file)
    assert [document for document, _ in found] == [f"d{number}" for number in range(len(scores))]
    assert all(one[1] > other[1] for one, other in pairwise(found))
    assert all(abs(float(read) - score) <= 1e-5 * max(1.0, abs(score)) for (_, read), score in zip(found, scores, strict=True))


def test_ties_keep_their_order_in_ir_measures(tmp_path: Path) -> None:
    """Ten documents with one score, the relevant one printed first: trec_eval would put it last, by its id."""
    ir_measures = pytest.importorskip("ir_measures", reason="needs: pip install caesura[retrieval]")
    file = tmp_path / "a.run"
    write_run(file, [("q", [(f"d{number}", -4.25) for number in range(10)])])
    run = list(ir_measures.read_trec_run(str(file)))
    qrels = [ir_measures.Qrel("q", "d0", 1)]
    assert ir_measures.calc_aggregate([ir_measures.RR @ 1000], qrels, run)[ir_measures.RR @ 1000] == 1.0


@pytest.mark.parametrize(("query", "tag"), [("a b", "x"), ("", "x"), ("a", "x y"), ("a", "")])
def test_ids_and_tags_are_words(tmp_path: Path, query: str, tag: str) -> None:
    with pytest.raises(InputError):
        write_run(tmp_path / "a.run", [(query, [("d", 1.0)])], tag)
