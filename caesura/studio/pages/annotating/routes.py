"""Which address of an annotator does what. Their link is all they need. A browser that joined has a cookie
for the page of the invitation alone, which knows it again; nothing can be done with it that the link could not do."""

from __future__ import annotations

from caesura.studio.api.campaigns import Campaigns
from caesura.studio.api.routing import Application
from caesura.studio.pages.annotating.joining import JoinPages
from caesura.studio.pages.annotating.work import WorkPages


def add_annotating(app: Application, campaigns: Campaigns) -> None:
    """Pages under /join and /annotate."""
    joining, working = JoinPages(campaigns), WorkPages(campaigns)
    app.add_route("/join/{link}", joining.greet, ["GET"], include_in_schema=False)
    app.add_route("/join/{link}", joining.join, ["POST"], include_in_schema=False)
    app.add_route("/annotate/{key}", working.show, ["GET"], include_in_schema=False)
    app.add_route("/annotate/{key}", working.take, ["POST"], include_in_schema=False)
