"""The frame of a page: title, sections, style and scripts in one file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from caesura.foundation.extras import extra

if TYPE_CHECKING:
    import jinja2
    from markupsafe import Markup

# What could end a script element or be read as markup inside it, and the line ends that JSON allows and scripts do not.
_UNSAFE = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


@dataclass(frozen=True)
class Section:
    """A part of a page: heading, a sentence that says how to read it, and its content."""

    title: str
    content: Markup
    note: str = ""

    @property
    def anchor(self) -> str:
        return "".join(c if c.isalnum() else "-" for c in self.title.lower()).strip("-")


@dataclass(frozen=True)
class Page:
    """A report before it is dressed: `render` makes one file of it, the studio shows it in its own frame.

    `data` is embedded once as JSON; `scripts` and `styles` are texts of files that ship with Caesura.
    """

    title: str
    lead: str
    sections: Sequence[Section]
    footer: str = ""
    data: Mapping[str, object] | None = None
    scripts: Sequence[str] = ()
    styles: Sequence[str] = ()

    def render(self) -> str:
        return render_page(
            self.title,
            self.lead,
            self.sections,
            footer=self.footer,
            data=self.data,
            scripts=self.scripts,
            styles=self.styles,
        )


def embedded_json(value: object) -> str:
    """JSON that may stand inside a script element, whatever strings it holds."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)


def template_environment(loader: jinja2.BaseLoader | None = None) -> jinja2.Environment:
    """How templates are read here: text is escaped on its way in, and a name that is missing is an error, not an empty place."""
    with extra("plots"):
        import jinja2

    return jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )


def render_page(
    title: str,
    lead: str,
    sections: Sequence[Section],
    *,
    footer: str = "",
    data: Mapping[str, object] | None = None,
    scripts: Sequence[str] = (),
    styles: Sequence[str] = (),
) -> str:
    """A whole page. `data` is embedded once as JSON; `scripts` and `styles` are texts of files that ship with Caesura."""
    with extra("plots"):
        from markupsafe import Markup

    return (
        template_environment()
        .from_string(_shipped("page.html"))
        .render(
            title=title,
            lead=lead,
            sections=sections,
            footer=footer,
            data=None if data is None else Markup(embedded_json(data)),  # noqa: S704 - made safe just above
            scripts=[Markup(text) for text in (_shipped("table.js"), *scripts)],  # noqa: S704 - our own files
            styles=[Markup(text) for text in (_shipped("page.css"), *styles)],  # noqa: S704 - our own files
        )
    )


def _shipped(name: str) -> str:
    return files("caesura.foundation.page").joinpath(name).read_text(encoding="utf-8")
