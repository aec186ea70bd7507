"""The tables and figures of the book, one file each: a file that assigns `ENTRY` is one more."""

from __future__ import annotations

from caesura.foundation import Registry
from caesura.papers.book.base import BookEntry

BOOK_ENTRIES: Registry[BookEntry] = Registry("entry of the book", __name__, "ENTRY")
