"""How an index lies on disk: a folder of plain little-endian arrays and a header that knows their sizes and checksums.

Numbers that are small in most collections (`n`) are written with 1, 2 or 4 bytes, whatever the largest of a file needs; the size of
the file and the counts of the header say which.

index.json               what it is: version, counts, analysis, size and digest of every other file
ids, titles, texts       strings: the documents in the order they came
id-ranks      u32        where each id stands in the order of ids (ties are broken by it)
lengths       u32        terms per document
tokens        n          term numbers of all documents, one document after the other
terms                    strings: terms in the order they were first met
term-order    u32        their numbers in the order of their bytes, to look one up
postings      u64        per term, where its postings begin (one more at the end)
occurrences   u64        per term, where its positions begin (one more at the end)
documents     u32        per posting, the document
frequencies   n          per posting, how often the term occurs there
positions     n          places within the documents, from 0: those of a posting behind those of the posting before
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from caesura.foundation import Advance, InputError, unwatched

FORMAT = "caesura-index-2"
HEADER = "index.json"
_STRINGS = ("ids", "titles", "texts", "terms")
_ANY = (1, 2, 4)
#: Bytes that a number of each array may have.
_ARRAYS = {
    "id-ranks": (4,),
    "lengths": (4,),
    "tokens": _ANY,
    "term-order": (4,),
    "postings": (8,),
    "occurrences": (8,),
    "documents": (4,),
    "frequencies": _ANY,
    "positions": _ANY,
}
FILES = (*(f"{name}.{half}" for name in _STRINGS for half in ("bytes", "starts")), *_ARRAYS)
_CURE = "build the index again"
_PIECE = 1 << 22


@dataclass(frozen=True)
class Header:
    """What an index says about itself."""

    documents: int
    tokens: int
    terms: int
    postings: int
    empty_documents: int
    tokeniser: str
    stemmer: str
    stop_words: tuple[str, ...]
    files: dict[str, tuple[int, str]]

    @property
    def fingerprint(self) -> str:
        """Eight hex digits that stand for all the index holds."""
        return _checksum(_body(self))[:8]

    @property
    def bytes(self) -> int:
        return sum(size for size, _ in self.files.values())


def write_header(folder: Path, header: Header) -> None:
    body = _body(header)
    (folder / HEADER).write_text(json.dumps({**body, "checksum": _checksum(body)}, indent=1, ensure_ascii=False) + "\n", "utf-8")


def read_header(folder: Path) -> Header:
    """The header, once it and the sizes of all files are found right."""
    file = folder / HEADER
    if not file.is_file():
        raise InputError("is not an index", cure="build one with: caesura retrieval index DOCS OUT", file=folder)
    try:
        body = json.loads(file.read_bytes())
        checksum = body.pop("checksum")
        form = body["format"]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError("has a damaged header", cure=_CURE, file=file) from None
    if form != FORMAT:
        raise InputError(f"has the format {form!r}, this version reads {FORMAT!r}", cure=_CURE, file=file)
    if checksum != _checksum(body):
        raise InputError("has a damaged header (its checksum differs)", cure=_CURE, file=file)
    facts = {key: value for key, value in body.items() if key != "format"}
    files = {name: (int(size), str(digest)) for name, (size, digest) in facts.pop("files").items()}
    header = Header(**facts | {"stop_words": tuple(facts["stop_words"])}, files=files)
    _check_sizes(folder, header)
    return header


def file_facts(folder: Path) -> dict[str, tuple[int, str]]:
    return {name: ((folder / name).stat().st_size, digest_of(folder / name)) for name in FILES}


def digest_of(path: Path, advance: Advance = unwatched) -> str:
    state = hashlib.blake2b(digest_size=16)
    with path.open("rb") as raw:
        while piece := raw.read(_PIECE):
            state.update(piece)
            advance(len(piece))
    return state.hexdigest()


def _check_sizes(folder: Path, header: Header) -> None:
    for name, (size, _) in header.files.items():
        file = folder / name
        there = file.stat().st_size if file.is_file() else None
        if there != size:
            fault = "is missing" if there is None else f"has {there} bytes instead of {size}"
            raise InputError(f"{fault}", cure=_CURE, file=file)
    expected = {
        "id-ranks": header.documents,
        "lengths": header.documents,
        "tokens": header.tokens,
        "term-order": header.terms,
        "postings": header.terms + 1,
        "occurrences": header.terms + 1,
        "documents": header.postings,
        "frequencies": header.postings,
        "positions": header.tokens,
    }
    wrong = [name for name, items in expected.items() if header.files[name][0] not in {items * width for width in _ARRAYS[name]}]
    if wrong:
        raise InputError(f"has files of the wrong size ({', '.join(wrong)})", cure=_CURE, file=folder)


def _body(header: Header) -> dict[str, Any]:
    facts = asdict(header)
    facts["stop_words"] = list(header.stop_words)
    facts["files"] = {name: list(fact) for name, fact in header.files.items()}
    return {"format": FORMAT, **facts}


def _checksum(body: dict[str, Any]) -> str:
    return hashlib.blake2b(json.dumps(body, sort_keys=True).encode(), digest_size=16).hexdigest()
