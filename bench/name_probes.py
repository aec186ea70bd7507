"""Does a method break names that people keep whole? `python -m bench.name_probes [METHOD]` over bench/probes/names.tsv.

Each line there is a kind and a query in a small notation: `_` joins two words, `|` breaks, `~` leaves the place open. An answer is
wrong if it breaks at a `_` or joins at a `|`. The queries were written before any model was trained with them in view, and the
file does not change.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

from caesura.segmenters import default_method, segmenter

PROBES = Path(__file__).parent / "probes" / "names.tsv"
BREAKS_WANTED = {"_": 0, "|": 1, "~": None}


def probes() -> list[tuple[str, str, list[int | None]]]:
    """Kind, query, and for each place between its words: 0 to join, 1 to break, None where either will do."""
    rows = [line.split("\t") for line in PROBES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [
        (kind, re.sub(r"[_|~]", " ", text), [BREAKS_WANTED[mark] for mark in re.findall(r"[_|~]", text)]) for kind, text in rows
    ]


def main() -> None:
    method = sys.argv[1] if len(sys.argv) > 1 else default_method()
    wanted = probes()
    answers = segmenter(method).segment_many([query for _, query, _ in wanted])
    total, wrong = Counter(kind for kind, _, _ in wanted), Counter[str]()
    for (kind, query, places), answer in zip(wanted, answers, strict=True):
        if any(want is not None and want != given for want, given in zip(places, answer.flat.breaks, strict=True)):
            wrong[kind] += 1
            print(f"{kind:22} {query:45} {answer.pipe}")
    for kind, count in total.items():
        print(f"{kind:22} {wrong[kind]:3} of {count} wrong")
    print(f"{'all':22} {wrong.total():3} of {total.total()} wrong ({wrong.total() / total.total():.1%}) by {method}")


if __name__ == "__main__":
    main()
