"""Text that any database can keep and give back unchanged."""

from __future__ import annotations

from caesura.foundation import InputError
from caesura.shapes import shown


def checked_text(text: str, what: str, longest: int) -> str:
    """The text, or an error: PostgreSQL keeps no NUL, and half of a surrogate pair is not a character anywhere."""
    if len(text) > longest:
        raise InputError(f"{what} has {len(text):,} characters", cure=f"at most {longest:,} are possible")
    if "\0" in text or any("\ud800" <= c <= "\udfff" for c in text):
        raise InputError(
            f"{what} {shown(text)} holds something that is not a character (NUL, or half of a pair)", cure="leave it out"
        )
    return text


def checked_name(text: str, what: str, longest: int = 200) -> str:
    """As `checked_text`, for names: not empty, in one line."""
    if not text.strip() or not text.isprintable():
        raise InputError(f"{what} is empty or not one printable line", cure="give a plain name")
    return checked_text(text, what, longest)
