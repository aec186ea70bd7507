"""Stanza as a parser for queries: a pipeline for a language whose models were downloaded before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from caesura.foundation import InputError, fingerprint
from caesura.syntax.marks import parse_bare
from caesura.syntax.parsing.parse import Parse
from caesura.syntax.parsing.projective import make_projective


class StanzaParser:
    """`StanzaParser("en")`. Stanza gives no confidence. Nothing is downloaded: a missing model is an error with its cure."""

    def __init__(self, language: str) -> None:
        try:
            import stanza
        except ImportError as error:
            raise InputError(f"the parser 'stanza:{language}' needs Stanza", cure="run: pip install stanza") from error
        try:
            self._pipeline: Any = stanza.Pipeline(
                language,
                processors="tokenize,pos,lemma,depparse",
                tokenize_pretokenized=True,
                download_method=None,
                verbose=False,
            )
        except Exception as error:  # Stanza raises many kinds for a model that is not there
            raise InputError(
                f"Stanza has no models for '{language}' ({type(error).__name__})",
                cure=f"run: python -c \"import stanza; stanza.download('{language}')\"",
            ) from error
        self.name = f"stanza:{language}"
        self.fingerprint = fingerprint([f"stanza {getattr(stanza, '__version__', '')}", language])

    def parse(self, words: Sequence[str], /) -> Parse:
        return self.parse_many([words])[0]

    def parse_many(self, queries: Iterable[Sequence[str]], /) -> list[Parse]:
        return parse_bare(queries, self._parse_bare)

    def _parse_bare(self, queries: Iterable[Sequence[str]]) -> list[Parse]:
        wanted = [list(words) for words in queries]
        filled = [words for words in wanted if words]
        sentences = iter(self._pipeline(filled).sentences if filled else ())
        return [_as_parse(next(sentences)) if words else Parse((), ()) for words in wanted]


def _as_parse(sentence: Any) -> Parse:
    return Parse(
        tuple(word.upos for word in sentence.words),
        make_projective([word.head for word in sentence.words]),
        tuple(word.deprel for word in sentence.words),
    )
