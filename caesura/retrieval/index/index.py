"""An index opened: counts, postings, contexts, and search over them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from caesura.foundation import Advance, InputError, PathLike, compiled_twin, existing, not_compiled_cure, unwatched
from caesura.retrieval.index.analysis import Analysis
from caesura.retrieval.index.arrays import mapped_array, mapped_narrow
from caesura.retrieval.index.contexts import Neighbours, neighbours_of
from caesura.retrieval.index.layout import Header, digest_of, read_header
from caesura.retrieval.index.postings import NOWHERE, Occurrences, Postings
from caesura.retrieval.index.strings import Strings
from caesura.retrieval.index.windows import plain_windows
from caesura.retrieval.language.parsing import is_query_language, parse_query
from caesura.retrieval.language.parts import analysed, weighted_parts
from caesura.retrieval.language.values import OrderedWindow, Part, Query, Term, UnorderedWindow, bag_of_words
from caesura.retrieval.ranking.model import Model, Scores
from caesura.retrieval.ranking.scoring import best, scored

_TWIN = "caesura.retrieval._windows"

#: Postings of windows that were counted are kept up to this many bytes, the last used ones first.
CACHE_BYTES = 256 << 20


def window_counter_here() -> bool:
    """Whether the compiled window counter can run."""
    return compiled_twin(_TWIN) is not None


class Hit(NamedTuple):
    """A document found, by its id."""

    document: str
    score: float


class Index:
    """`index = Index.open(folder)`; `index.search("#combine(new york)", QueryLikelihood(mu=1000))`.

    Opening checks the header and all sizes; `verify()` reads every byte. An index can be pickled: it is opened again by its path.
    """

    def __init__(self, path: Path, header: Header, *, compiled: bool) -> None:
        self.path = path
        self.header = header
        self.compiled = compiled
        self._windows = compiled_twin(_TWIN).windows if compiled else None
        self.analysis = Analysis(header.tokeniser, frozenset(header.stop_words), header.stemmer)
        self._ids = Strings(path, "ids")
        self._terms = Strings(path, "terms")
        self._term_order: NDArray[np.uint32] = mapped_array(path / "term-order", np.uint32)
        self._starts: NDArray[np.uint64] = mapped_array(path / "postings", np.uint64)
        self._documents: NDArray[np.uint32] = mapped_array(path / "documents", np.uint32)
        self._frequencies: NDArray[Any] = mapped_narrow(path / "frequencies", header.postings)
        self._first_positions: NDArray[np.uint64] = mapped_array(path / "occurrences", np.uint64)
        self._positions: NDArray[Any] = mapped_narrow(path / "positions", header.tokens)
        self._ranks: NDArray[np.uint32] = mapped_array(path / "id-ranks", np.uint32)
        self._numbers: dict[str, int | None] = {}
        self._parts: OrderedDict[Part, Postings] = OrderedDict()
        self._parts_bytes = 0

    @classmethod
    def open(cls, path: PathLike, *, compiled: bool | None = None) -> Index:
        """Map an index; `compiled=False` counts windows on the plain path even where the compiled one is there."""
        folder = existing(path).absolute()
        header = read_header(folder)
        if compiled and not window_counter_here():
            raise InputError("the compiled window counter is not available", cure=not_compiled_cure())
        return cls(folder, header, compiled=window_counter_here() if compiled is None else compiled)

    def __reduce__(self) -> tuple[Callable[[PathLike], Index], tuple[Path]]:
        return Index.open, (self.path,)

    def __enter__(self) -> Index:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.forget()

    # What it holds

    @property
    def document_count(self) -> int:
        return self.header.documents

    @property
    def token_count(self) -> int:
        return self.header.tokens

    @cached_property
    def lengths(self) -> Scores:
        """Terms per document, as numbers to calculate with."""
        return mapped_array(self.path / "lengths", np.uint32).astype(np.float64)

    def document_id(self, number: int) -> str:
        return self._ids[number]

    def title(self, number: int) -> str:
        return self._titles[number]

    def text(self, number: int) -> str:
        return self._texts[number]

    def document_number(self, document: str) -> int | None:
        """The number of an id; None where there is no such document."""
        return self._number_by_id.get(document)

    def collection_frequency(self, part: Part) -> int:
        return self.part(part).collection_frequency

    def document_frequency(self, part: Part) -> int:
        return self.part(part).document_frequency

    # Parts

    def part(self, part: Part) -> Postings:
        """Where a part occurs, its words being terms of the index as they are (see `query` for a user's words)."""
        of_part = self._parts.get(part)
        if of_part is not None:
            self._parts.move_to_end(part)
            return of_part
        with self._whole():
            postings = self._counted(part)
        self._parts[part] = postings
        self._parts_bytes += postings.bytes
        while self._parts_bytes > CACHE_BYTES and len(self._parts) > 1:
            self._parts_bytes -= self._parts.popitem(last=False)[1].bytes
        return postings

    def forget(self) -> None:
        """Give back the room of all parts that were counted."""
        self._parts.clear()
        self._parts_bytes = 0

    def _counted(self, part: Part) -> Postings:
        names = tuple(dict.fromkeys(part.words)) if isinstance(part, UnorderedWindow) else part.words
        words = [self._occurrences(name) for name in names]
        known = [word for word in words if word is not None]
        if len(known) < len(words):
            return NOWHERE
        if isinstance(part, Term) or len(known) == 1:
            return Postings.of(known[0].documents, known[0].frequencies)
        in_order, size = (True, part.gap) if isinstance(part, OrderedWindow) else (False, part.size)
        if self._windows is None:
            return plain_windows(known, in_order, size)
        return Postings.of(*self._windows(known, in_order, size))

    def _occurrences(self, term: str) -> Occurrences | None:
        number = self._term_number(term)
        if number is None:
            return None
        held, places = (slice(int(starts[number]), int(starts[number + 1])) for starts in (self._starts, self._first_positions))
        return Occurrences(self._documents[held], self._frequencies[held], self._positions[places])

    def _term_number(self, term: str) -> int | None:
        if term in self._numbers:
            return self._numbers[term]
        wanted = term.encode("utf-8", "surrogatepass")
        low, high = 0, len(self._terms)
        while low < high:
            middle = (low + high) // 2
            if self._terms.raw(int(self._term_order[middle])) < wanted:
                low = middle + 1
            else:
                high = middle
        there = low < len(self._terms) and self._terms.raw(int(self._term_order[low])) == wanted
        self._numbers[term] = int(self._term_order[low]) if there else None
        return self._numbers[term]

    # Search

    def query(self, text: str, *, without: frozenset[str] = frozenset()) -> Query:
        """A user's query, its words written as the terms of this index: plain words, or the query language.

        `without` are stop words of the query alone.
        """
        analysis = replace(self.analysis, stop_words=self.analysis.stop_words | without) if without else self.analysis
        if is_query_language(text):
            return analysed(parse_query(text), analysis.terms)
        return bag_of_words(analysis.terms(text))

    def search(self, query: Query | str, model: Model, limit: int = 1000) -> list[Hit]:
        """The best documents, highest score first; those that hold no part of the query are not among them.

        A text is read as a user's query (see `query`); a value is taken as it is, its words being terms of the index.
        """
        value = self.query(query) if isinstance(query, str) else query
        return self.score(weighted_parts(value), model, limit)

    def score(self, parts: Mapping[Part, float], model: Model, limit: int = 1000) -> list[Hit]:
        """As `search`, from parts and their shares: what was counted once is not counted again for another model."""
        numbers, scores = self.rank(parts, model, limit)
        with self._whole():
            return list(map(Hit, self._ids.many(numbers), scores.tolist()))

    def rank(self, parts: Mapping[Part, float], model: Model, limit: int = 1000) -> tuple[NDArray[np.int64], Scores]:
        """As `score`, with documents by number."""
        if limit < 1:
            raise InputError(f"the {limit} best documents", cure="ask for 1 or more")
        weighted = [(self.part(part), share) for part, share in parts.items() if share]
        with self._whole():
            numbers, scores = scored(weighted, model, self.lengths, self.token_count)
            return best(numbers, scores, self._ranks, limit)

    # Contexts

    def neighbours(self, term: str, width: int) -> Neighbours:
        """What stands within `width` places of each occurrence of a term, in the same document."""
        with self._whole():
            return neighbours_of(self._occurrences(term), self._tokens, self.lengths, width)

    def contexts(self, term: str, width: int) -> dict[str, int]:
        """How often each term stands within `width` places of an occurrence of this one.

        A place near two occurrences counts for both; the occurrence itself does not count.
        """
        numbers, counts = np.unique(self.neighbours(term, width).terms, return_counts=True)
        with self._whole():
            return dict(zip(self._terms.many(numbers), counts.tolist(), strict=True))

    # Whole or damaged

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Opening does not read every byte, so damage may show only here: as numbers that point nowhere."""
        try:
            yield
        except (IndexError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError("is damaged", cure="build the index again", file=self.path) from error

    def verify(self, advance: Advance = unwatched) -> None:
        """Read every byte and hold it against its checksum."""
        for name, (_, digest) in self.header.files.items():
            if digest_of(self.path / name, advance) != digest:
                raise InputError("is damaged (its checksum differs)", cure="build the index again", file=self.path / name)

    def info(self) -> dict[str, Any]:
        header = self.header
        return {
            "documents": header.documents,
            "empty_documents": header.empty_documents,
            "tokens": header.tokens,
            "terms": header.terms,
            "mean_length": round(header.tokens / header.documents, 3) if header.documents else 0.0,
            "tokeniser": header.tokeniser,
            "stemmer": header.stemmer,
            "stop_words": len(header.stop_words),
            "bytes": header.bytes,
            "fingerprint": header.fingerprint,
        }

    @cached_property
    def _titles(self) -> Strings:
        return Strings(self.path, "titles")

    @cached_property
    def _texts(self) -> Strings:
        return Strings(self.path, "texts")

    @cached_property
    def _tokens(self) -> NDArray[Any]:
        return mapped_narrow(self.path / "tokens", self.header.tokens)

    @cached_property
    def _number_by_id(self) -> dict[str, int]:
        return {self._ids[number]: number for number in range(len(self._ids))}
