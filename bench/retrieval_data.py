"""A collection to measure with: sentences of the four shared collections, drawn into as many documents as are wanted.

Sentences stay whole, so that words meet as they do in real text; lengths are drawn around the mean. Queries are the real ones, cut
down to content words.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path

from caesura.retrieval import Analysis, stop_words

NAMES = ("cranfield", "cacm", "vaswani", "scifact")
_SENTENCE = re.compile(r"(?<=[.?!]) +")
#: Words per document, on average, as in the measurements others made (14.5 million in 100,000 documents).
_MEAN_WORDS = 145


def write_documents(data: Path, out: Path, wanted: int, seed: int = 3) -> int:
    """Write JSONL; returns the number of words."""
    draw = random.Random(seed)
    sentences = _sentences(data)
    words = 0
    with out.open("w", encoding="utf-8") as stream:
        for number in range(wanted):
            length = max(5, int(draw.gammavariate(2.0, _MEAN_WORDS / 2.0)))
            text: list[str] = []
            held = 0
            while held < length:
                text.append(draw.choice(sentences))
                held += text[-1].count(" ") + 1
            words += held
            stream.write(json.dumps({"id": f"d{number:07}", "text": " ".join(text)}) + "\n")
    return words


def _sentences(data: Path) -> list[str]:
    found = []
    for name in NAMES:
        for line in (data / "retrieval" / name / "docs.jsonl").read_text(encoding="utf-8").splitlines():
            found += [sentence for sentence in _SENTENCE.split(json.loads(line)["text"]) if 3 <= sentence.count(" ") <= 60]
    return found


def content_queries(data: Path, seed: int = 4) -> list[list[str]]:
    """The content words of all real queries, in an order of their own."""
    analysis = Analysis(stop_words=stop_words("english"))
    found = []
    for name in NAMES:
        for line in (data / "retrieval" / name / "queries.tsv").read_text(encoding="utf-8").splitlines():
            words = [word for word in analysis.terms(line.split("\t", 1)[1]) if len(word) > 1]
            found.append(list(dict.fromkeys(words)))
    random.Random(seed).shuffle(found)
    return found


def sequential_dependence(words: Sequence[str]) -> str:
    """Metzler and Croft's sequential model in the query language."""
    pairs = [" ".join(words[at : at + 2]) for at in range(len(words) - 1)]
    exact, near = (" ".join(f"#{window}({pair})" for pair in pairs) for window in ("1", "uw8"))
    return f"#weight(.85 #combine({' '.join(words)}) .1 #combine({exact}) .05 #combine({near}))"
