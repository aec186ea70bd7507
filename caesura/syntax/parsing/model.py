"""A parser's model as one artifact file: tags, relations, settings and card in its head, then tables of weights, compressed.

A weight is one signed byte. The tagger the parser was trained with travels in the same file, unless it is the one of
`caesura.tagging`, which is there anyway.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import Any

from caesura.foundation import ArtifactKind, PathLike, deflated, inflated, written_bytes
from caesura.syntax.parsing.calibration import IDENTITY

PARSER = ArtifactKind("parser", 4, cure="train it again: caesura syntax train-parser", unchecked=2, older=(3,))


@dataclass(frozen=True)
class ParserModel:
    """Tables of `3 << transition_bits` and `len(labels) << relation_bits` weights, and how wide the beam is.

    `temperature` turns differences of scores into shares of the beam, `calibration` those into probabilities.
    """

    tags: tuple[str, ...]
    labels: tuple[str, ...]
    transition_bits: int
    relation_bits: int
    width: int
    temperature: float
    transitions: bytes = field(repr=False)
    relations: bytes = field(repr=False)
    tagger: bytes = field(default=b"", repr=False)
    calibration: tuple[float, float] = IDENTITY
    card: dict[str, Any] = field(default_factory=dict, compare=False)


_FACTS = ("tags", "labels", "transition_bits", "relation_bits", "width", "temperature", "calibration", "card")


def pack_parser(model: ParserModel) -> bytes:
    """The file; the same model gives the same bytes."""
    whole = (model.transitions, model.relations, model.tagger)
    parts = [deflated(part) for part in whole]
    facts = {name: getattr(model, name) for name in _FACTS} | {"sizes": [*map(len, parts)], "expanded": [*map(len, whole)]}
    return PARSER.pack(facts, b"".join(parts))


def save_parser(path: PathLike, model: ParserModel) -> None:
    with written_bytes(path) as raw:
        raw.write(pack_parser(model))


def unpack_parser(raw: bytes, source: str) -> ParserModel:
    facts, body = PARSER.unpack(raw, source)
    try:
        parts, at = [], 0
        sizes = facts.pop("sizes")
        for size, expanded in zip(sizes, facts.pop("expanded", [None] * len(sizes)), strict=True):
            part = body[at : at + size]
            # Files of before were compressed by zlib's own rules.
            parts.append(zlib.decompress(part) if expanded is None else inflated(part, expanded))
            at += size
        transitions, relations, tagger = parts
        slope, intercept = facts["calibration"]
        facts |= {"tags": tuple(facts["tags"]), "labels": tuple(facts["labels"]), "calibration": (slope, intercept)}
        model = ParserModel(transitions=transitions, relations=relations, tagger=tagger, **facts)
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise PARSER.damaged(source) from error
    whole = len(transitions) == 3 << model.transition_bits and len(relations) == len(model.labels) << model.relation_bits
    if not whole or at != len(body) or "root" not in model.labels:
        raise PARSER.damaged(source)
    return model
