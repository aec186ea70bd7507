"""UDPipe 1 as a parser for queries: any model file of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from caesura.foundation import InputError, existing, fingerprint
from caesura.syntax.marks import parse_bare
from caesura.syntax.parsing.parse import Parse
from caesura.syntax.parsing.projective import make_projective


class UdpipeParser:
    """`UdpipeParser("english-ewt.udpipe")`. UDPipe gives no confidence."""

    def __init__(self, model: str) -> None:
        try:
            from ufal import udpipe
        except ImportError as error:
            raise InputError(f"the parser 'udpipe:{model}' needs UDPipe", cure="run: pip install ufal.udpipe") from error
        self._library: Any = udpipe
        self._model: Any = udpipe.Model.load(str(existing(model)))
        if self._model is None:
            raise InputError("is not a UDPipe model", cure="UDPipe 1 models end in .udpipe", file=model)
        self.name = f"udpipe:{model}"
        self.fingerprint = fingerprint([existing(model).read_bytes().hex()])

    def parse(self, words: Sequence[str], /) -> Parse:
        return self.parse_many([words])[0]

    def _parse_bare(self, words: Sequence[str]) -> Parse:
        if not words:
            return Parse((), ())
        sentence = self._library.Sentence()
        for word in words:
            sentence.addWord(word)
        for step in (self._model.tag, self._model.parse):
            failure = self._library.ProcessingError()
            if not step(sentence, self._model.DEFAULT, failure):
                raise InputError(f"UDPipe cannot parse: {failure.message}", cure="use a model with a tagger and a parser")
        tagged = list(sentence.words)[1:]
        return Parse(
            tuple(word.upostag for word in tagged),
            make_projective([word.head for word in tagged]),
            tuple(word.deprel for word in tagged),
        )

    def parse_many(self, queries: Iterable[Sequence[str]], /) -> list[Parse]:
        return parse_bare(queries, lambda bare: [self._parse_bare(words) for words in bare])
