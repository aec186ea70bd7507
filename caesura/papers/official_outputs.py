"""The public outputs of the Webis query segmentation corpus, replayed with its own counts, titles and tags.

Every method runs with `rules="published"`. The frequencies behind `pmi` are log10 probabilities of the MSN n-gram service: they are
taken as counts of 10^18 words, a probability below one such count as unseen, and the threshold is the default one. With
these the replay equals the public outputs; neither needs an option.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from caesura.corpus import Corpus, read_corpus
from caesura.foundation import InputError, PathLike, lines
from caesura.lexicon import MemoryLexicon
from caesura.segmenters import Rules, Segmenter, segmenter
from caesura.shapes import Flat

Row = Mapping[str, Any]

#: Method -> the name of its output in the public package.
OUTPUTS = {
    "pmi": "pmi-baseline",
    "naive": "stein2010j",
    "wikipedia": "stein2011e",
    "titles": "wt-baseline",
    "titles+noun-phrases": "wt-snp-baseline",
    "hybrid": "hybrid-acc",
}
#: Words that a probability of 1 stands for.
_WORDS = 10**18


def replayed_outputs(folder: PathLike) -> Iterator[Row]:
    """For each method: queries, how many of our segmentations equal the public one, and the ids of those that differ."""
    corpus = read_corpus(folder)
    for method, official in OUTPUTS.items():
        if official not in corpus.outputs:
            raise InputError(f"{corpus.name} has no output of {official}", cure="give a Webis-QSeC-10 folder", file=folder)
        segment = _segmenting(method, Path(folder), corpus)
        outputs = corpus.outputs[official]
        differing = [entry.query.id for entry in corpus if segment(entry.query) != outputs[entry.query.id]]
        yield {
            "method": method,
            "output": official,
            "queries": len(corpus),
            "equal": len(corpus) - len(differing),
            "differing": differing,
        }


def _segmenting(method: str, folder: Path, corpus: Corpus) -> Callable[[Any], Flat]:
    segmenter = published_segmenter(method, folder)
    # The official outputs of hybrid rest on the tags that come with the queries.
    with_tags = method == "hybrid" and all(entry.query.tags for entry in corpus)
    return lambda query: segmenter.segment(query.text, query.tags if with_tags else None).flat


def published_segmenter(method: str, folder: PathLike, rules: Rules = "published") -> Segmenter:
    """A method with the corpus's own counts and titles."""
    folder = Path(folder)
    if method == "pmi":
        return segmenter("pmi", lexicon=_msn_lexicon(folder), rules=rules)
    lexicon = corpus_lexicon(folder)
    if method != "titles+noun-phrases":
        return segmenter(method, lexicon=lexicon, rules=rules)
    tags = {ngram: tuple(ast.literal_eval(listed)) for ngram, listed in _rows(folder, "n-gram-pos-tagged")}

    def tagger(words: Sequence[str], /) -> tuple[str, ...]:
        return tags[" ".join(words)]

    return segmenter(method, lexicon=lexicon, rules=rules, tagger=tagger)


def corpus_lexicon(folder: Path) -> MemoryLexicon:
    """The counts and titles that come with the corpus's queries."""
    counts = {ngram: int(count) for ngram, count in _rows(folder, "n-gram-web-frequencies-google")}
    return MemoryLexicon(counts, [row[0] for row in _rows(folder, "n-gram-wikipedia-titles")])


def _msn_lexicon(folder: Path) -> MemoryLexicon:
    parts = ("1-gram-web-frequencies-msn", "2-gram-web-frequencies-msn")
    counts = {ngram: round(_WORDS * 10 ** float(value)) for part in parts for ngram, value in _rows(folder, part)}
    # The corpus's words alone do not add up to all words, so their number is stated.
    return MemoryLexicon(counts, total=_WORDS)


def _rows(folder: Path, name: str) -> list[list[str]]:
    files = sorted((folder / "data").glob(f"*-{name}.txt"))
    if not files:
        raise InputError(f"has no data/...-{name}.txt", cure="give a complete Webis-QSeC-10 folder", file=folder)
    return [line.split("\t") for _, line in lines(files[0])]
