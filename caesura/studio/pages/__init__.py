"""The pages of the studio, rendered on the server: one short file for each place.

`add_pages(app, service)` puts them beside the HTTP API. Pages work without scripts; htmx, where it is, makes them quicker.
"""

from caesura.studio.pages.frame import page
from caesura.studio.pages.routes import add_pages

__all__ = ["add_pages", "page"]
