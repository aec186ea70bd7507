"""The engines, one file of this room each (registered by holding `ENGINE`), and the one call that uses them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, get_args
from urllib.parse import urlencode

from caesura.foundation import InputError, Registry, one_of
from caesura.phrasing.options import Options
from caesura.phrasing.query import SegmentationLike, SegmentedQuery, from_segmentation
from caesura.phrasing.user_syntax import UserSyntax, read_text

if TYPE_CHECKING:
    from caesura.segmenters import Segmenter

#: A query string, or what is sent as JSON or as request parameters.
Phrased = str | Mapping[str, Any]

Writer = Callable[[SegmentedQuery, Options], Phrased]


#: What to write: the whole query; its phrases, to add to a query one has; a block that ranks the best documents again by them.
Part = Literal["query", "phrases", "rescore"]


@dataclass(frozen=True, slots=True)
class Engine:
    """A name, a line about it, and the functions that write its queries or parts of them (None: it has no such part).

    `lacks` names the options it cannot express: asking for one is an error, not a silent change of meaning.
    """

    name: str
    description: str
    query: Writer
    phrases: Writer | None = None
    rescore: Writer | None = None
    lacks: tuple[str, ...] = ()

    def write(self, query: SegmentedQuery, options: Options, part: Part = "query") -> Phrased:
        one_of("part", part, get_args(Part))
        writer: Writer | None = getattr(self, part)
        if writer is None:
            has = [name for name in get_args(Part) if getattr(self, name) is not None]
            raise InputError(f"{self.name} has no part {part}", cure=f"use {' or '.join(has)}, or another engine")
        for name in self.lacks:
            if getattr(options, name) != getattr(_DEFAULTS, name):
                raise InputError(f"{self.name} cannot express {name.replace('_', '-')}", cure="leave it out, or use another engine")
        return writer(query, options)


_DEFAULTS = Options()

#: All engines by name: those of search servers first, then those inside programs, our own forms last.
ENGINES: Registry[Engine] = Registry(
    "engine",
    "caesura.phrasing",
    "ENGINE",
    order=(
        *("elasticsearch", "opensearch", "solr", "lucene", "vespa", "indri", "terrier"),
        *("sqlite", "postgresql", "tantivy", "xapian", ..., "quotes", "jsonl"),
    ),
)


def phrase(
    query: str | SegmentationLike | SegmentedQuery,
    engine: str,
    options: Options | None = None,
    *,
    user_syntax: UserSyntax = "keep",
    part: Part = "query",
) -> Phrased:
    """A query as the engine takes it, or a part of it: a string, or a dictionary for those that take JSON or parameters.

    A text is read as a person types it (`user_syntax`: keep, strip or escape) and segmented by the default method. For another
    method, or fields users may name, call `read_text`; what a segmenter returned is taken as it is.
    """
    settings = options or Options()
    if isinstance(query, str):
        segmenter = _default_segmenter(settings.min_confidence)
        query = read_text(query, segmenter.segment, user_syntax, [field.name for field in settings.fields] or None)
    elif not isinstance(query, SegmentedQuery):
        query = from_segmentation(query)
    return ENGINES[engine].write(query, settings, part)


@lru_cache(maxsize=8)
def _default_segmenter(min_confidence: float) -> Segmenter:
    # Loaded here: who brings segments along does not wait for the segmenters.
    from caesura.segmenters import default_method, segmenter

    return segmenter(default_method(), min_confidence=min_confidence)


def one_line(phrased: Phrased) -> str:
    """The result as one line of text: strings as they are, everything else as JSON."""
    return phrased if isinstance(phrased, str) else json.dumps(phrased, ensure_ascii=False)


def url_query(phrased: Phrased) -> str:
    """Request parameters as the query part of a URL, or the body of a form."""
    if isinstance(phrased, str) or not all(map(_is_parameter, phrased.values())):
        raise InputError("only request parameters can be written as a URL", cure="use the engine solr or vespa")
    return urlencode(phrased, doseq=True)


def _is_parameter(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(one, str) for one in value))
