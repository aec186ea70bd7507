"""spaCy finds the component by itself, and documents carry the segments as spans."""

from __future__ import annotations

from pathlib import Path

import pytest

spacy = pytest.importorskip("spacy", reason="spaCy is not installed: see requirements/peers.txt")


def test_spans_of_a_query() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("caesura")
    doc = nlp("cheap flights to cape town")
    assert [span.text for span in doc.spans["caesura"]] == ["cheap flights", "to", "cape town"]
    assert {span.label_ for span in doc.spans["caesura"]} == {"SEGMENT"}


def test_many_documents_strange_ones_included() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("caesura", config={"method": "titles", "spans_key": "cuts"})
    texts = ["cape town's weather", "", "   ", "x " * 70, "new york"]
    found = [[span.text for span in doc.spans["cuts"]] for doc in nlp.pipe(texts, batch_size=2)]
    assert found[1:] == [[], [], [], ["new york"]]
    assert " ".join(found[0]) == texts[0]


def test_sentences_are_cut_one_by_one() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("caesura")
    doc = nlp("Weather in cape town. Maps of new york.")
    spans = [span.text for span in doc.spans["caesura"]]
    assert "new york." in spans
    assert not any(". " in span for span in spans)


def test_a_pipeline_is_saved_and_loaded(tmp_path: Path) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("caesura", config={"method": "none"})
    nlp.to_disk(tmp_path / "pipeline")
    again = spacy.load(tmp_path / "pipeline")
    doc = again("cape town")
    assert [span.text for span in doc.spans["caesura"]] == ["cape", "town"]
