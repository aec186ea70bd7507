"""Artifact files: what was learned or built, whole in one file, and refused where it is not whole.

    caesura tagger 2                 kind and version
    9f86d081...                      SHA-256 of all that follows
    {"tags": [...], "card": ...}     a head in JSON, on one line
    ...                              the body: numbers, as the room that owns the kind packs them

A room declares its kind once and packs and unpacks with it. The same head and body give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from caesura.foundation.errors import InputError
from caesura.foundation.reading import PathLike, open_bytes
from caesura.foundation.writing import written_bytes

_FIRST_LINE = re.compile(rb"caesura ([a-z][a-z -]*[a-z]) ([0-9]{1,9})\n")


@dataclass(frozen=True)
class ArtifactKind:
    """`ArtifactKind("tagger", 2, cure="train it again: ...")`; `cure` says how to get a file that can be read.

    Older versions still read are those in `older` (what their heads lack tells them apart), and `unchecked`, which had no line
    for the checksum (a checksum in its head is looked at).
    """

    name: str
    version: int
    cure: str
    unchecked: int | None = None
    older: tuple[int, ...] = ()

    def pack(self, head: Mapping[str, Any], body: bytes) -> bytes:
        """The bytes of a file."""
        rest = json.dumps(head, ensure_ascii=False, sort_keys=True).encode() + b"\n" + body
        return f"caesura {self.name} {self.version}\n{hashlib.sha256(rest).hexdigest()}\n".encode() + rest

    def unpack(self, raw: bytes, source: PathLike) -> tuple[dict[str, Any], bytes]:
        """Head and body of such bytes; an error that names `source` where they are another kind, another version, or damaged."""
        first = _FIRST_LINE.match(raw)
        if first is None:
            raise InputError(f"is not a {self.name} file of Caesura", cure=self.cure, file=source)
        name, version = first[1].decode(), int(first[2])
        if name != self.name:
            raise InputError(f"is a {name} file, a {self.name} file was expected", cure=self.cure, file=source)
        rest = raw[first.end() :]
        if version in (self.version, *self.older):
            checksum, _, rest = rest.partition(b"\n")
            if hashlib.sha256(rest).hexdigest().encode() != checksum:
                raise self.damaged(source, "its checksum differs")
        elif version != self.unchecked:
            age = "a newer" if version > self.version else "an older"
            raise InputError(f"was written by {age} version of Caesura ({name} {version})", cure=self.cure, file=source)
        first_line, _, body = rest.partition(b"\n")
        try:
            head = json.loads(first_line)
        except ValueError as error:
            raise self.damaged(source) from error
        if not isinstance(head, dict):
            raise self.damaged(source)
        if version == self.unchecked and head.pop("sha256", None) not in (None, hashlib.sha256(body).hexdigest()):
            raise self.damaged(source, "its checksum differs")
        return head, body

    def damaged(self, source: PathLike, why: str | None = None) -> InputError:
        """The error for a file whose content does not hold together."""
        return InputError("is damaged" if why is None else f"is damaged ({why})", cure=self.cure, file=source)

    def read(self, path: PathLike) -> tuple[dict[str, Any], bytes]:
        """Head and body of a file."""
        with open_bytes(path) as raw:
            return self.unpack(raw.read(), path)

    def write(self, path: PathLike, head: Mapping[str, Any], body: bytes) -> None:
        """Write a file, whole or not at all."""
        with written_bytes(path) as raw:
            raw.write(self.pack(head, body))
