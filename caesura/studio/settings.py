"""What a server is started with: small frozen values that travel to every worker process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from caesura.foundation import InputError
from caesura.segmenters import Rules
from caesura.shapes import MAX_WORDS
from caesura.studio.access import Access

#: The n best of one query; more is a study, not a request.
MOST_BEST = 100


@dataclass(frozen=True)
class Limits:
    """The most one request may ask for. `batch` counts segmentations, so it holds for queries times their n best."""

    batch: int = 10_000
    words: int = MAX_WORDS
    characters: int = 2_000
    body_bytes: int = 32 << 20

    def __post_init__(self) -> None:
        for name, value in (("batch", self.batch), ("characters", self.characters), ("body_bytes", self.body_bytes)):
            if value < 1:
                raise InputError(f"a limit of {value} for {name}", cure="give 1 or more")
        if not 1 <= self.words <= MAX_WORDS:
            raise InputError(f"a limit of {self.words} words", cure=f"give 1 to {MAX_WORDS}")


@dataclass(frozen=True)
class ParseSettings:
    """How queries are parsed where a request names no pipeline; `models` and `templates` are files of your own."""

    pipeline: str | None = None
    parser: str = "default"
    models: tuple[str, ...] = ()
    templates: str | None = None
    order: str | None = None


@dataclass(frozen=True)
class Settings:
    """How queries are segmented where a request does not say otherwise.

    `lexicon` is the path of a lexicon file; without one, the lexicon that comes with Caesura is used. `model` is a model for
    methods that take one. `phrases` is a file of phrases that every method keeps, `overrides` one of phrases that are always or
    never joined, read again whenever it changes. `cache` is how many answers to single queries are kept. `threads` is what one
    worker may use for one batch: where there is a worker for every core, that is one. `min_confidence` holds for the server's own
    method; a request that names another says itself how sure it wants to be. `processes` serve together and share limits. `parsing`
    is for forests.
    """

    method: str | None = None
    lexicon: str | None = None
    model: str | None = None
    phrases: str | None = None
    overrides: str | None = None
    cache: int = 10_000
    rules: Rules = "printed"
    min_confidence: float = 0.0
    threads: int = 1
    limits: Limits = field(default_factory=Limits)
    database: str | None = None
    processes: int = 1
    parsing: ParseSettings = field(default_factory=ParseSettings)


#: The name of the configuration where only one is served.
ONLY = "default"


@dataclass(frozen=True)
class Deployment:
    """Several configurations in one service, by name, and which of them is meant where a request names none.

    `file` is what they were read from, and are read from again by a reload, over what `base` says for all of them; `token` is what
    a reload over HTTP must show. Hosts are checked where there is an `access`. `access_log` is a file, or - for standard error.
    `control` is a folder in which the workers of one server find each other.
    """

    configurations: Mapping[str, Settings]
    default: str = ONLY
    base: Settings = field(default_factory=Settings)
    file: str | None = None
    token: str | None = None
    access_log: str | None = None
    control: str | None = None
    access: Access | None = None

    @property
    def main(self) -> Settings:
        """The configuration where a request names none."""
        return self.configurations[self.default]


@dataclass(frozen=True)
class Quota:
    """What one person may keep in the studio: how many files, and how many bytes in all of them."""

    files: int = 50
    bytes: int = 512 << 20


@dataclass(frozen=True)
class StudioSettings:
    """What the studio shows: how it segments, the corpora named at its start, and where it keeps what users give it.

    `folder` holds campaigns and uploaded corpora; `database` is the address of a database for campaigns, in place of the SQLite
    file in that folder. `code` is what somebody must know to become an owner of campaigns; without one, nobody can.
    `collections` are folders with documents, queries and judgements, by name. `quota` is what one person may upload.
    """

    serving: Settings = field(default_factory=Settings)
    corpora: tuple[str, ...] = ()
    folder: str = "caesura-studio"
    database: str | None = None
    code: str | None = None
    collections: Mapping[str, str] = field(default_factory=dict)
    access: Access = field(default_factory=Access)
    quota: Quota = field(default_factory=Quota)
