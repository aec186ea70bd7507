"""A query parsed in one call, with the words beside the forest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from caesura.shapes import Forest, Words, print_conllu, query_words
from caesura.syntax.drawing.svg import svg_arcs
from caesura.syntax.drawing.terminal import draw_arcs
from caesura.syntax.forest_document import forest_json
from caesura.syntax.methods import Pipeline
from caesura.syntax.methods.base import Parsed
from caesura.syntax.methods.deployment import deployed_pipeline


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


def parse(
    text: str,
    *,
    pipeline: str | None = None,
    parser: str = "default",
    model: str | Sequence[str] = (),
    templates: str | None = None,
    order: str | None = None,
) -> ParsedQuery:
    """The syntactic segments of a query, each with its dependency tree: `parse("paper planes how to fold").segments`.

    `model`, `templates` and `order` are those of `caesura parse`: files of your own, read once.
    """
    words = query_words(text)
    method = _pipeline(pipeline, parser, (model,) if isinstance(model, str) else tuple(model), templates, order)
    return ParsedQuery(text, words, method.parse(words), method.method.name)


@lru_cache(maxsize=4)
def _pipeline(name: str | None, parser: str, models: tuple[str, ...], templates: str | None, order: str | None) -> Pipeline:
    return deployed_pipeline(name, parser=parser, models=models, templates=templates, order=order)
