"""One JSON object per line: `{"id": "7", "title": "...", "text": "..."}`. BEIR's `corpus.jsonl` and Anserini's files are such."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from caesura.foundation import Advance, InputError, PathLike, lines, unwatched
from caesura.retrieval.documents.document import ID_NAMES, TEXT_NAMES, TITLE_NAMES, Document, DocumentFormat, document

_CURE = 'write {"id": "7", "title": "...", "text": "..."}'


def read(path: PathLike, advance: Advance = unwatched) -> Iterator[Document]:
    for number, line in lines(path, advance=advance):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
        except (ValueError, RecursionError):
            raise InputError("is not JSON", cure=_CURE, file=path, line=number) from None
        if not isinstance(item, dict):
            raise InputError("is not a JSON object", cure=_CURE, file=path, line=number)
        identifier = _field(item, ID_NAMES)
        title, text = _field(item, TITLE_NAMES), _field(item, TEXT_NAMES)
        if identifier is None:
            raise InputError("has no id", cure=f"name it {' or '.join(ID_NAMES)}", file=path, line=number)
        if title is None and text is None:
            raise InputError("has no text", cure=f"name it {' or '.join(TEXT_NAMES)}", file=path, line=number)
        if not isinstance(identifier, str | int) or not isinstance(title or "", str) or not isinstance(text or "", str):
            raise InputError("has an id, title or text that is not text", cure=_CURE, file=path, line=number)
        yield document(str(identifier), title or "", text or "", path, number)


def _field(item: dict[str, Any], names: Sequence[str]) -> Any:
    return next((item[name] for name in names if name in item and item[name] is not None), None)


def _looks_like(start: bytes, _name: str) -> bool:
    return start.startswith(b"{") or not start  # an empty file has no documents in any format


FORMAT = DocumentFormat("jsonl", "one JSON object per line, as in BEIR and Anserini", _looks_like, read)
