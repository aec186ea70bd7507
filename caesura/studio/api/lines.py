"""Many queries as plain text, one per line: through the kernel in pieces, out as NDJSON or in pipe form.

The body is checked as a whole before the first byte goes out: once an answer streams, its status cannot change any more. One
line comes out for every line that goes in; an empty line is an empty line, or an object without segments.
"""

from __future__ import annotations

from collections.abc import Iterator

from caesura.foundation import InputError
from caesura.segmenters import Segmenter, SelectiveSegmenter, WeightedSegmenter, json_lines
from caesura.studio.api.problems import RefusedError
from caesura.studio.service import Service

NDJSON = "application/x-ndjson"
PLAIN = "text/plain"

# Large enough for the kernel, small enough that answers flow and a disconnected client is noticed.
_PIECE = 1 << 18


def chosen_form(accept: str) -> str:
    """NDJSON or plain text, by the Accept header; NDJSON where both are as welcome."""
    welcome = {form: _quality(accept, form) for form in (NDJSON, PLAIN)}
    best = max(welcome, key=lambda form: welcome[form])
    if not welcome[best]:
        raise RefusedError(406, f"no answer has the form {accept}", f"accept {NDJSON} or {PLAIN}")
    return best


def checked_lines(body: bytes, service: Service) -> None:
    """Every line is UTF-8 and within the limits, or the first that is not is named."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError as error:
        before = body.count(b"\n", 0, error.start)
        raise RefusedError(400, f"line {before + 1} is not UTF-8", "send UTF-8") from None
    limits = service.settings.limits
    # A line of so few bytes passes neither limit, and most lines are as short as that.
    harmless = min(2 * limits.words, limits.characters)
    for number, line in enumerate(body.split(b"\n"), start=1):
        if len(line) > harmless:
            text = line.decode("utf-8")
            if not text or text.isspace():
                continue
            try:
                service.check(text)
            except InputError as error:
                raise RefusedError(422, f"line {number}: {error.problem}", error.cure) from None


def answered_lines(body: bytes, chosen: Segmenter, form: str, threads: int) -> Iterator[bytes]:
    """The answer, a few thousand lines at a time."""
    for piece in _pieces(body):
        if form == NDJSON:
            yield json_lines(chosen, piece, compact=True, blank=True, threads=threads)
        elif isinstance(chosen, WeightedSegmenter | SelectiveSegmenter):
            yield chosen.print_lines(piece, threads=threads)
        else:
            lines = piece.decode("utf-8").removesuffix("\n").split("\n")
            yield "".join(line + "\n" for line in chosen.pipe_many(lines, threads)).encode()


def _pieces(body: bytes) -> Iterator[bytes]:
    """Whole lines, about as many as make a piece."""
    start = 0
    while start < len(body):
        end = body.find(b"\n", start + _PIECE) + 1 or len(body)
        yield body[start:end]
        start = end


def _quality(accept: str, form: str) -> float:
    """How welcome a form is: the most exact entry of the header decides, as RFC 9110 has it."""
    best = (-1, 0.0)
    for entry in accept.split(",") if accept.strip() else ["*/*"]:
        kind, *parameters = (part.strip().lower() for part in entry.split(";"))
        exactness = {form: 2, form.split("/")[0] + "/*": 1, "*/*": 0}.get(kind, -1)
        if exactness > best[0]:
            best = (exactness, next((_share(p.partition("=")[2]) for p in parameters if p.startswith("q=")), 1.0))
    return best[1]


def _share(text: str) -> float:
    try:
        return min(max(float(text), 0.0), 1.0)
    except ValueError:
        return 0.0
