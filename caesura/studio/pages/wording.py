"""Errors as a page says them: the rooms speak to whoever types commands, a page to whoever sees none."""

from __future__ import annotations

import re

from caesura.foundation import InputError

#: An option, or a command to type.
_TYPED = re.compile(r"(?<![\w-])--[a-z]|\bcaesura [a-z]+|`caesura")


def for_people(text: str) -> str:
    """Without the parts, between semicolons and commas, that name an option or a command."""
    if not _TYPED.search(text):
        return text
    kept = []
    for part in re.split(r"(?<=[;:])\s+|(?<=,)\s+(?=or\b)", text):
        if _TYPED.search(part):
            part = ", ".join(piece for piece in part.split(", ") if not _TYPED.search(piece))
        if part.strip(" ;,:"):
            kept.append(part)
    return " ".join(kept).rstrip(" ;,:")


def said(error: InputError) -> str:
    """The error as one line."""
    cure = for_people(error.cure or "")
    where = InputError(for_people(error.problem), cure=cure or None, file=error.file, line=error.line)
    return str(where)
