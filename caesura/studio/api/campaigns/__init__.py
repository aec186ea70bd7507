"""Campaigns over HTTP: the JSON API for owners and annotators, signing in, and what keeps strangers out.

`add_campaigns(app, store)` adds the routes. Pages for people use `Identity` (who is asking?) and `Limiter` as well.
"""

from caesura.studio.api.campaigns.export import export_response
from caesura.studio.api.campaigns.identity import COOKIE, Identity, address_of, check_csrf
from caesura.studio.api.campaigns.limiter import JOIN, SIGN_IN, UPLOAD, WORK, WRONG, Limiter
from caesura.studio.api.campaigns.links import behind_link
from caesura.studio.api.campaigns.routes import Campaigns, add_campaigns

__all__ = [
    "COOKIE",
    "JOIN",
    "SIGN_IN",
    "UPLOAD",
    "WORK",
    "WRONG",
    "Campaigns",
    "Identity",
    "Limiter",
    "add_campaigns",
    "address_of",
    "behind_link",
    "check_csrf",
    "export_response",
]
