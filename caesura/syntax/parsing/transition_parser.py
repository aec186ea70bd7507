"""The parser that ships with Caesura: the tagger, then beam search over transitions, compiled where that was possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from caesura.foundation import InputError, PathLike, compiled_twin, fingerprint, open_bytes
from caesura.shapes import MAX_WORDS
from caesura.syntax.marks import parse_bare
from caesura.syntax.parsing.calibration import probability
from caesura.syntax.parsing.feature_templates import RELATION_TEMPLATES, TRANSITION_TEMPLATES
from caesura.syntax.parsing.model import ParserModel, unpack_parser
from caesura.syntax.parsing.parse import Parse
from caesura.syntax.parsing.word_hashes import word_and_class
from caesura.tagging import Tagger, default_tagger, unpack_tagger


class Beam(Protocol):
    """The plain search or the compiled one."""

    def search(
        self, words: Sequence[int], classes: Sequence[int], tags: Sequence[int]
    ) -> tuple[list[int], list[int], list[float]]: ...


class TransitionParser:
    """`parser.parse(("cheap", "flights", "to", "oslo"))`: one tree over all the words.

    The confidence is the share of heads that the parser expects to be right: the mean of their probabilities.
    """

    def __init__(self, model: ParserModel, name: str, *, tagger: Tagger | None = None, compiled: bool | None = None) -> None:
        self.name = name
        self.model = model
        self.tagger: Tagger = tagger or (unpack_tagger(model.tagger, name) if model.tagger else default_tagger())
        self._numbers = {tag: number for number, tag in enumerate(model.tags, start=1)}
        self._beam = _beam(model, compiled)

    @property
    def fingerprint(self) -> str:
        model = self.model
        facts = repr((model.tags, model.labels, model.width, model.temperature, model.calibration))
        return fingerprint([facts, model.transitions.hex(), model.relations.hex(), model.tagger.hex()])

    @property
    def card(self) -> dict[str, Any]:
        """What it was trained on, how, and how it did."""
        return self.model.card

    def parse(self, words: Sequence[str], /) -> Parse:
        return self.parse_many([words])[0]

    def parse_many(self, queries: Iterable[Sequence[str]], /) -> list[Parse]:
        return parse_bare(queries, lambda bare: [self.parse_tagged(words, self.tagger(words)) for words in bare])

    def parse_tagged(self, words: Sequence[str], tags: Sequence[str]) -> Parse:
        """As `parse`, with tags that are known already."""
        if not words:
            return Parse((), ())
        heads, labels, sure = self._search(words, tags)
        names = self.model.labels
        likely = sum([probability(share, self.model.calibration) for share in sure]) / len(sure)
        return Parse(tuple(tags), tuple(heads), tuple([names[label - 1] for label in labels]), likely)

    def heads_and_shares(self, words: Sequence[str], tags: Sequence[str]) -> tuple[list[int], list[float]]:
        """The heads, and the share each has in the beam."""
        heads, _, sure = self._search(words, tags)
        return heads, sure

    def _search(self, words: Sequence[str], tags: Sequence[str]) -> tuple[list[int], list[int], list[float]]:
        if len(words) > MAX_WORDS:
            raise InputError(f"{len(words)} words, at most {MAX_WORDS} are possible", cure="cut the query or leave it out")
        if len(words) != len(tags):
            raise InputError(f"{len(tags)} tags for {len(words)} words")
        hashed = [word_and_class(word) for word in words]
        number = self._numbers
        return self._beam.search([word for word, _ in hashed], [kind for _, kind in hashed], [number.get(tag, 0) for tag in tags])


def compiled_parser_here() -> bool:
    """Whether the search was compiled for this machine."""
    return compiled_twin("caesura.syntax.parsing._beam") is not None


def read_parser(raw: bytes, source: str, *, name: str | None = None) -> TransitionParser:
    return TransitionParser(unpack_parser(raw, source), name or source)


def open_parser(path: PathLike) -> TransitionParser:
    """A parser trained with `caesura syntax train-parser`."""
    with open_bytes(path) as stream:
        return read_parser(stream.read(), str(path))


def _beam(model: ParserModel, compiled: bool | None) -> Beam:
    if compiled is None:
        compiled = compiled_parser_here()
    if compiled:
        from caesura.syntax.parsing._beam import CompiledBeam

        return CompiledBeam(model, TRANSITION_TEMPLATES, RELATION_TEMPLATES)
    from caesura.syntax.parsing.beam import PlainBeam

    return PlainBeam(model)
