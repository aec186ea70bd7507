"""The networks behind the shipped model's figures: one for each of ten folds, trained without the fold's queries.

The shipped model learned from a teacher that needs a transformer and a query log, so nobody can train its folds again with Caesura
alone. These networks let everyone repeat the figures: a query is predicted by the network whose training left it out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from caesura.corpus import Corpus, Entry
from caesura.foundation import ArtifactKind, PathLike, byte_planes, deflated, from_byte_planes, inflated, written_bytes
from caesura.lexicon import is_default
from caesura.segmenters.learned.fitting import FeatureSources
from caesura.segmenters.learned.model import LearnedModel, network_arrays, query_hash, read_network
from caesura.segmenters.learned.network import Network
from caesura.segmenters.learned.profiles import default_model
from caesura.segmenters.learned.training import Recipe

FOLDS = ArtifactKind("fold networks", 2, cure="build them again: python -m recipes.default_model", older=(1,))

#: Nearly all numbers of a network are weights of two bytes.
_WEIGHT_BYTES = 2
_FILE = "web.folds"


@dataclass(frozen=True)
class FoldNetworks:
    """A network per fold; `folds` are the folds of the model's training queries, in the order of their hashes."""

    networks: tuple[Network, ...]
    odds_ratio: float
    salt: str
    folds: bytes


def shipped_folds(
    corpus: Corpus, sources: FeatureSources, folds: int, recipe: Recipe
) -> list[tuple[LearnedModel, list[Entry]]] | None:
    """A model for each shipped fold with the entries it has not seen; None unless the shipped model was trained on all of these
    queries, in this many folds, with these sources and this recipe's seed."""
    model = default_model()
    if (
        model.card.get("folds") != folds
        or recipe.seed != model.card["seed"]
        or sources.given_tags
        or not is_default(sources.lexicon)
    ):
        return None
    entries = [entry for entry in corpus if len(entry.query.words) > 1]
    if not entries or not all(model.has_seen(entry.query.text) for entry in entries):
        return None
    shipped = default_fold_networks()
    place = dict(zip(model.seen, shipped.folds, strict=True))
    own: list[list[Entry]] = [[] for _ in shipped.networks]
    for entry in entries:
        own[place[query_hash(entry.query.text, shipped.salt)]].append(entry)
    models = (LearnedModel(network, shipped.odds_ratio, shipped.salt, model.seen, model.card) for network in shipped.networks)
    return list(zip(models, own, strict=True))


def write_fold_networks(folds: FoldNetworks, path: PathLike) -> None:
    first = folds.networks[0]
    head = {
        "hidden": first.hidden,
        "odds_ratio": folds.odds_ratio,
        "salt": folds.salt,
        "bias": [each.bias for each in folds.networks],
        "second": 0 if first.second is None else first.second.hidden,
    }
    arrays = b"".join(map(network_arrays, folds.networks))
    sizes = {"queries": len(folds.folds), "expanded": len(arrays)}
    with written_bytes(path) as raw:
        raw.write(FOLDS.pack(head | sizes, deflated(byte_planes(arrays, _WEIGHT_BYTES) + folds.folds)))


def read_fold_networks(raw: bytes, source: str) -> FoldNetworks:
    head, body = FOLDS.unpack(raw, source)
    try:
        networks, at = [], 0
        if (expanded := head.get("expanded")) is not None:  # an older file keeps the numbers as they are
            body = inflated(body, expanded + head["queries"])
            body = from_byte_planes(body[:expanded], _WEIGHT_BYTES) + body[expanded:]
        for bias in head["bias"]:
            network, at = read_network(body, at, int(head["hidden"]), int(bias), second=int(head.get("second", 0)))
            networks.append(network)
        if len(body) - at != head["queries"]:
            raise ValueError("too short or too long")
        return FoldNetworks(tuple(networks), float(head["odds_ratio"]), str(head["salt"]), body[at:])
    except (ValueError, KeyError, TypeError) as error:
        raise FOLDS.damaged(source) from error


@cache
def default_fold_networks() -> FoldNetworks:
    return read_fold_networks((files("caesura.segmenters.learned") / "profiles" / _FILE).read_bytes(), _FILE)
