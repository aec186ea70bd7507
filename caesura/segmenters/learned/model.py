"""The model as one artifact file: a card in its head, then the numbers.

The card says what it was trained on, with which features, and what it scored. The file holds no words: features are numbers and
classes, and the training queries are kept only as short keyed hashes, so that an evaluation can tell which queries were seen. A
model that was adapted to a log holds 32-bit hashes of the log's words, with a vector for each.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from caesura.foundation import ArtifactKind, InputError, PathLike, open_bytes, written_bytes
from caesura.lexicon import LexiconLike
from caesura.segmenters.learned.features import BACKGROUND, GROUPS, NUMBERS
from caesura.segmenters.learned.log_features import LOG_NUMBERS
from caesura.segmenters.learned.network import BESIDE, TAG_INPUTS, VECTOR_INPUTS, Network, SecondLayer
from caesura.segmenters.learned.vectors import DIMENSIONS, WordVectors
from caesura.segmenters.learned.vectors import packed as packed_vectors
from caesura.segmenters.learned.vectors import unpacked as unpacked_vectors
from caesura.shapes import fold

MODEL = ArtifactKind("model", 1, cure="fetch it again, or train one: caesura train")

#: What trained the numbers must be what computes the features.
FEATURES = hashlib.sha256("\n".join((*NUMBERS, f"{DIMENSIONS} dimensions")).encode()).hexdigest()[:16]

_LOG_FEATURES = hashlib.sha256("\n".join(LOG_NUMBERS).encode()).hexdigest()[:16]

_LARGEST = 1 << 26


class Trained:
    """What a model remembers of its training: the card, and hashes of the queries it learned from."""

    salt: str
    seen: array[int]
    card: dict[str, Any]

    def has_seen(self, text: str) -> bool:
        """Whether the query was trained on (one in a million others is taken for one that was)."""
        return query_hash(text, self.salt) in self._seen

    def was_trained_with(self, lexicon: LexiconLike) -> bool:
        """Whether this is its lexicon, as far as can be known."""
        header = getattr(lexicon, "header", None)
        return header is None or self.card.get("lexicon") in (None, "in memory", header.body_digest.hex()[:16])

    @property
    def fingerprint(self) -> str:
        """Stands for the model in signatures, whatever its file is called."""
        raise NotImplementedError

    @cached_property
    def _seen(self) -> frozenset[int]:
        return frozenset(self.seen)


@dataclass(frozen=True)
class LearnedModel(Trained):
    """A trained network, the odds ratio of neighbouring breaks, hashes of the training queries, and the card; vectors of the words
    of a log, where the network was adapted to one."""

    network: Network
    odds_ratio: float
    salt: str
    seen: array[int]
    card: dict[str, Any]
    logged_words: WordVectors | None = None

    @property
    def fingerprint(self) -> str:
        """Stands for the model in signatures, whatever its file is called."""
        return hashlib.sha256(packed(self)).hexdigest()[:8]

    def described(self) -> dict[str, Any]:
        """The card, and what the network looks at: the number of inputs by group. A model of other features is not read."""
        numbers = {group: len(names) for group, names in GROUPS.items()}
        background = {"the same from the default lexicon": len(BACKGROUND)} if self.network.uses_background else {}
        by_log = {"statistics of the log": len(LOG_NUMBERS)} if self.network.uses_log else {}
        tags = TAG_INPUTS * (2 if self.network.uses_given_tags else 1)
        return {**self.card, "features": {**numbers, **background, **by_log, "vectors": self.network.vector_inputs, "tags": tags}}


def query_hash(text: str, salt: str) -> int:
    folded = " ".join(map(fold, text.split()))
    digest = hashlib.blake2b(folded.encode("utf-8", "surrogatepass"), digest_size=4, key=bytes.fromhex(salt)).digest()
    return int.from_bytes(digest, "little")


def query_hashes(texts: Iterable[str], salt: str) -> array[int]:
    return array("I", sorted({query_hash(text, salt) for text in texts}))


def packed(model: LearnedModel) -> bytes:
    """The model's bytes; the same model gives the same bytes."""
    network = model.network
    head = {
        "card": model.card,
        "features": FEATURES,
        "hidden": network.hidden,
        "bias": network.bias,
        "given_tags": network.uses_given_tags,
        "background": network.uses_background,
        "odds_ratio": model.odds_ratio,
        "salt": model.salt,
        "seen": len(model.seen),
    }
    if network.uses_log:
        head["log_features"] = _LOG_FEATURES
    if network.second is not None:
        head["second"] = network.second.hidden
    words = b""
    if model.logged_words is not None:
        table = model.logged_words
        words = packed_vectors(table.card, _little_endian(table.hashes), table.ranks, table.numbers)
        head["logged_words"] = len(table.ranks)
    return MODEL.pack(head, network_arrays(network) + _little_endian(model.seen) + words)


def network_arrays(network: Network) -> bytes:
    """The numbers of a network one after the other; its last bias goes into the head of the file."""
    parts: list[array[Any]] = [network.means, network.scales, network.weights, network.biases, network.outputs]
    if network.second is not None:
        parts += [network.second.weights, network.second.biases, network.second.outputs]
    return b"".join(map(_little_endian, parts))


def read_network(
    body: bytes,
    at: int,
    hidden: int,
    bias: int,
    *,
    given_tags: bool = False,
    background: bool = False,
    by_log: bool = False,
    second: int = 0,
    logged_words: bool = False,
) -> tuple[Network, int]:
    """A network out of a file's body, and where the rest begins; ValueError where it is too short. `second` units are in its second
    layer, where it has one."""
    numbers = len(NUMBERS) + (len(BACKGROUND) if background else 0) + (len(LOG_NUMBERS) if by_log else 0)
    rows = numbers + (2 if logged_words else 1) * VECTOR_INPUTS + (2 if given_tags else 1) * TAG_INPUTS
    sizes = [("d", numbers), ("d", numbers), ("h", rows * hidden), ("i", hidden), ("i", hidden)]
    if second:
        sizes += [("h", BESIDE * hidden * second), ("i", second), ("i", second)]
    parts: list[array[Any]] = []
    for code, size in sizes:
        part, at = _read_array(body, at, code, size)
        parts.append(part)
    beside = SecondLayer(second, parts[5], parts[6], parts[7]) if second else None
    return Network(hidden, parts[0], parts[1], parts[2], parts[3], parts[4], bias, beside, logged_words), at


def _read_array(body: bytes, at: int, code: str, size: int) -> tuple[array[Any], int]:
    part: array[Any] = array(code)
    end = at + size * part.itemsize
    part.frombytes(body[at:end])
    if len(part) != size:
        raise ValueError("too short")
    if sys.byteorder == "big":
        part.byteswap()
    return part, end


def unpacked(raw: bytes, source: PathLike) -> LearnedModel:
    head, body = MODEL.unpack(raw, source)
    try:
        if head["features"] != FEATURES or head.get("log_features", _LOG_FEATURES) != _LOG_FEATURES:
            raise InputError(
                "was trained with other features than this version has", cure="train it again: caesura train", file=source
            )
        network, at = read_network(
            body,
            0,
            int(head["hidden"]),
            int(head["bias"]),
            given_tags=bool(head["given_tags"]),
            background=bool(head["background"]),
            by_log="log_features" in head,
            second=int(head.get("second", 0)),
            logged_words="logged_words" in head,
        )
        seen, at = _read_array(body, at, "I", int(head["seen"]))
        words = _logged_words(body[at:], source) if network.uses_logged_words else None
        if not network.fits:
            raise InputError("has weights beyond what sums of 32 bits hold", cure=MODEL.cure, file=source)
        return LearnedModel(network, float(head["odds_ratio"]), str(head["salt"]), seen, dict(head["card"]), words)
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, InputError):
            raise
        raise MODEL.damaged(source) from error


def _logged_words(raw: bytes, source: PathLike) -> WordVectors:
    try:
        return unpacked_vectors(raw, str(source))
    except InputError as error:
        raise MODEL.damaged(source) from error


def read_model(path: PathLike) -> LearnedModel:
    with open_bytes(path) as raw:
        return unpacked(raw.read(_LARGEST), path)


def write_model(model: LearnedModel, path: PathLike) -> None:
    with written_bytes(path) as raw:
        raw.write(packed(model))


def blank_model(with_background: bool) -> LearnedModel:
    """A model that has learned nothing, for features alone."""
    numbers = len(NUMBERS) + (len(BACKGROUND) if with_background else 0)
    weights = array("h", bytes(2 * (numbers + VECTOR_INPUTS + TAG_INPUTS)))
    network = Network(
        1, array("d", bytes(8 * numbers)), array("d", bytes(8 * numbers)), weights, array("i", [0]), array("i", [0]), 0
    )
    return LearnedModel(network, 1.0, "", array("I"), {})


def _little_endian(part: array[Any]) -> bytes:
    if sys.byteorder == "big":
        part = part[:]
        part.byteswap()
    return part.tobytes()
