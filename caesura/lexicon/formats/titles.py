"""Lists of titles: plain, redirects, and Wikipedia's dumps.

`plain`: a title per line, taken as it is. `wikipedia`: the `all-titles` dump (`namespace<TAB>title`, namespace 0 is kept) or
`all-titles-in-ns0` (`title`), underscores for spaces, a header line. `redirects`: `redirect<TAB>target`, both are titles. Those
of the last two are cleaned: punctuation goes from the edges of their words, as people type them (`Paris,_Texas` -> paris
texas), and one with a disambiguation, `Titanic_(1997_film)`, gives two: titanic, and titanic 1997 film.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from caesura.lexicon.formats.blocks import Batch, LineBlock, folded_lines, folded_text, titled
from caesura.lexicon.records import Records, hash_ngrams
from caesura.shapes import MAX_WORDS, bare

_DISAMBIGUATION = re.compile(r"^(.*\S)\s+\(([^()]+)\)$")
OTHER_NAMESPACE = "other namespaces"
TOO_LONG = f"more than {MAX_WORDS} words"


def read_plain_titles(block: LineBlock, seed: int) -> Batch:
    """A title per line."""
    return _batch(folded_lines(block, whole=True), seed, Counter())


def read_redirects(block: LineBlock, seed: int) -> Batch:
    """`redirect<TAB>target`; a line without a tab is a title without redirects."""
    titles: list[str] = []
    for index, line in enumerate(block.texts()):
        columns = line.split("\t")
        if len(columns) > 2:
            raise block.wrong(f"has {len(columns)} columns", index, "give redirects as two columns: redirect<TAB>target")
        for column in columns:
            titles += cleaned_titles(column)
    return _batch("\n".join(titles).encode(), seed, Counter())


def read_wikipedia_titles(block: LineBlock, seed: int) -> Batch:
    """Lines of Wikipedia's title dumps."""
    skipped: Counter[str] = Counter()
    titles: list[str] = []
    for index, line in enumerate(block.texts()):
        namespace, tab, title = line.rpartition("\t")
        if block.line + index == 1 and title == "page_title":
            continue
        if tab and namespace.strip() != "0":
            if not namespace.strip().isdigit():
                raise block.wrong("has no namespace before its tab", index, "choose another --titles-format")
            skipped[OTHER_NAMESPACE] += 1
            continue
        titles += cleaned_titles(title)
    return _batch("\n".join(titles).encode(), seed, skipped)


def cleaned_titles(title: str) -> Iterator[str]:
    """What people type for a title of a dump, folded; two forms where it has a disambiguation."""
    text = title.replace("_", " ").strip()
    match = _DISAMBIGUATION.match(text)
    for form in (match.group(1), f"{match.group(1)} {match.group(2)}") if match else (text,):
        yield " ".join(map(bare, folded_text(form).split()))


def _batch(lines: bytes, seed: int, skipped: Counter[str]) -> Batch:
    first, second, words = hash_ngrams(lines, seed)
    skipped[TOO_LONG] += int((words > MAX_WORDS).sum())
    kept = (words > 0) & (words <= MAX_WORDS)
    records: Records = titled(first[kept], second[kept], words[kept])
    return Batch(records, +skipped)
