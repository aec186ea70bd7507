"""The methods of segmenting and parsing queries, one file each, in the order of the paper's tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from caesura.foundation import InputError, Registry
from caesura.shapes import Words
from caesura.syntax.marks import bare_query
from caesura.syntax.methods.base import OnQuery, Parsed, SyntaxMethod, Tools
from caesura.syntax.parsing.parse import join_parses
from caesura.syntax.sentences import sentences_of

SYNTAX_METHODS: Registry[SyntaxMethod] = Registry(
    "method",
    __name__,
    "METHOD",
    order=("gold", "ensemble", "supervised", "distant", "projection", "language-model", "parser-only"),
)

#: The pipeline for new queries that evaluates best (docs/background/syntax.md has the figures).
DEFAULT_PIPELINE = "distant"


def pipelines() -> dict[str, str]:
    """Methods that work on new queries, with what they do."""
    return {name: method.description for name, method in SYNTAX_METHODS.items() if method.on_query is not None}


@dataclass(frozen=True)
class Pipeline:
    """`pipeline("distant").parse(words)` -> `Parsed`: the forest, and the inferred question where there is one."""

    method: SyntaxMethod
    tools: Tools = field(default_factory=Tools)

    def parse(self, words: Sequence[str]) -> Parsed:
        run = self.method.on_query
        if run is None:  # `pipeline` refuses such methods
            raise InputError(f"the method '{self.method.name}' needs a treebank")
        sentences = sentences_of(words) or [()]
        return _joined(sentences, [self._parse_sentence(run, part) for part in sentences])

    def _parse_sentence(self, run: OnQuery, words: Words) -> Parsed:
        bare = bare_query(words)
        parsed = run(bare.words, self.tools)
        return replace(parsed, parse=bare.spread(parsed.parse))

    def parse_many(self, queries: Iterable[Sequence[str]]) -> list[Parsed]:
        return [self.parse(words) for words in queries]


def _joined(sentences: Sequence[Words], parts: Sequence[Parsed]) -> Parsed:
    """Sentences of one query as one forest; what they were read as, one after the other: without a question, as themselves."""
    if len(parts) == 1:
        return parts[0]
    inferred = any(part.question is not None for part in parts)
    read_as = [part.question or bare_query(words).words for words, part in zip(sentences, parts, strict=True)]
    question = tuple(word for one in read_as for word in one) if inferred else None
    return Parsed(join_parses([part.parse for part in parts]), question)


def pipeline(name: str = DEFAULT_PIPELINE, tools: Tools | None = None) -> Pipeline:
    """A method made ready for new queries, by its name or the paper's abbreviation."""
    method = SYNTAX_METHODS[name]
    if method.on_query is None:
        raise InputError(f"the method '{method.name}' needs gold segments", cure=f"use one of {', '.join(pipelines())}")
    tools = tools or Tools()
    if method.needs_hand_model:
        _ = tools.supervised  # what is missing is said now, and not by the first query
    return Pipeline(method, tools)


def default_pipeline(tools: Tools) -> str:
    """The pipeline where none is named: the one for the models at hand."""
    if tools.given_supervised is None:
        return DEFAULT_PIPELINE
    return "ensemble" if tools.given_model is not None else "supervised"
