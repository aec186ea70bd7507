"""A page of items as one cell of a batch: JSON that is safe wherever a platform puts it.

Platforms paste a cell into the template as it is (Turkle) or escaped for HTML. So everything in a text but letters, digits and
a few harmless marks is written as `\\uXXXX`: no quote, tag, ampersand, dollar, brace or line break is left that HTML, a script,
another variable or a spreadsheet could stumble over. What a platform's own escaping makes of the quotes around texts can be
undone, as no text holds an ampersand.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from typing import Any

from caesura.campaign.stored_text import checked_name, checked_text
from caesura.campaign.tasks import task_named
from caesura.campaign.values import Item
from caesura.foundation import InputError

#: The one variable of our templates, and the one column of our batches.
VARIABLE = "page"

_TO_ESCAPE = re.compile(r"[^A-Za-z0-9 .,:;_/()-]")


def write_cell(task: str, items: Sequence[Item]) -> str:
    """The items of one page. Words are listed, as no two languages agree on what a space is."""
    kind = task_named(task)
    listed = []
    for item in items:
        checked_name(item.name, "the item's name", 500)
        checked_text(item.text, "the text", 2_000)
        checked_text(item.paragraph, "the paragraph", 20_000)
        words = ",".join(map(_quoted, kind.words(item.text)))
        paragraph = f',"paragraph":{_quoted(item.paragraph)}' if item.paragraph else ""
        listed.append(f'{{"id":{_quoted(item.name)},"text":{_quoted(item.text)},"words":[{words}]{paragraph}}}')
    return f'{{"task":{_quoted(task)},"items":[{",".join(listed)}]}}'


def read_cell(text: str) -> tuple[str, tuple[Item, ...]]:
    """Task and items of a cell that we wrote, whether or not a platform escaped it meanwhile."""
    try:
        cell: Any = json.loads(html.unescape(text))
        items = tuple(Item(each["id"], each["text"], paragraph=each.get("paragraph", "")) for each in cell["items"])
        task = task_named(cell["task"])
        for item in items:
            task.check(item.text, item.paragraph)
    except InputError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError):
        raise InputError(
            "the page's cell is not as Caesura wrote it", cure="results must come from a batch of `caesura campaign batch`"
        ) from None
    return task.name, items


def _quoted(text: str) -> str:
    return '"' + _TO_ESCAPE.sub(_escape, text) + '"'


def _escape(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be")
    return "".join(f"\\u{units[place] << 8 | units[place + 1]:04x}" for place in range(0, len(units), 2))
