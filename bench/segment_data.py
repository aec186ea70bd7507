"""Queries and n-grams to measure with: real queries where the corpora are at hand, drawn ones elsewhere.

Six in ten n-grams of the queries are in the lexicon, as in the Webis corpus; the rest of the lexicon is filled up with n-grams that
no query holds, so that its size, not its use, grows.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

from caesura.shapes import fold

#: How many of a hundred queries have 3, 4, ... 10 words (the Webis corpus: 4.1 words, 6.8 n-grams of 2 to 5 words each).
LENGTHS = {3: 45, 4: 27, 5: 14, 6: 7, 7: 4, 8: 2, 9: 1}
_KNOWN_SHARE = 0.6
_TITLE_SHARE = 0.15


def data_folder() -> Path | None:
    folder = Path(os.environ.get("CAESURA_DATA", Path(__file__).parents[2] / "shared" / "data"))
    return folder if folder.is_dir() else None


def queries(wanted: int) -> list[str]:
    """ASCII and other queries with the lengths of the Webis corpus, each at most once where a log is at hand."""
    draw = random.Random(11)
    folder = data_folder()
    by_length: dict[int, list[str]] = {length: [] for length in LENGTHS}
    if folder is not None:
        log = (folder / "query-log" / "queries.tsv").read_text(encoding="utf-8")
        for text in sorted({line.split("\t")[1].strip() for line in log.splitlines() if "\t" in line}):
            by_length.get(len(text.split()), []).append(text)
    found = []
    for length, share in LENGTHS.items():
        pool = by_length[length] or [" ".join(_word(draw) for _ in range(length)) for _ in range(wanted * share // 100)]
        found += draw.sample(pool, min(len(pool), wanted * share // 100))
    draw.shuffle(found)
    return found


def _word(draw: random.Random) -> str:
    # Frequent words are few: the square draws small numbers more often.
    return f"word{int(draw.random() ** 2 * 50000):x}"


def ngrams_of(texts: list[str], draw: random.Random) -> dict[str, int]:
    """The known n-grams of the queries with drawn counts."""
    counts: dict[str, int] = {}
    seen: set[str] = set()
    for text in texts:
        words = [fold(word) for word in text.split()]
        for start in range(len(words)):
            for end in range(start + 1, min(len(words), start + 5) + 1):
                ngram = " ".join(words[start:end])
                if ngram not in seen:
                    seen.add(ngram)
                    if end - start == 1 or draw.random() < _KNOWN_SHARE:
                        counts[ngram] = int(1e9 / (1 + draw.random() * 1e7)) + 1
    return counts


def write_sources(folder: Path, texts: list[str], wanted: int) -> tuple[Path, Path]:
    """`ngram<TAB>count` and a title list with that many n-grams in all."""
    draw = random.Random(12)
    known = ngrams_of(texts, draw)
    counts, titles = folder / "counts.tsv", folder / "titles.txt"
    several = [ngram for ngram in known if " " in ngram]
    titles.write_text("\n".join(draw.sample(several, int(len(several) * _TITLE_SHARE))) + "\n", encoding="utf-8")
    with counts.open("w", encoding="utf-8") as out:
        out.writelines(f"{ngram}\t{count}\n" for ngram, count in known.items())
        for block in _filling(wanted - len(known), draw):
            out.write(block)
    return counts, titles


def _filling(wanted: int, draw: random.Random) -> Iterator[str]:
    """N-grams of two to four words that no query has."""
    words = [f"filler{number:x}" for number in range(100_000)]
    while wanted > 0:
        size = min(wanted, 200_000)
        picked = draw.choices(words, k=4 * size)
        yield "".join(
            f"{' '.join(picked[4 * at : 4 * at + 2 + at % 3])} {wanted - at:x}\t{1 + at % 9999}\n"
            if at % 3 < 2
            else f"{' '.join(picked[4 * at : 4 * at + 3])}\t{7 + at % 99}\n"
            for at in range(size)
        )
        wanted -= size
