"""Rows of Pinter et al. for the book: every method on the treebank at hand, computed once for all its entries."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from caesura.papers.book.base import Computed
from caesura.syntax import SYNTAX_METHODS, Tools, default_parser, evaluate_syntax

#: Method -> segment F1 and UAS as printed, for all queries, few little words, low confidence, several segments, one segment.
_PRINTED = {
    "gold": ((1, 0.807), (1, 0.819), (1, 0.735), (1, 0.839), (1, 0.798)),
    "ensemble": ((0.704, 0.764), (0.635, 0.730), (0.592, 0.646), (0.466, 0.687), (0.848, 0.787)),
    "supervised": ((0.703, 0.760), (0.591, 0.711), (0.528, 0.624), (0.235, 0.643), (0.962, 0.794)),
    "distant": ((0.703, 0.763), (0.632, 0.728), (0.586, 0.643), (0.422, 0.675), (0.868, 0.789)),
    "projection": ((0.635, 0.771), (0.531, 0.705), (0.472, 0.611), (0.212, 0.643), (0.865, 0.809)),
    "language-model": ((0.372, 0.666), (0.316, 0.599), (0.308, 0.544), (0.296, 0.604), (0.416, 0.684)),
    "parser-only": ((0.646, 0.754), (0.513, 0.695), (0.429, 0.607), (0.022, 0.605), (0.969, 0.798)),
}
_SUBSETS = ("all", "content-words", "low-confidence", "multi-segment", "single-segment")


@lru_cache(maxsize=1)
def measured(place: Path) -> dict[str, Any]:
    """The document of `caesura syntax evaluate`."""
    return evaluate_syntax([SYNTAX_METHODS[name] for name in _PRINTED], Tools(given_parser=default_parser()), treebank=place)


def methods_entry(subsets: tuple[str, ...], ahead: tuple[str, str]) -> Callable[[Path], Computed]:
    """What computes a table of methods; `ahead` names two methods, of which the first has the better F1 in the paper."""

    def compute(place: Path) -> Computed:
        found = {(row["method"], row["subset"]): row for row in measured(place)["methods"]}
        rows: list[dict[str, Any]] = []
        agree = 0
        for subset in subsets:
            for method, printed in _PRINTED.items():
                f1, uas = printed[_SUBSETS.index(subset)]
                ours = found[method, subset]
                rows.append(
                    {
                        "subset": subset,
                        "method": method,
                        "queries": ours["queries"],
                        "published_F1": f1,
                        "our_F1": ours["segment_f1"],
                        "published_UAS": uas,
                        "our_UAS": ours["uas"],
                    }
                )
            first, second = (found[method, subset]["segment_f1"] or 0 for method in ahead)
            agree += first > second
        note = f"{ahead[0]} has the better F1 than {ahead[1]} on {agree} of {len(subsets)} sets, as printed for each"
        return Computed(
            rows, found["gold", subsets[0]]["signature"].replace("method:gold", "method:*"), agree, len(subsets), note=note
        )

    return compute
