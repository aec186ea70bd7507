"""The web pages and the HTTP API: thin over the other rooms.

`make_app(settings)` gives the application, `serve` runs it in one process per core. What they need (FastAPI, uvicorn) comes with
`pip install 'caesura[serve]'` and is imported when it is first asked for.
"""

from typing import TYPE_CHECKING, Any

from caesura.studio.processes import address_of, listening, serve
from caesura.studio.service import Service
from caesura.studio.settings import Limits, Settings

if TYPE_CHECKING:
    from caesura.studio.app import make_app

__all__ = ["Limits", "Service", "Settings", "address_of", "listening", "make_app", "serve"]


def __getattr__(name: str) -> Any:
    if name == "make_app":
        from caesura.studio.app import make_app

        return make_app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
