"""An application over a small lexicon, and a client that talks to it without a network."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from caesura.campaign import open_store
from caesura.studio import Limits, Settings, make_app
from tests.studio.campaigns import Campaigning
from tests.studio.client import Client
from tests.studio.lexicons import write_lexicon


@pytest.fixture(scope="session")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_lexicon(tmp_path_factory.mktemp("lexicon") / "small.lexicon")


@pytest.fixture(scope="session")
def settings(lexicon: Path) -> Settings:
    """Limits small enough to reach."""
    return Settings(method="wikipedia", lexicon=str(lexicon), limits=Limits(batch=50, words=10, characters=200, body_bytes=100_000))


@pytest.fixture(scope="session")
def client(settings: Settings) -> Iterator[Client]:
    with Client(make_app(settings)) as client:
        yield client


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once and copied: making all tables anew takes longer than most tests."""
    path = tmp_path_factory.mktemp("campaigns") / "empty.db"
    open_store(str(path)).close()
    return path


@pytest.fixture
def campaigning(settings: Settings, empty_database: Path, tmp_path: Path) -> Iterator[Campaigning]:
    found = Campaigning(settings, Path(shutil.copy(empty_database, tmp_path / "campaigns.db")))
    yield found
    found.close()


@pytest.fixture(autouse=True)
def _quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing a password is made to be slow; tests that need not be slow are not."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr("caesura.campaign.owners._hasher", lambda: quick)
