"""Which format a file has, by its first lines. What is not clear is an error that names the option, never a guess."""

from __future__ import annotations

import re
from pathlib import Path

from caesura.foundation import InputError
from caesura.lexicon.formats.blocks import blocks

_NUMBER = re.compile(r"\d+$")
_YEAR = re.compile(r"\d{4},\d+,\d+$")
_FLOAT = re.compile(r"[-+]?\d*\.?\d+(?:e[-+]?\d+)?$", re.IGNORECASE)
_LOOKED_AT = 200


def first_lines(path: Path) -> list[str]:
    """Some lines from the start that hold something."""
    for block in blocks(path, size=1 << 16):
        first = [line for line in block.texts() if line.strip()][:_LOOKED_AT]
        if first:
            return first
    return []


def counts_format(path: Path) -> str:
    """tsv (and Web 1T, which is the same), books or arpa."""
    lines = first_lines(path)
    if not lines:
        return "tsv"
    if lines[0].startswith("\\data\\"):
        return "arpa"
    columns = lines[0].split("\t")
    if len(columns) == 2 and _NUMBER.match(columns[1]):
        return "tsv"
    if len(columns) > 1 and all(map(_YEAR.match, columns[1:])):
        return "books"
    if len(columns) == 4 and all(map(_NUMBER.match, columns[1:])):
        return "books"
    if len(columns) == 2 and _FLOAT.match(columns[1]):
        raise InputError("holds numbers that are not whole", cure="give logarithms with --log10", file=path, line=1)
    raise InputError(
        "is not a known kind of n-gram file", cure="write each line as: new york<TAB>120, or say --counts-format", file=path, line=1
    )


def titles_format(path: Path) -> str:
    """plain, wikipedia or redirects."""
    lines = first_lines(path)
    if lines and lines[0].split("\t")[-1] == "page_title":
        return "wikipedia"
    tabs = sum("\t" in line for line in lines)
    if tabs and all(_NUMBER.match(line.split("\t")[0]) for line in lines if "\t" in line):
        return "wikipedia"
    if tabs:
        return "redirects"
    # No dump has a space in a title, and no list of titles written by people has underscores only.
    if any("_" in line for line in lines) and not any(" " in line.strip() for line in lines):
        return "wikipedia"
    return "plain"
