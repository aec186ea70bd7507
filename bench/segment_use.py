"""How much of a lexicon each method uses on the Webis corpus (Beyer 2011, tables 5.6 and 5.7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from bench.segment_data import data_folder
from caesura.corpus import Corpus, read_corpus
from caesura.lexicon import MemoryLexicon
from caesura.segmenters import WeightedSegmenter, segmenter
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.methods.titles import title_places


class Watched(MemoryLexicon):
    """Counts what is asked for."""

    def forget(self) -> None:
        self.asked = 0
        self.distinct: set[tuple[str, ...]] = set()

    def lookup(self, words: Sequence[str], *, as_typed: bool = False) -> tuple[int, bool]:
        self.asked += 1
        self.distinct.add(tuple(words))
        return super().lookup(words, as_typed=as_typed)


def print_use(row: Callable[[str, str], None]) -> None:
    folder = data_folder()
    if folder is None:
        print("\nthe Webis corpus is not here: look-ups per method were not counted")
        return
    webis = folder / "webis-qsec-10"
    corpus, lexicon = read_corpus(webis), _lexicon(webis)
    print(f"\nlook-ups on the {len(corpus):,} queries of the Webis corpus")
    for method in ("naive", "wikipedia", "titles", "hybrid", "pmi"):
        chosen = segmenter(method, lexicon=lexicon)
        lexicon.forget()
        for entry in corpus:
            chosen.segment(entry.query.text, entry.query.tags)
        row(f"{method}: look-ups, distinct n-grams", f"{lexicon.asked:,}, {len(lexicon.distinct):,}")
    for method in ("wikipedia", "titles", "hybrid"):
        row(f"{method}: n-grams whose frequency decides, distinct", "{:,}, {:,}".format(*_deciding(method, corpus, lexicon)))
    overlapping = sum(
        any(several for _, several in title_places(_candidates("titles", entry.query.text, lexicon))) for entry in corpus
    )
    row("queries with overlapping titles", f"{100 * overlapping / len(corpus):.1f} %")


def _deciding(method: str, corpus: Corpus, lexicon: MemoryLexicon) -> tuple[int, int]:
    """What the thesis counts: a title that overlaps no other needs no frequency."""
    needed: list[tuple[str, ...]] = []
    for entry in corpus:
        words = entry.query.words
        candidates = _candidates("titles", entry.query.text, lexicon)
        places = [(0, len(words))] if method == "wikipedia" or (method == "hybrid" and entry.query.is_nominal) else []
        places = places or [span for span, several in title_places(candidates) if several]
        needed += [words[c.start : c.end] for c in candidates if any(a <= c.start and c.end <= b for a, b in places)]
    return len(needed), len(set(needed))


def _candidates(method: str, text: str, lexicon: MemoryLexicon) -> Sequence[CandidateSegment]:
    chosen = segmenter(method, lexicon=lexicon)
    assert isinstance(chosen, WeightedSegmenter)
    return chosen.candidates(tuple(text.split()))


def _lexicon(webis: Path) -> Watched:
    def rows(name: str) -> list[list[str]]:
        file = webis / "data" / f"webis-qsec-10-training-set-{name}.txt"
        return [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]

    counts = {ngram: int(count) for ngram, count in rows("n-gram-web-frequencies-google")}
    return Watched(counts, [row[0] for row in rows("n-gram-wikipedia-titles")])
