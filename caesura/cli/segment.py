"""`caesura segment`: queries in, segmentations out; one query, or a log through stdin."""

from __future__ import annotations

import json
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import IO, TYPE_CHECKING, Annotated, Any, Protocol, runtime_checkable

import typer

from caesura.cli.choices import choice
from caesura.cli.lexicon_option import lexicon_for
from caesura.cli.model_option import ExamplesOption, LogOption, ModelOption
from caesura.cli.query_argument import is_query
from caesura.cli.rules_option import RulesName, RulesOption
from caesura.foundation import InputError, open_bytes

if TYPE_CHECKING:
    from caesura.segmenters import Explanation, Segmentation, Segmenter

app = typer.Typer()

# Made once: `json.dumps` would make one for every line.
_in_json = json.JSONEncoder(ensure_ascii=False).encode

# Large enough that reading costs nothing, small enough that a pipe sees results at once.
_CHUNK = 1 << 20


class SegmentForm(StrEnum):
    """How a segmentation is printed."""

    QUOTES = "quotes"
    PIPE = "pipe"
    JSONL = "jsonl"
    JSON = "json"
    TSV = "tsv"


_PLAIN = (SegmentForm.QUOTES, SegmentForm.PIPE)


@runtime_checkable
class PrintsLines(Protocol):
    """A segmenter that takes many lines at once."""

    def print_lines(self, lines: bytes, *, quotes: bool = False, threads: int | None = None) -> bytes: ...


class Preference(StrEnum):
    """Which of two overlapping phrases of the dictionary wins."""

    LONGEST = "longest"
    HEAVIEST = "heaviest"


@app.command(epilog='Example:  caesura segment "new york times square dance" --method wikipedia --lexicon my.lexicon')
def segment(
    text: Annotated[str, typer.Argument(help="A query, or - to read one from each line of stdin.")] = "-",
    method: Annotated[str | None, choice("segmenters:METHODS", "--method", "-m", help="How to segment (see --list)")] = None,
    lexicon: Annotated[
        str | None, typer.Option("--lexicon", "-l", help="Counts and titles; without it, Caesura's own lexicon.")
    ] = None,
    model: ModelOption = None,
    rules: RulesOption = RulesName.PRINTED,
    threshold: Annotated[
        float | None, typer.Option("--threshold", help="For pmi: join neighbours whose PMI is at least this (see: caesura tune).")
    ] = None,
    log: LogOption = None,
    examples: ExamplesOption = None,
    phrases: Annotated[
        str | None, typer.Option("--phrases", help="Your own phrases, one per line (phrase or phrase<TAB>weight): always kept.")
    ] = None,
    prefer: Annotated[Preference, typer.Option("--prefer", help="Which of two overlapping phrases wins.")] = Preference.LONGEST,
    min_confidence: Annotated[
        float | None,
        typer.Option("--min-confidence", min=0, max=1, help="Keep only segments at least this likely; other words stand alone."),
    ] = None,
    nbest: Annotated[int, typer.Option("--nbest", "-n", min=1, help="Segmentations to print for each query, best first.")] = 1,
    explain: Annotated[bool, typer.Option("--explain", help="Show what each segment weighs and why the winner won.")] = False,
    lenient: Annotated[
        bool, typer.Option("--lenient", help="Answer a line that cannot be segmented with an empty one, and report how many.")
    ] = False,
    threads: Annotated[int | None, typer.Option("--threads", min=1, help="Cores to use; all of them by default.")] = None,
    format: Annotated[SegmentForm, typer.Option("--format", "-f", help="How to print a segmentation.")] = SegmentForm.QUOTES,
    list_methods: Annotated[bool, typer.Option("--list", help="List the methods and stop.")] = False,
) -> None:
    """Cut queries into segments: cheap flights to cape town -> "cheap flights" to "cape town"."""
    if list_methods:
        _list_methods()
        return
    segmenter = _chosen(method, lexicon, model, rules.value, threshold, log, examples, phrases, prefer, min_confidence)
    if is_query(text):
        _print_one(segmenter, text, nbest, explain, format)
        return
    _stream(segmenter, nbest, explain, format, lenient, threads)


def _chosen(
    method: str | None,
    lexicon: str | None,
    model: str | None,
    rules: str,
    threshold: float | None,
    log: str | None,
    examples: str | None,
    phrases: str | None,
    prefer: Preference | None,
    min_confidence: float | None,
) -> Segmenter:
    from caesura.segmenters import METHODS, default_method, segmenter

    name = METHODS[method or default_method()].name
    options = {"threshold": threshold, "model": model, "log": log, "examples": examples}
    given: dict[str, Any] = {key: value for key, value in options.items() if value is not None}
    if phrases is None:
        if name == "dictionary":
            raise InputError("the method dictionary needs phrases", cure="name a file with --phrases")
        prefer = None
    return segmenter(
        name,
        lexicon=lexicon_for(name, lexicon, model),
        rules="published" if rules == "published" else "printed",
        phrases=phrases,
        prefer=None if prefer is None else prefer.value,
        min_confidence=min_confidence,
        **given,
    )


def _print_one(segmenter: Segmenter, text: str, nbest: int, explain: bool, form: SegmentForm) -> None:
    if explain:
        typer.echo(_explained(segmenter.explain(text), form))
    elif form is SegmentForm.JSON:
        typer.echo(json.dumps([one.as_json() for one in segmenter.nbest(text, nbest)], ensure_ascii=False, indent=1))
    else:
        for line in _printed(segmenter, text, nbest, form):
            typer.echo(line)


def _printed(segmenter: Segmenter, text: str, nbest: int, form: SegmentForm) -> Iterator[str]:
    for rank, one in enumerate(segmenter.nbest(text, nbest) if nbest > 1 else [segmenter.segment(text)], start=1):
        match form:
            case SegmentForm.QUOTES:
                yield one.quotes
            case SegmentForm.PIPE:
                yield one.pipe
            case SegmentForm.TSV:
                yield _tsv(one)
            case _:
                ranked = {**one.as_json(), "rank": rank} if nbest > 1 else one.as_json()
                yield _in_json(ranked)


def _tsv(one: Segmentation) -> str:
    # A tab inside the query would make a column.
    return f"{' '.join(one.query_words)}\t{one.pipe}\t{one.score}"


def _stream(segmenter: Segmenter, nbest: int, explain: bool, form: SegmentForm, lenient: bool, threads: int | None) -> None:
    out = sys.stdout.buffer
    failed = first = 0
    write = _whole_lines(segmenter, form, threads) if nbest == 1 and not explain else None
    if form is SegmentForm.JSON:
        out.write(b"[")
    wrote = False
    for chunk in _chunks(open_bytes("-")):
        if write is not None:
            try:
                out.write(write(chunk))
                first += chunk.count(b"\n")
                continue
            except (InputError, UnicodeDecodeError):
                pass  # line by line, to say which one it is
        for number, raw in enumerate(chunk.removesuffix(b"\n").split(b"\n"), start=first + 1):
            try:
                lines = _lines_for(segmenter, raw, nbest, explain, form)
            except InputError as error:
                if not lenient:
                    raise error.at("stdin", number) from None
                failed += 1
                lines = [_nothing(segmenter, raw, error, form)]
            for line in lines:
                out.write((",\n" if wrote and form is SegmentForm.JSON else "").encode() + line.encode("utf-8", "surrogatepass"))
                out.write(b"" if form is SegmentForm.JSON else b"\n")
                wrote = True
        first += chunk.count(b"\n")
        out.flush()
    if form is SegmentForm.JSON:
        out.write(b"]\n")
    out.flush()
    if failed:
        typer.echo(f"caesura: {failed} {'line' if failed == 1 else 'lines'} could not be segmented", err=True)


def _whole_lines(segmenter: Segmenter, form: SegmentForm, threads: int | None) -> Callable[[bytes], bytes] | None:
    """What answers many lines at once, as bytes; None where each is a matter of its own."""
    if form is SegmentForm.JSONL:
        from caesura.segmenters import json_lines

        return lambda lines: json_lines(segmenter, lines, threads=threads)
    if form in _PLAIN and isinstance(segmenter, PrintsLines):
        return lambda lines: segmenter.print_lines(lines, quotes=form is SegmentForm.QUOTES, threads=threads)
    return None


def _lines_for(segmenter: Segmenter, raw: bytes, nbest: int, explain: bool, form: SegmentForm) -> list[str]:
    try:
        text = raw.removesuffix(b"\r").decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start + 1} of the line is not UTF-8", cure="convert the input to UTF-8") from error
    if not text.strip() and form in _PLAIN:
        return [""]  # one line out for every line in
    return [_explained(segmenter.explain(text), form)] if explain else list(_printed(segmenter, text, nbest, form))


def _nothing(segmenter: Segmenter, raw: bytes, error: InputError, form: SegmentForm) -> str:
    """What stands for a line that cannot be segmented: one line out for every line in."""
    text = raw.removesuffix(b"\r").decode("utf-8", "replace")
    if form is SegmentForm.TSV:
        return f"{' '.join(text.split())}\t\t"
    if form in _PLAIN:
        return ""
    return _in_json({"query": text, "segments": [], "score": 0, "method": segmenter.name, "error": str(error)})


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    """Whole lines, as they come: what a slow writer has sent is answered before it sends more."""
    rest = b""
    read = getattr(stream, "read1", stream.read)
    first = True
    while piece := read(_CHUNK):
        if first:
            # A byte order mark, which some editors put before the first line, is not part of a query.
            piece, first = piece.removeprefix(BOM_UTF8), False
        cut = piece.rfind(b"\n") + 1
        if cut:
            yield rest + piece[:cut]
            rest = piece[cut:]
        else:
            rest += piece
    if rest:
        yield rest


def _explained(why: Explanation, form: SegmentForm) -> str:
    from caesura.segmenters import shown_weight

    if form in (SegmentForm.JSON, SegmentForm.JSONL):
        reasons = [{"text": r.text, "weight": r.weight, "why": r.why, "chosen": r.chosen} for r in why.reasons]
        return json.dumps({**why.segmentation.as_json(), "candidates": reasons, "verdict": why.verdict}, ensure_ascii=False)
    lines = [why.segmentation.pipe if form is SegmentForm.PIPE else why.segmentation.quotes]
    heaviest = max((abs(reason.weight) for reason in why.reasons), default=0)
    width = max((len(reason.text) for reason in why.reasons), default=0)
    digits = max((len(shown_weight(reason.weight)) for reason in why.reasons), default=0)
    for reason in why.reasons:
        bar = "█" * round(12 * abs(reason.weight) / heaviest) if heaviest else ""
        mark = "*" if reason.chosen else " "
        lines.append(f"{mark} {reason.text:<{width}}  {shown_weight(reason.weight):>{digits}}  {bar:<12}  {reason.why}")
    lines.append(f"score {shown_weight(why.segmentation.score)}: {why.verdict}")
    return "\n".join(lines)


def _list_methods() -> None:
    from caesura.segmenters import METHODS

    width = max(map(len, METHODS))
    for method in METHODS.values():
        typer.echo(f"{method.name:<{width}}  {method.description}")
        if method.citation:
            typer.echo(f"{'':<{width}}  ({method.citation})")
