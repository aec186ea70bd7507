"""A studio as others reach it, for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from caesura.studio import Access, Settings, StudioSettings
from caesura.studio.studio import make_studio
from tests.studio.client import Client

CORPUS = json.dumps({"id": "1", "text": "tea pot", "votes": [{"flat": "tea pot", "count": 4}]}).encode() + b"\n"


def studio_at(settings: Settings, folder: Path, access: Access, **more: Any) -> Client:
    return Client(make_studio(StudioSettings(settings, folder=str(folder), code="the-code", access=access, **more)))
