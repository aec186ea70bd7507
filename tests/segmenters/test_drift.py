"""Two logs compared: shares, entropy, confidence; and the page."""

from __future__ import annotations

from math import log2
from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.lexicon import MemoryLexicon
from caesura.segmenters import compare_logs, segmenter, write_drift_page
from caesura.segmenters.drift import divergence

OLD = ["new york times", "new york", "cheap flights", ""]
NEW = ["New York pizza", "zebra xylophone quartz", "cheap"]


def test_shares_by_hand(lexicon: MemoryLexicon) -> None:
    old, new = compare_logs(OLD, NEW, segmenter("learned", lexicon=lexicon), lexicon)
    assert (old["queries"], old["words"], new["queries"], new["words"]) == (3, 7, 3, 7)
    assert old["known_words"] == 1
    assert new["known_words"] == 3 / 7  # new, york, cheap
    assert (old["known_pairs"], new["known_pairs"]) == (1, 1 / 4)
    assert (new["seen_words"], new["seen_pairs"]) == (3 / 7, 1 / 4)
    assert (old["seen_words"], old["seen_pairs"]) == (4 / 7, 2 / 4)  # in another query: new york, twice
    assert old["confidence_divergence"] == 0
    assert sum(old["confidence"]) > 0


def test_entropy_and_breaks_are_those_of_the_segmenter(lexicon: MemoryLexicon) -> None:
    chosen = segmenter("learned", lexicon=lexicon)
    row = compare_logs(["new york times"], ["square dance"], chosen, lexicon)[0]
    shares = chosen.break_probabilities(["new", "york", "times"])  # type: ignore[attr-defined]
    assert row["breaks"] == sum(share > 0.5 for share in shares) / 2
    assert row["break_entropy"] == pytest.approx(-sum(p * log2(p) for share in shares for p in (share, 1 - share)) / 2)


def test_the_signature_names_all_that_changes_a_figure(lexicon: MemoryLexicon) -> None:
    old, new = compare_logs(OLD, NEW, segmenter("learned", lexicon=lexicon), lexicon)
    assert all(part in new["signature"] for part in ("log:new#", "|lexicon:in-memory|", "|model:"))
    assert f"|against:{old['signature'].split('|')[0].removeprefix('log:')}|" in new["signature"]
    shorter = compare_logs(OLD[:2], NEW, segmenter("learned", lexicon=lexicon), lexicon)
    assert shorter[1]["signature"] != new["signature"]


def test_divergence() -> None:
    assert divergence([1, 0], [0, 5]) == 1
    assert divergence([1, 3], [2, 6]) == 0
    assert divergence([0, 0], [2, 6]) == 0
    assert 0 < divergence([1, 2], [2, 1]) < 1


def test_mistakes(lexicon: MemoryLexicon) -> None:
    with pytest.raises(InputError, match="old: no queries"):
        compare_logs(["", " "], NEW, segmenter("learned", lexicon=lexicon), lexicon)
    with pytest.raises(InputError, match="has no probabilities"):
        compare_logs(OLD, NEW, segmenter("wikipedia", lexicon=lexicon), lexicon)


def test_the_page(lexicon: MemoryLexicon, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="figures need the extra plots")
    rows = compare_logs(OLD, NEW, segmenter("learned", lexicon=lexicon), lexicon, names=("spring.tsv", "<today>"))
    write_drift_page(rows, tmp_path / "drift.html")
    page = (tmp_path / "drift.html").read_text()
    assert "3 queries of &lt;today&gt; against 3 of spring.tsv" in page
    assert page.count("<svg") == 1
