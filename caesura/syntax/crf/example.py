"""What the CRF learns from: a query, its tags, and where it is cut."""

from __future__ import annotations

from typing import NamedTuple

from caesura.shapes import Flat, Words
from caesura.tagging import Tags


class CrfExample(NamedTuple):
    """One query."""

    words: Words
    tags: Tags
    flat: Flat
