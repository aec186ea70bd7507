"""A query parsed in one call, with the words beside the forest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from caesura.shapes import Forest, Words, print_conllu, query_words
from caesura.syntax.drawing.svg import svg_arcs
from caesura.syntax.drawing.terminal import draw_arcs
from caesura.syntax.forest_document import forest_json
from caesura.syntax.methods import DEFAULT_PIPELINE, Pipeline, pipeline
from caesura.syntax.methods.base import Parsed, Tools
from caesura.syntax.parsing.registry import parser_named


@dataclass(frozen=True)
class ParsedQuery:
    """A parsed query. `question` is the question it was read as, by methods that infer one."""

    text: str
    words: Words
    parsed: Parsed
    method: str

    @property
    def forest(self) -> Forest:
        return self.parsed.parse.forest

    @property
    def segments(self) -> tuple[str, ...]:
        """The words of each syntactic segment."""
        return tuple(" ".join(self.words[first:last]) for first, last in self.forest.segments.spans)

    @property
    def question(self) -> Words | None:
        return self.parsed.question

    @property
    def conllu(self) -> str:
        return print_conllu(self.words, self.forest, {"text": " ".join(self.words)})

    @property
    def arcs(self) -> str:
        """A drawing for the terminal."""
        return draw_arcs(self.words, self.forest)

    def _repr_html_(self) -> str:
        """The arcs as a picture, in a notebook."""
        return svg_arcs(self.words, self.forest)

    def as_json(self) -> dict[str, Any]:
        """One line of `caesura parse --format jsonl`."""
        return forest_json(self.text, self.words, self.parsed.parse, self.method, self.question)


def parse(text: str, *, pipeline: str | None = None, parser: str = "default") -> ParsedQuery:
    """The syntactic segments of a query, each with its dependency tree: `parse("paper planes how to fold").segments`."""
    words = query_words(text)
    method = _pipeline(DEFAULT_PIPELINE if pipeline is None else pipeline, parser)
    return ParsedQuery(text, words, method.parse(words), method.method.name)


@lru_cache(maxsize=4)
def _pipeline(name: str, parser: str) -> Pipeline:
    return pipeline(name, Tools(given_parser=parser_named(parser)))
