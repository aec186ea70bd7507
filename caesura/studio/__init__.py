"""The web pages and the HTTP API: thin over the other rooms.

`make_app(settings)` gives the HTTP API, `make_studio(settings)` the pages for people with the API beside them; `serve` runs
either, the API in one process per core. What they need (FastAPI, uvicorn) comes with
`pip install 'caesura[serve]'` and is imported when it is first asked for.
"""

from typing import TYPE_CHECKING, Any

from caesura.studio.processes import address_of, listening, serve
from caesura.studio.service import Service
from caesura.studio.settings import Limits, Settings, StudioSettings

if TYPE_CHECKING:
    from caesura.studio.app import make_app
    from caesura.studio.studio import make_studio

__all__ = ["Limits", "Service", "Settings", "StudioSettings", "address_of", "listening", "make_app", "make_studio", "serve"]


def __getattr__(name: str) -> Any:
    if name == "make_app":
        from caesura.studio.app import make_app

        return make_app
    if name == "make_studio":
        from caesura.studio.studio import make_studio

        return make_studio
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
