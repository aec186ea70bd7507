"""CoNLL-U for one query: ten columns, the segment of each word in MISC as `Segment=k`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from caesura.foundation import InputError
from caesura.shapes.forest import Forest
from caesura.shapes.words import Words

_COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")


def print_conllu(words: Sequence[str], forest: Forest, comments: Mapping[str, str] | None = None) -> str:
    """One sentence block, ending with a blank line; `comments` become `# key = value` lines."""
    if len(words) != forest.size:
        raise InputError(f"{len(words)} words for a forest of {forest.size}")
    lines = [f"# {key} = {value}" for key, value in (comments or {}).items()]
    segment = 0
    breaks = (*forest.segments.breaks, 1) if words else ()
    for i, word in enumerate(words):
        label = forest.labels[i] if forest.labels else "_"
        tag = forest.tags[i] or "_"
        lines.append(f"{i + 1}\t{word}\t_\t{tag}\t_\t_\t{forest.heads[i]}\t{label or '_'}\t_\tSegment={segment + 1}")
        segment += breaks[i]
    return "\n".join([*lines, "", ""])


def parse_conllu(block: Sequence[str]) -> tuple[Words, Forest, dict[str, str]]:
    """Words, forest and comments of one sentence block (its lines, without the blank one).

    Multiword tokens (`1-2`) and empty nodes (`1.1`) are skipped: the syntactic words are what is segmented.
    """
    comments: dict[str, str] = {}
    words: list[str] = []
    heads: list[int] = []
    tags: list[str] = []
    labels: list[str] = []
    segments: list[str | None] = []
    for line in block:
        if line.startswith("#"):
            key, equals, value = line[1:].partition("=")
            if equals:
                comments[key.strip()] = value.strip()
            continue
        columns = line.split("\t")
        if len(columns) != len(_COLUMNS):
            raise InputError(
                f"{len(columns)} columns, CoNLL-U has {len(_COLUMNS)} with tabs between", cure=f"they are {' '.join(_COLUMNS)}"
            )
        if "-" in columns[0] or "." in columns[0]:
            continue
        if columns[0] != str(len(words) + 1):
            raise InputError(f"the word is numbered {columns[0]!r}, expected {len(words) + 1}")
        if not columns[1] or len(columns[1].split()) != 1:
            raise InputError(f"word {columns[0]} is {columns[1]!r}, a word holds no spaces")
        if not (columns[6].isascii() and columns[6].isdigit()):
            raise InputError(f"the head of word {columns[0]} is {columns[6]!r}, a number was expected")
        words.append(columns[1])
        tags.append("" if columns[3] == "_" else columns[3])
        heads.append(int(columns[6]))
        labels.append("" if columns[7] == "_" else columns[7])
        misc = dict(pair.split("=", 1) for pair in columns[9].split("|") if "=" in pair)
        segments.append(misc.get("Segment"))
    forest = Forest(tuple(heads), tuple(tags), tuple(labels) if any(labels) else ())
    _segments_match(forest, segments)
    return tuple(words), forest, comments


def _segments_match(forest: Forest, segments: Sequence[str | None]) -> None:
    """Where the file names segments, they must be the trees'."""
    if not any(segment is not None for segment in segments):
        return
    for i, value in enumerate(forest.segments.breaks):
        if bool(value) != (segments[i] != segments[i + 1]):
            raise InputError(f"Segment= and the trees disagree between words {i + 1} and {i + 2}", cure="each segment is one tree")
