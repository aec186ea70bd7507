"""Names of methods, as short as a table needs them."""

from __future__ import annotations

from collections.abc import Sequence

from caesura.evaluation.people import BEST, PERSON

SHORT_PERSON = "person"
_PEOPLE = {PERSON: SHORT_PERSON, BEST: "best possible"}


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Names without the beginning that all files share (`corpus-segmentations-pmi` -> `pmi`), in the order given."""
    files = sorted({name for name in names if name not in _PEOPLE})
    shared = 0
    if len(files) > 1:
        first, last = files[0], files[-1]
        shared = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
        while shared and first[shared - 1] not in "-_. ":
            shared -= 1
    return {name: _PEOPLE.get(name) or name[shared:] for name in names}
