"""Every printed figure carries a signature: two figures with one signature are comparable.

A signature is a short string `key:value|key:value` in a fixed order, so that it can be pasted into a paper, compared
with `==`, and read by a person. It always ends with the version of Caesura.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from caesura.foundation.version import __version__


def signature(**facts: object) -> str:
    """`signature(data="x", measure="corpus")` -> `data:x|measure:corpus|caesura:1.0`; None is left out."""
    parts = [f"{key}:{value}" for key, value in facts.items() if value is not None]
    return "|".join([*parts, f"caesura:{__version__}"])


def fingerprint(pieces: Iterable[str]) -> str:
    """Eight hex digits that stand for the data itself, whatever the file was called."""
    digest = hashlib.sha256()
    for piece in pieces:
        encoded = piece.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "little"))
        digest.update(encoded)
    return digest.hexdigest()[:8]


def shared_signature(signatures: Iterable[str]) -> str:
    """What the rows of a table have in common; `*` stands for what the table itself tells."""
    facts = [parse_signature(text) for text in signatures]
    keys: list[str] = []
    for fact in facts:
        place = 0
        for key in fact:  # what only some rows say stands where they say it: the version stays last
            if key not in keys:
                keys.insert(place, key)
            place = keys.index(key) + 1
    values = {key: {fact[key] for fact in facts if key in fact} for key in keys}
    return "|".join(f"{key}:{said.pop() if len(said) == 1 else '*'}" for key, said in values.items())


def parse_signature(text: str) -> Mapping[str, str]:
    """The facts of a signature, for those who compare figures by program."""
    return dict(part.split(":", 1) for part in text.split("|"))
