"""Indri 5.11's own runs: every score of ours equals the one it printed, for bags of words and both dependence models."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from caesura.retrieval import Analysis, Index, QueryLikelihood, build_index


@pytest.fixture(scope="module", params=["vaswani", "cranfield"])
def oracle(request: pytest.FixtureRequest, shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Index]:
    """The stemmed tokens that Indri indexed, in an index of ours."""
    folder = shared_data / "retrieval" / "oracle" / request.param
    out = tmp_path_factory.mktemp("indri") / request.param
    build_index(folder / "tokens.tsv", out, analysis=Analysis("spaces"))
    return folder, Index.open(out)


@pytest.mark.parametrize("kind", ["bow", "sdm", "fdm"])
def test_scores_equal_indri_to_its_printed_digits(oracle: tuple[Path, Index], kind: str) -> None:
    folder, index = oracle
    printed: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for line in (folder / f"{kind}.run").read_text().splitlines():
        query, _, document, _, score, _ = line.split()
        printed[query].append((document, score))
    compared = 0
    for line in (folder / f"{kind}.queries.tsv").read_text().splitlines():
        query, text = line.split("\t")
        hits = index.search(text, QueryLikelihood(mu=2500), index.document_count)
        ours = dict(hits)
        for rank, (document, score) in enumerate(printed[query]):
            assert _six_digits(ours[document]) == float(score), (query, document)
            # The same order too, up to scores that print alike.
            assert _six_digits(hits[rank].score) == float(score), (query, rank)
            compared += 1
    assert compared == sum(map(len, printed.values())) > 9000


def _six_digits(score: float) -> float:
    return float(f"{score:.6g}")
