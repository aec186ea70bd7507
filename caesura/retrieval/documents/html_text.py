"""The text of a web page: its title and what a reader sees, without tags, scripts and styles."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_UNSEEN = frozenset(("script", "style", "noscript", "template"))
#: Elements inside a line: what they end goes on without a space.
_INLINE = frozenset(
    ("a", "b", "i", "u", "em", "strong", "span", "font", "tt", "code", "small", "big", "sub", "sup", "mark", "abbr")
)
_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([A-Za-z0-9_:.\-]+)""", re.IGNORECASE)
#: A page names its encoding here, if at all.
_HEAD = 2048


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title: list[str] = []
        self.text: list[str] = []
        self._unseen = 0
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - the parser hands them over
        if tag in _UNSEEN:
            self._unseen += 1
        elif tag == "title":
            self._in_title = not self.title  # drawings inside a page have titles too
        elif tag not in _INLINE:
            self.text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag == "title":
            self._in_title = False
        elif tag not in _INLINE:
            self.text.append(" ")

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title.append(data)
        elif not self._unseen:
            self.text.append(data)


def page_text(markup: str) -> tuple[str, str]:
    """Title and text, with single spaces."""
    page = _Page()
    page.feed(markup)
    page.close()
    return " ".join("".join(page.title).split()), " ".join("".join(page.text).split())


def page_decoded(raw: bytes, header: bytes = b"") -> str:
    """The page as text: by the encoding its header or its own head names, else UTF-8, else Windows' Latin."""
    named = _CHARSET.search(header) or _CHARSET.search(raw[:_HEAD])
    for encoding in (named[1].decode("ascii") if named else "utf-8", "utf-8"):
        try:
            return raw.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    return raw.decode("windows-1252", errors="replace")
