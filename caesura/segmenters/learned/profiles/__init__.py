"""The shipped models: one for each convention of segmenting that people follow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from caesura.foundation import PathLike, Registry
from caesura.segmenters.learned.model import LearnedModel, read_model, unpacked


@dataclass(frozen=True)
class Profile:
    """A kind of query and how people segment it."""

    name: str
    description: str

    @property
    def model(self) -> LearnedModel:
        return _shipped(f"{self.name}.model")


PROFILES: Registry[Profile] = Registry.of(
    "profile",
    Profile("web", "queries to a web search engine; segments are what people would keep together"),
    Profile("shop", "product search; a segment is a product, brand, colour, size, ..."),
    Profile("keywords", "names and relations in short, as in questions to a knowledge base"),
)


def default_model() -> LearnedModel:
    """The model that is used where none is named, for Caesura's own lexicon and tagger; read once."""
    return PROFILES["web"].model


def model_of(wanted: PathLike | LearnedModel | None) -> LearnedModel:
    """A model, the one of a profile, or the one in a file; None stands for the default one."""
    if isinstance(wanted, LearnedModel):
        return wanted
    if wanted is None:
        return default_model()
    # A bare word that is not a file is meant as a profile: its error lists them.
    if isinstance(wanted, str) and (wanted in PROFILES or (wanted.isalpha() and not Path(wanted).exists())):
        return PROFILES[wanted].model
    return read_model(wanted)


@cache
def _shipped(file: str) -> LearnedModel:
    return unpacked((files(__package__ or __name__) / file).read_bytes(), file)
