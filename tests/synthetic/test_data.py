"""The invented data: the same again from its seed; and every test on a real corpus has a version that runs on it."""

from __future__ import annotations

import ast
from pathlib import Path

from scripts.synthetic_data import FOLDER, files, make

TESTS = Path(__file__).parents[1]
#: Test on the real corpora (or all of a file) -> its version for a bare clone.
SUBSTITUTES = {
    "agreement/test_agreement.py::test_the_real_corpus": "test_measures.py::test_agreement",
    "agreement/test_agreement.py::test_intervals_hold_alpha_on_the_real_corpus": "test_measures.py::test_intervals_hold_alpha",
    "cli/test_corpus.py::test_the_shared_corpus": "test_corpora.py::test_info",
    "cli/test_evaluate.py::test_all_official_outputs_in_one_go": "test_measures.py::test_all_outputs_in_one_go",
    "cli/test_reproduce.py": "test_measures.py::test_thesis",
    "comparison/test_crowd_kit.py": "test_labels.py::test_beside_crowd_kit",
    "comparison/test_indri_runs.py": "test_retrieval.py::test_scores_equal_the_formula",
    "comparison/test_lucene_spans.py": "test_retrieval.py::test_windows_equal_a_plain_count",
    "comparison/test_official_outputs.py": "test_segmenters.py::test_recorded_outputs",
    "corpus/test_facts.py": "test_corpora.py::test_info",
    "corpus/test_formats.py": "test_corpora.py::test_there_and_back_byte_for_byte",
    "corpus/test_language.py": "test_corpora.py::test_english_queries_stay",
    "evaluation/test_people.py": "test_measures.py::test_people",
    "labels/test_aggregating.py": "test_labels.py::test_references",
    "labels/test_glad.py": "test_labels.py::test_models_that_know_workers_get_more_out_of_the_same_labels",
    "labels/test_shared_sets.py": "test_labels.py::test_models_that_know_workers_get_more_out_of_the_same_labels",
    "lexicon/test_build.py": "test_segmenters.py::test_a_lexicon_of_the_corpus",
    "lexicon/test_spark.py": "test_segmenters.py::test_counts_on_spark",
    "papers/test_lookups.py": "test_measures.py::test_lookups_in_the_order_of_the_thesis",
    "papers/test_thesis.py": "test_measures.py::test_thesis",
    "retrieval/experiment/test_crowd.py": "test_retrieval.py::test_agreement_by_length",
    "retrieval/experiment/test_shared_collections.py": "test_retrieval.py::test_the_experiment",
    "segmenters/best/test_best.py": "test_segmenters.py::test_networks_of_folds",
    "segmenters/learned/test_model.py": "test_segmenters.py::test_no_query_can_be_read_from_a_trained_model",
    "segmenters/learned/test_profiles.py": "test_segmenters.py::test_networks_of_folds",
    "segmenters/test_frames.py": "test_segmenters.py::test_spark_frames",
    "syntax/cues/test_segmentation.py": "test_syntax.py::test_cues",
    "syntax/treebank/test_treebank.py": "test_syntax.py::test_every_sentence_is_a_tree",
    "tagging/test_perceptron.py": "test_syntax.py::test_the_tagger",
}


def functions(file: Path) -> dict[str, set[str]]:
    """Test or fixture -> the names of its arguments."""
    return {
        node.name: {argument.arg for argument in node.args.args}
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef)
    }


def on_real_data(file: Path) -> set[str]:
    """The tests of a file that need the real corpora, by themselves or through fixtures of the file."""
    known, needing = functions(file), {"shared_data"}
    while more := {name for name, arguments in known.items() if arguments & needing} - needing:
        needing |= more
    return {name for name in needing if name.startswith("test_")}


def test_every_test_on_real_data_has_a_version_for_a_bare_clone() -> None:
    missing, used = [], set()
    for file in sorted(TESTS.rglob("test_*.py")):
        name = str(file.relative_to(TESTS))
        for test in sorted(on_real_data(file)):
            key = name if name in SUBSTITUTES else f"{name}::{test}"
            used.add(key)
            if key not in SUBSTITUTES:
                missing.append(key)
    assert missing == [], "add a version to tests/synthetic, and its name here"
    assert set(SUBSTITUTES) - used == set(), "these tests are gone"
    for place in SUBSTITUTES.values():
        file_name, _, test = place.partition("::")
        assert test in functions(Path(__file__).parent / file_name), place


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    make(tmp_path)
    made = {str(file.relative_to(tmp_path)): file.read_bytes() for file in files(tmp_path)}
    kept = {str(file.relative_to(FOLDER)): file.read_bytes() for file in files(FOLDER)}
    assert made.keys() == kept.keys()
    assert [name for name in made if made[name] != kept[name]] == [], "run: python -m scripts.synthetic_data"


def test_it_is_small() -> None:
    assert sum(file.stat().st_size for file in files(FOLDER)) < 500_000
