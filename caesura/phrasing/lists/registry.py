"""The formats of phrase lists, one file of this folder each (registered by holding `LIST_FORMAT`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from caesura.foundation import InputError, PathLike, Registry, lines
from caesura.phrasing.lists.mining import MinedPhrase
from caesura.phrasing.options import Options


@dataclass(frozen=True, slots=True)
class ListFormat:
    """A name, a line about it, how a list is written, and how the phrases (and counts) of such a text are read.

    `read` answers None for a text of another format.
    """

    name: str
    description: str
    write: Callable[[Sequence[MinedPhrase], Options], str]
    read: Callable[[str], Mapping[str, int | None] | None]


#: All formats by name; a file is read by the first that knows it.
LIST_FORMATS: Registry[ListFormat] = Registry(
    "format of phrase lists",
    "caesura.phrasing.lists",
    "LIST_FORMAT",
    order=("json", "querqy", "solr-synonyms", "elasticsearch-synonyms"),
)


def read_phrase_list(path: PathLike) -> dict[str, int | None]:
    """The phrases of an earlier export in any of the formats, with their counts where it has them."""
    text = "".join(f"{line}\n" for _, line in lines(path))
    if not text.strip():
        return {}  # an export without phrases
    for format in LIST_FORMATS.values():
        phrases = format.read(text)
        if phrases is not None:
            return dict(phrases)
    raise InputError(
        "is not a phrase list",
        cure=f"export one: caesura phrases mine LOG --format {'|'.join(LIST_FORMATS)}",
        file=path,
    )
