"""Tables for notebooks: a cell shows what `_repr_html_` gives, without any page or style around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any

#: A notebook shows the beginning of a long table.
ROWS_SHOWN = 10


def notebook_table(rows: Sequence[Mapping[str, Any]], note: str = "", *, total: int | None = None) -> str:
    """The first rows as a table; `total` is how many there are, `note` a line under it."""
    columns = list(rows[0]) if rows else []
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    shown = rows[:ROWS_SHOWN]
    body = "".join(f"<tr>{''.join(f'<td>{_cell(row.get(name))}</td>' for name in columns)}</tr>" for row in shown)
    left = (total if total is not None else len(rows)) - len(shown)
    more = f"<p><small>and {left:,} more</small></p>" if left > 0 else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}{_note(note)}"


def notebook_facts(facts: Mapping[str, Any], note: str = "") -> str:
    """A table of names and values."""
    body = "".join(
        f"<tr><th>{escape(name.replace('_', ' '))}</th><td>{_cell(value)}</td></tr>"
        for name, value in facts.items()
        if value is not None
    )
    return f"<table><tbody>{body}</tbody></table>{_note(note)}"


def _note(note: str) -> str:
    return f"<p><small>{escape(note)}</small></p>" if note else ""


def _cell(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: ""}[value]
    if isinstance(value, float | Fraction):
        return f"{float(value):.3f}"
    if isinstance(value, tuple | list):
        return " to ".join(_cell(one) for one in value)
    return escape(f"{value:,}" if isinstance(value, int) else str(value))
