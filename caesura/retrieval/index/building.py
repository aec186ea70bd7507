"""Building an index: documents are cut and numbered as they come, then turned around into postings.

Tokens go to disk as they come, so memory is needed for the vocabulary and the ids only. The folder appears when it is whole.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from caesura.foundation import Advance, InputError, PathLike, unwatched, written_folder
from caesura.retrieval.documents.reading import read_documents
from caesura.retrieval.index.analysis import Analysis
from caesura.retrieval.index.inversion import invert
from caesura.retrieval.index.layout import Header, file_facts, write_header
from caesura.retrieval.index.numbering import TermNumbers, numbering
from caesura.retrieval.index.strings import write_strings, written_strings

if TYPE_CHECKING:
    from caesura.retrieval.documents.document import Document

_MOST = 2**31 - 1


def build_index(
    source: PathLike,
    out: PathLike,
    *,
    analysis: Analysis | None = None,
    format: str = "auto",
    advance: Advance = unwatched,
) -> Header:
    """Index the documents of a file or folder. `advance` gets the bytes read."""
    return build_from_documents(read_documents(source, format, advance), out, analysis=analysis)


def build_from_documents(documents: Iterable[Document], out: PathLike, *, analysis: Analysis | None = None) -> Header:
    """Index documents at hand; two with the same id are refused."""
    try:
        with written_folder(out) as folder:
            return _built(documents, folder, analysis or Analysis())
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror})", cure="check permissions and the room left", file=out) from error


def _built(documents: Iterable[Document], folder: Path, analysis: Analysis) -> Header:
    numbers = TermNumbers(analysis)
    ids, lengths = _written_tokens(documents, folder, analysis, numbers)
    terms = list(numbers.terms)
    write_strings(folder, "terms", terms)
    _order(terms).tofile(folder / "term-order")
    write_strings(folder, "ids", ids)
    ranks = np.empty(len(ids), "<u4")
    ranks[_order(ids)] = np.arange(len(ids), dtype="<u4")
    ranks.tofile(folder / "id-ranks")
    np.array(lengths, "<u4").tofile(folder / "lengths")
    postings = invert(folder, len(terms))
    header = Header(
        documents=len(ids),
        tokens=sum(lengths),
        terms=len(terms),
        postings=postings,
        empty_documents=lengths.count(0),
        tokeniser=analysis.tokeniser,
        stemmer=analysis.stemmer,
        stop_words=tuple(sorted(analysis.stop_words)),
        files=file_facts(folder),
    )
    write_header(folder, header)
    return header


def _written_tokens(
    documents: Iterable[Document], folder: Path, analysis: Analysis, numbers: TermNumbers
) -> tuple[list[str], array[int]]:
    """Tokens, titles and texts go to their files; ids and lengths come back."""
    seen: set[str] = set()
    ids: list[str] = []
    lengths = array("i")
    tokens_of = numbering(analysis, numbers)
    with (
        (folder / "tokens").open("wb") as out,
        written_strings(folder, "titles") as add_title,
        written_strings(folder, "texts") as add_text,
    ):
        for one in documents:
            if one.id in seen:
                raise InputError(
                    f"the id {one.id!r} comes a second time", cure="give each document its own", file=one.file, line=one.line
                )
            seen.add(one.id)
            tokens = tokens_of(f"{one.title}\n{one.text}")
            tokens.tofile(out)
            ids.append(one.id)
            lengths.append(len(tokens))
            add_title(one.title)
            add_text(one.text)
            if len(numbers.terms) > _MOST or len(ids) > _MOST:
                raise InputError("too many documents or terms for one index", cure="split the collection", file=one.file)
    return ids, lengths


def _order(texts: list[str]) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    """The numbers of the texts in the order of their code points, which is that of their UTF-8 bytes."""
    return np.array(sorted(range(len(texts)), key=texts.__getitem__), "<u4")
