"""PyTerrier's own frames and pipelines; none of it starts Java."""

from __future__ import annotations

from pathlib import Path

import pytest
from ir_measures import parse_measure

from caesura.foundation import InputError
from caesura.retrieval import MEASURES, write_run

pt = pytest.importorskip("pyterrier", reason="PyTerrier is not installed: see requirements/peers.txt")


def test_the_column_is_a_list_of_strings() -> None:
    from caesura.integrations import SegmentQueries

    found = SegmentQueries()(pt.new.queries(["cheap flights to cape town", "", "cape town"]))
    assert found["segmentation"].tolist() == [["cheap flights", "to", "cape town"], [], ["cape town"]]
    assert list(found.columns) == ["qid", "query", "segmentation"]


def test_rows_of_results_keep_their_documents() -> None:
    from caesura.integrations import SegmentQueries

    ranked = pt.new.ranked_documents([[3.0, 2.0], [1.0]], query=[["cape town"] * 2, ["new york"]])
    found = SegmentQueries("titles")(ranked)
    assert found["segmentation"].tolist() == [["cape town"], ["cape town"], ["new york"]]
    assert found["docno"].tolist() == ranked["docno"].tolist()


def test_in_a_pipeline_the_query_is_rewritten_and_kept() -> None:
    from caesura.integrations import PhraseQueries, SegmentQueries

    pipeline = SegmentQueries() >> PhraseQueries("lucene")
    found = pipeline(pt.new.queries(["used mountain bikes berlin"]))
    assert found["query"][0] == '+(used mountain bikes berlin) "mountain bikes"^0.25'
    assert found["query_0"][0] == "used mountain bikes berlin"
    terrier = (SegmentQueries() >> PhraseQueries())(pt.new.queries(["used mountain bikes berlin"]))["query"][0]
    assert "#1(mountain bikes)" in terrier


def test_segments_of_an_artifact_are_taken_as_they_are() -> None:
    from caesura.integrations import PhraseQueries

    topics = pt.new.queries(["new york times square"]).assign(segmentation=[["new york times", "square"]])
    assert PhraseQueries("quotes")(topics)["query"][0] == '"new york times" square'
    with pytest.raises(InputError, match="do not hold the words"):
        PhraseQueries("quotes")(topics.assign(segmentation=[["york", "new"]]))


def test_pyterrier_can_look_inside() -> None:
    from caesura.integrations import PhraseQueries, SegmentQueries

    assert "segmentation" in pt.inspect.transformer_outputs(SegmentQueries(), ["qid", "query"])
    assert "query_0" in pt.inspect.transformer_outputs(PhraseQueries(), ["qid", "query"])


def test_runs_and_qrels_are_the_same_files(tmp_path: Path) -> None:
    write_run(tmp_path / "run.txt", [("1", [("d2", 2.5), ("d1", 2.5)])], "caesura")
    read = pt.io.read_results(str(tmp_path / "run.txt"))
    assert read[["qid", "docno", "rank"]].values.tolist() == [["1", "d2", 1], ["1", "d1", 2]]
    (tmp_path / "qrels.txt").write_text("1 0 d1 1\n")
    qrels = pt.io.read_qrels(str(tmp_path / "qrels.txt"))
    topics = pt.new.queries(["cape town"])
    measured = pt.Experiment([read], topics, qrels, eval_metrics=[parse_measure(name) for name in MEASURES.values()])
    assert measured["RR@1000"][0] == pytest.approx(0.5)
