"""Tables for pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from caesura.foundation.extras import extra

if TYPE_CHECKING:
    from markupsafe import Markup


def html_table(
    rows: Sequence[Mapping[str, Any]],
    columns: Sequence[str] | None = None,
    *,
    sortable: bool = True,
    best: Sequence[str] = (),
    aside: Sequence[str] = (),
    group_by: str | None = None,
    titles: Mapping[tuple[int, str], str] | None = None,
) -> Markup:
    """A table that scrolls sideways where there is no room; the first column stays.

    `best` names the columns among which each row's highest number stands out, `aside` those that are shown more quietly.
    A new value of `group_by` draws a line above its row. `titles` holds what a cell says when pointed at.
    """
    with extra("plots"):
        from markupsafe import Markup

    shown = list(columns or (rows[0] if rows else ()))
    numeric = {key for key in shown if any(_is_number(row.get(key)) for row in rows)}
    head = Markup("").join(
        Markup('<th scope="col" class="{}">{}</th>').format(_classes(key in numeric, key in aside, len(key) > 10), _heading(key))
        for key in shown
    )
    body: list[Markup] = []
    before: object = None
    for number, row in enumerate(rows):
        winners = _winners(row, best)
        cells = Markup("").join(
            Markup('<td class="{}"{}>{}</td>').format(
                " ".join(filter(None, (_classes(key in numeric, key in aside, False), "best" if key in winners else ""))),
                Markup(' title="{}"').format(titles[number, key]) if titles and (number, key) in titles else "",
                _cell(row.get(key)),
            )
            for key in shown
        )
        group = group_by is not None and row.get(group_by) != before and number > 0
        before = row.get(group_by) if group_by is not None else None
        body.append(Markup('<tr class="{}">{}</tr>').format("group" if group else "", cells))
    kind = "pinned sortable" if sortable else "pinned"
    return Markup(
        '<div class="scroll" tabindex="0"><table class="{}"><thead><tr>{}</tr></thead><tbody>\n{}\n</tbody></table></div>'
    ).format(kind, head, Markup("\n").join(body))


def _winners(row: Mapping[str, Any], best: Sequence[str]) -> set[str]:
    """The columns with the highest number of the row, as it is printed; none where all are the same."""
    printed = {key: _cell(row[key]) for key in best if _is_number(row.get(key))}
    highest = max(printed.values(), default="")
    winners = {key for key, text in printed.items() if text == highest}
    return winners if len(winners) < len(printed) else set()


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float, Fraction)) and not isinstance(value, bool)


def _heading(key: str) -> str:
    return key.replace("_", " ")


def _classes(number: bool, aside: bool, long: bool) -> str:
    return " ".join(name for name, wanted in (("number", number), ("aside", aside), ("long", long)) if wanted)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (float, Fraction)):
        return f"{float(value):.3f}"
    return str(value)
