"""An application over a small lexicon, and a client that talks to it without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from caesura.studio import Limits, Settings, make_app
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
