"""Parsers by name: the default one, a model file of your own, and what spaCy, Stanza and UDPipe offer where they are installed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from caesura.foundation import InputError, Registry, unknown
from caesura.syntax.parsing.parse import Parser


@dataclass(frozen=True)
class ParserKind:
    """How a parser is named (`spacy:NAME`), what that means, and what opens one; it is given what stands behind the colon."""

    name: str
    description: str
    open: Callable[[str], Parser]

    @property
    def prefix(self) -> str:
        """What stands before the colon, if anything."""
        return self.name.partition(":")[0] if ":" in self.name else ""


def parser_named(name: str) -> Parser:
    """`parser_named("default")`, `parser_named("spacy:en_core_web_sm")`, ..."""
    if name == "default":
        return default_parser()
    prefix, colon, model = name.partition(":")
    plugins = {kind.prefix: kind for kind in PARSERS.values() if kind.prefix}
    if colon and prefix in plugins:
        if not model:
            raise InputError(f"the parser '{name}' names no model", cure=f"write {prefix}:MODEL")
        return plugins[prefix].open(model)
    if Path(name).exists():
        return _file(name)
    raise unknown(PARSERS.kind, name, PARSERS)


@cache
def default_parser() -> Parser:
    """The parser for English queries that ships with Caesura, read once."""
    from caesura.syntax.parsing.transition_parser import read_parser

    return read_parser((files("caesura.syntax.parsing") / "english.parser").read_bytes(), "english.parser", name="default")


def _file(path: str) -> Parser:
    from caesura.syntax.parsing.transition_parser import open_parser

    return open_parser(path)


def _spacy(model: str) -> Parser:
    from caesura.syntax.parsing.spacy_parser import SpacyParser

    return SpacyParser(model)


def _stanza(language: str) -> Parser:
    from caesura.syntax.parsing.stanza_parser import StanzaParser

    return StanzaParser(language)


def _udpipe(model: str) -> Parser:
    from caesura.syntax.parsing.udpipe_parser import UdpipeParser

    return UdpipeParser(model)


#: How a name may look; the first is the default.
PARSERS: Registry[ParserKind] = Registry.of(
    "parser",
    ParserKind("default", "the parser that ships with Caesura", lambda _: default_parser()),
    ParserKind("FILE", "a parser trained with: caesura syntax train-parser", _file),
    ParserKind("spacy:NAME", "a spaCy pipeline, installed or a folder (pip install spacy)", _spacy),
    ParserKind("stanza:LANGUAGE", "a Stanza pipeline that was downloaded before (pip install stanza)", _stanza),
    ParserKind("udpipe:FILE", "a UDPipe 1 model file (pip install ufal.udpipe)", _udpipe),
)
