"""Instructions in Markdown as HTML that cannot do any harm.

HTML inside the Markdown is shown as it stands; addresses of links may be web addresses or mail; pictures are those the owner
uploaded, since a picture from elsewhere would tell its host who looks at the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from caesura.foundation import extra

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markupsafe import Markup

_SAFE_LINK = re.compile(r"(https?://|mailto:)", re.IGNORECASE)


def instructions_html(text: str, picture: Callable[[str], str | None] = lambda _name: None) -> Markup:
    """`picture` gives the address of an uploaded picture by its name, or None where there is none."""
    with extra("campaign"):
        from markupsafe import Markup
    # The parser makes plain text of all it does not know, HTML included.
    return Markup(_parser().render(text, {"picture": picture}))  # noqa: S704


@cache
def _parser() -> MarkdownIt:
    with extra("campaign"):
        from markdown_it import MarkdownIt

    made = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("table")
    made.validateLink = lambda url: bool(_SAFE_LINK.match(url)) or not re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//", url)  # type: ignore[method-assign]
    made.add_render_rule("link_open", _link)
    for rule in ("heading_open", "heading_close"):
        made.add_render_rule(rule, _heading)
    made.add_render_rule("image", _image)
    return made


def _link(renderer: Any, tokens: Sequence[Any], number: int, options: Any, _env: Any) -> str:
    token = tokens[number]
    token.attrSet("rel", "noopener noreferrer nofollow")
    token.attrSet("target", "_blank")
    return str(renderer.renderToken(tokens, number, options, _env))


def _heading(renderer: Any, tokens: Sequence[Any], number: int, options: Any, env: Any) -> str:
    """One level lower: the page has a heading of its own."""
    token = tokens[number]
    if token.tag != "h6" and not token.meta.get("lower"):
        token.tag, token.meta = f"h{int(token.tag[1]) + 1}", {"lower": True}
    return str(renderer.renderToken(tokens, number, options, env))


def _image(renderer: Any, tokens: Sequence[Any], number: int, options: Any, env: Any) -> str:
    from html import escape

    token = tokens[number]
    words = escape(renderer.renderInlineAsText(token.children, options, env) if token.children else "")
    named = str(token.attrGet("src") or "")
    address = env["picture"](named)
    if address is not None:
        return f'<img src="{escape(address)}" alt="{words}">'
    if _SAFE_LINK.match(named):
        return f'<a href="{escape(named)}" rel="noopener noreferrer nofollow" target="_blank">{words or escape(named)}</a>'
    return f"<em>{words or escape(named)}</em>"
