"""Where the weights of `best` are: in the package caesura-best, which the extra `best` installs."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from caesura.foundation import MissingExtraError
from caesura.segmenters.best.encoder import Encoder, read_encoder
from caesura.segmenters.best.model import BestModel, read_best

_PACKAGE = "caesura_best"
ENCODER_FILE, MODEL_FILE, FOLDS_FILE = "english.encoder", "web.heads", "web-folds.heads"
CONVENTIONS_FILE = "conventions.heads"


@cache
def shipped_encoder() -> Encoder:
    return read_encoder(_file(ENCODER_FILE))


@cache
def shipped_best() -> BestModel:
    return read_best(_file(MODEL_FILE))[0][0]


def shipped_best_folds() -> tuple[tuple[BestModel, ...], bytes]:
    """A model for each fold, and the folds of the training queries in the order of their hashes."""
    return read_best(_file(FOLDS_FILE))


@cache
def shipped_conventions() -> BestModel:
    """Heads over the states of a larger transformer, which does not ship."""
    return read_best(_file(CONVENTIONS_FILE))[0][0]


def has_best() -> bool:
    """Whether the weights are installed."""
    return find_spec(_PACKAGE) is not None


def _file(name: str) -> Path:
    if not has_best():
        raise MissingExtraError("the method best", "best", "caesura-best")
    return Path(str(files(_PACKAGE) / name))
