"""Parsers by name: the default one, a model file of your own, and what spaCy, Stanza and UDPipe offer where they are installed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path

from caesura.foundation import InputError, unknown
from caesura.syntax.parsing.parse import Parser

#: How a name may look, with what it means; the first is the default.
PARSERS = {
    "default": "the parser that ships with Caesura",
    "FILE": "a parser trained with: caesura syntax train-parser",
    "spacy:NAME": "a spaCy pipeline, installed or a folder (pip install spacy)",
    "stanza:LANGUAGE": "a Stanza pipeline that was downloaded before (pip install stanza)",
    "udpipe:FILE": "a UDPipe 1 model file (pip install ufal.udpipe)",
}


def parser_named(name: str) -> Parser:
    """`parser_named("default")`, `parser_named("spacy:en_core_web_sm")`, ..."""
    if name == "default":
        return default_parser()
    kind, colon, model = name.partition(":")
    if colon and kind in _PLUGINS:
        if not model:
            raise InputError(f"the parser '{name}' names no model", cure=f"write {kind}:MODEL")
        return _PLUGINS[kind](model)
    if Path(name).exists():
        from caesura.syntax.parsing.transition_parser import open_parser

        return open_parser(name)
    raise unknown("parser", name, PARSERS)


@cache
def default_parser() -> Parser:
    """The parser for English queries that ships with Caesura, read once."""
    from caesura.syntax.parsing.transition_parser import read_parser

    return read_parser((files("caesura.syntax.parsing") / "english.parser").read_bytes(), "english.parser", name="default")


def _spacy(model: str) -> Parser:
    from caesura.syntax.parsing.spacy_parser import SpacyParser

    return SpacyParser(model)


def _stanza(language: str) -> Parser:
    from caesura.syntax.parsing.stanza_parser import StanzaParser

    return StanzaParser(language)


def _udpipe(model: str) -> Parser:
    from caesura.syntax.parsing.udpipe_parser import UdpipeParser

    return UdpipeParser(model)


_PLUGINS: dict[str, Callable[[str], Parser]] = {"spacy": _spacy, "stanza": _stanza, "udpipe": _udpipe}
