"""Does a method split queries that are wholly a name? `python -m bench.name_titles QUERIES [METHOD]`.

QUERIES has a query per line, or `source<TAB>query`. Those are looked at that the default lexicon has as a title of three and more
words with a function word inside (`gone with the wind`); titles were partly shown in training, see docs/background/learned.md.
"""

from __future__ import annotations

import sys
from pathlib import Path

from caesura.lexicon import default_lexicon
from caesura.segmenters import default_method, segmenter

_FUNCTION = frozenset(("and", "at", "by", "for", "from", "in", "is", "of", "on", "or", "that", "the", "to", "with", "a", "an"))


def whole_names(queries: list[str]) -> list[str]:
    """The different queries that are a title of three and more words with a function word inside."""
    lexicon = default_lexicon()
    found = []
    for query in dict.fromkeys(queries):
        words = query.lower().split()
        if 3 <= len(words) <= 64 and _FUNCTION.intersection(words[1:-1]) and lexicon.is_title(words):
            found.append(query)
    return found


def main() -> None:
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    names = whole_names([line.split("\t")[-1] for line in lines])
    method = sys.argv[2] if len(sys.argv) > 2 else default_method()
    split = [answer.pipe for answer in segmenter(method).segment_many(names) if any(answer.flat.breaks)]
    for answer in split[:20]:
        print(answer)
    print(f"{len(split)} of {len(names)} split ({len(split) / max(len(names), 1):.1%}) by {method}")


if __name__ == "__main__":
    main()
