"""One-file HTML pages: everything inside, nothing from the network, light and dark, readable on a phone.

`Page` is a report in sections and `render_page` puts them into the frame; `html_table` and `svg_figure` make what sections are
made of. Text is escaped on its way in; only `Markup` passes as it is.
"""

from caesura.foundation.page.figure import Colour, svg_figure
from caesura.foundation.page.page import Page, Section, embedded_json, render_page, template_environment
from caesura.foundation.page.table import html_table

__all__ = ["Colour", "Page", "Section", "embedded_json", "html_table", "render_page", "svg_figure", "template_environment"]
