"""The web pages and the HTTP API: thin over the other rooms.

`make_app(settings)` gives the HTTP API, `make_studio(settings)` the pages for people with the API beside them; `serve` runs
either, the API in one process per core. What they need (Starlette, uvicorn) comes with `pip install 'caesura[serve]'` and is
imported when it is first used.
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.studio.access import Access as Access
    from caesura.studio.api.app import make_app as make_app
    from caesura.studio.api.client import Client as Client
    from caesura.studio.api.client import ServiceError as ServiceError
    from caesura.studio.configuration import TOKEN_VARIABLE as TOKEN_VARIABLE
    from caesura.studio.configuration import read_configuration as read_configuration
    from caesura.studio.processes import address_of as address_of
    from caesura.studio.processes import check_deployment as check_deployment
    from caesura.studio.processes import listening as listening
    from caesura.studio.processes import serve as serve
    from caesura.studio.service import Service as Service
    from caesura.studio.settings import ONLY as ONLY
    from caesura.studio.settings import Deployment as Deployment
    from caesura.studio.settings import Limits as Limits
    from caesura.studio.settings import ParseSettings as ParseSettings
    from caesura.studio.settings import Settings as Settings
    from caesura.studio.settings import StudioSettings as StudioSettings

__getattr__, __dir__, __all__ = lazy_door(__name__)
