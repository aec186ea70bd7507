"""What a nester answers: a binary tree over the words of a query, with what holds each of its nodes together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from caesura.foundation import InputError
from caesura.shapes import Nested, Words, nested_boxes, nodes, print_brackets, word_offsets


@dataclass(frozen=True, slots=True)
class NestedSegmentation:
    """The words of a query and the tree over them.

    `scores` holds for each boundary how strongly the node that joins there holds together, by the method's own scale; it
    is empty where the method has no opinion. `text` is the query as typed; without it the words count as separated by
    single spaces.
    """

    query_words: Words
    nested: Nested
    scores: tuple[float, ...] = ()
    method: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        if not self.text:
            object.__setattr__(self, "text", " ".join(self.query_words))
        if len(self.query_words) != self.nested.size:
            raise InputError(f"{len(self.query_words)} words for a tree of {self.nested.size}")
        if self.scores and len(self.scores) != self.nested.size - 1:
            raise InputError(f"{len(self.scores)} scores for {self.nested.size - 1} nodes")

    @property
    def brackets(self) -> str:
        """`((new york) times)`; a single word stands alone."""
        return print_brackets(self.query_words, self.nested)

    def _repr_html_(self) -> str:
        """Boxes in boxes, in a notebook."""
        return nested_boxes(self.query_words, self.nested)

    def as_json(self) -> Mapping[str, object]:
        """One line of `caesura nest --format jsonl`: nodes from the root down, each before what is inside it."""
        places = word_offsets(self.text)
        listed = []
        for first, at, last in sorted(nodes(self.nested.heights), key=lambda node: (node[0], -node[2])):
            start, end = places[first][0], places[last - 1][1]
            node = {
                "text": self.text[start:end],
                "start": start,
                "end": end,
                "words": last - first,
                "height": self.nested.heights[at],
            }
            listed.append({**node, "score": self.scores[at]} if self.scores else node)
        return {
            "query": self.text,
            "brackets": self.brackets,
            "heights": list(self.nested.heights),
            "nodes": listed,
            "method": self.method,
        }
