"""spaCy as a parser for queries: any pipeline with a tagger and a parser, installed or in a folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from caesura.foundation import InputError, fingerprint
from caesura.syntax.marks import parse_bare
from caesura.syntax.parsing.parse import Parse
from caesura.syntax.parsing.projective import make_projective


class SpacyParser:
    """`SpacyParser("en_core_web_sm")`. spaCy gives no confidence; where it finds several sentences, each is a tree."""

    def __init__(self, model: str) -> None:
        try:
            import spacy
        except ImportError as error:
            raise InputError(f"the parser 'spacy:{model}' needs spaCy", cure="run: pip install spacy") from error
        try:
            self._pipeline: Any = spacy.load(model, exclude=["ner", "lemmatizer"])
        except (OSError, ValueError) as error:
            raise InputError(
                f"spaCy has no pipeline '{model}'", cure=f"name a folder, or run: python -m spacy download {model}"
            ) from error
        if "parser" not in self._pipeline.pipe_names:
            raise InputError(f"the spaCy pipeline '{model}' has no parser", cure="use one that has")
        self.name = f"spacy:{model}"
        self.fingerprint = fingerprint([json.dumps(self._pipeline.meta, sort_keys=True, default=str)])

    def parse(self, words: Sequence[str], /) -> Parse:
        return self.parse_many([words])[0]

    def parse_many(self, queries: Iterable[Sequence[str]], /) -> list[Parse]:
        return parse_bare(queries, self._parse_bare)

    def _parse_bare(self, queries: Iterable[Sequence[str]]) -> list[Parse]:
        from spacy.tokens import Doc

        documents = [Doc(self._pipeline.vocab, words=list(words)) for words in queries]
        return [_as_parse(document) for document in self._pipeline.pipe(documents)]


def _as_parse(document: Any) -> Parse:
    heads = [0 if token.head.i == token.i else token.head.i + 1 for token in document]
    labels = ["root" if head == 0 else token.dep_.lower() for token, head in zip(document, heads, strict=True)]
    return Parse(tuple(token.pos_ for token in document), make_projective(heads), tuple(labels))
