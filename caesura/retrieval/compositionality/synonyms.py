"""Synonyms of single words, from WordNet 3.1: what a word is exchanged for to see whether a phrase still means the same.

The sets ship with the package in half a megabyte; recipes/synonyms.py builds the file. `read_synonyms` takes a file of your own
for another language or trade: one set of words a line.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from caesura.foundation import ArtifactKind, InputError, PathLike, lines
from caesura.shapes import fold

#: Word -> the words that share a set with it, in the order of the sets.
Synonyms = Mapping[str, tuple[str, ...]]

SYNONYMS = ArtifactKind("synonyms", 1, cure="build it again: python -m recipes.synonyms PACKAGE")
PACKED_FILE = "english.synonyms"


def packed_synonyms(sets: Iterable[str], source: str) -> bytes:
    """Sets of words, one a string, as one file: sorted, because lines that share beginnings pack best."""
    text = "".join(f"{line}\n" for line in sorted(set(sets)))
    body = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
    return SYNONYMS.pack({"sets": text.count("\n"), "source": source}, body)


def unpacked_synonyms(raw: bytes, source: PathLike) -> Synonyms:
    _, body = SYNONYMS.unpack(raw, source)
    try:
        return synonyms_of(line.split(" ") for line in lzma.decompress(body).decode("utf-8").splitlines())
    except (lzma.LZMAError, ValueError) as error:
        raise SYNONYMS.damaged(source) from error


@cache
def wordnet_synonyms() -> Synonyms:
    """The synonyms that come with Caesura (about 0.1 s when first asked for)."""
    return unpacked_synonyms(files(__package__).joinpath(PACKED_FILE).read_bytes(), PACKED_FILE)


def read_synonyms(path: PathLike) -> Synonyms:
    """Sets of your own: words that mean the same on one line, separated by spaces, commas or tabs."""
    sets = []
    for number, line in lines(path):
        words = fold(line.replace(",", " ")).split()
        if len(words) == 1:
            raise InputError(
                f"'{words[0]}' stands alone", cure="write words that mean the same on one line", file=path, line=number
            )
        if words:
            sets.append(words)
    if not sets:
        raise InputError("holds no synonyms", cure="write words that mean the same on one line", file=path)
    return synonyms_of(sets)


def synonyms_of(sets: Iterable[Iterable[str]]) -> Synonyms:
    """From sets of words to the synonyms of each; no word is its own."""
    synonyms: dict[str, dict[str, None]] = {}
    for words in map(tuple, sets):
        for word in words:
            synonyms.setdefault(word, {}).update(dict.fromkeys(other for other in words if other != word))
    return {word: tuple(others) for word, others in synonyms.items() if others}
