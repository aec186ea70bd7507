"""Campaigns over HTTP: the JSON API for owners and annotators, signing in, and what keeps strangers out.

`add_campaigns(app, store)` adds the routes. Pages for people use `Identity` (who is asking?) and `Limiter` as well.
"""

from caesura.studio.campaigns.identity import COOKIE, Identity
from caesura.studio.campaigns.limiter import Limiter
from caesura.studio.campaigns.routes import add_campaigns

__all__ = ["COOKIE", "Identity", "Limiter", "add_campaigns"]
