"""What the playground shows for a query: the default method with its probabilities, every method, the engine's query, why."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from caesura.foundation import InputError
from caesura.phrasing import phrase, read_text
from caesura.segmenters import METHODS, Explanation, Method, Segmenter, shown_weight
from caesura.shapes import Flat, query_words
from caesura.studio.pages.forest_drawing import forest_svg
from caesura.studio.pages.tree_drawing import tree_svg
from caesura.studio.pages.wording import said
from caesura.studio.service import Service
from caesura.syntax import default_intent_model

if TYPE_CHECKING:
    from markupsafe import Markup

#: Lines of a pasted log that are shown.
LINES = 500

#: Segmentations that are worth a line, and how likely they must be.
_OTHERS = 5
_LEAST = 0.01


@runtime_checkable
class KnowsShares(Protocol):
    """A segmenter that knows how many people would break where, and how likely whole segmentations are."""

    def break_probabilities(self, words: Sequence[str]) -> Sequence[float]: ...

    def n_best(self, words: Sequence[str], wanted: int) -> Sequence[tuple[float, Flat]]: ...


@dataclass(frozen=True)
class Row:
    """What one method says."""

    name: str
    description: str
    breaks: tuple[int, ...]


@dataclass(frozen=True)
class Other:
    """Another segmentation that people might choose."""

    breaks: tuple[int, ...]
    probability: float


@dataclass(frozen=True)
class Line:
    """One query of a log by the number of its line, or what is wrong with it."""

    number: int
    words: tuple[str, ...] = ()
    breaks: tuple[int, ...] = ()
    problem: str = ""


@dataclass(frozen=True)
class Why:
    """A method's reasons, as they are shown."""

    method: str
    verdict: str
    reasons: tuple[dict[str, object], ...]
    ruled_out: int


@dataclass(frozen=True)
class Answer:
    """All a template needs; what a room does not offer stays empty and is not shown."""

    problem: str = ""
    method: str = ""
    words: tuple[str, ...] = ()
    breaks: tuple[int, ...] = ()
    shares: tuple[float, ...] | None = None
    rows: tuple[Row, ...] = ()
    others: tuple[Other, ...] = ()
    engine: str = ""
    engine_query: str = ""
    marked: bool = False
    nester: str = ""
    tree: Markup | None = None
    forest: Markup | None = None
    forest_note: str = ""
    whys: tuple[Why, ...] = ()
    log: tuple[Line, ...] = ()
    left_out: int = 0


def answer_query(service: Service, text: str, engine: str, profile: str | None = None) -> Answer:
    """One query, looked at from all sides; `profile` is the model of methods that take one."""
    words = query_words(text)
    if not words:
        return Answer()
    service.check(text)
    chosen = service.segmenter(profile=profile)
    best = chosen.segment(text)
    read = read_text(text, chosen.segment)
    phrased = phrase(read, engine)
    nested = service.nester.nest(text)
    parsed = service.pipeline().parse(words)
    return Answer(
        method=best.method,
        words=words,
        breaks=best.flat.breaks,
        shares=tuple(chosen.break_probabilities(words)) if isinstance(chosen, KnowsShares) else None,
        others=tuple(_others(chosen, words)) if isinstance(chosen, KnowsShares) else (),
        rows=tuple(_rows(service, text, profile)),
        engine=engine,
        engine_query=phrased if isinstance(phrased, str) else json.dumps(phrased, ensure_ascii=False, indent=1),
        marked=bool(read.clauses),
        nester=nested.method,
        tree=tree_svg(words, nested.nested) if len(words) > 1 else None,
        forest=forest_svg(words, parsed.parse.forest),
        forest_note=_note(service, words, parsed.parse.tags),
        whys=tuple(_whys(service, text, profile)),
    )


def answer_log(service: Service, lines: Sequence[str], profile: str | None = None) -> Answer:
    """Many queries by the default method alone."""
    return Answer(
        method=service.default,
        log=tuple(_line(service, number, line, profile) for number, line in enumerate(lines[:LINES], start=1)),
        left_out=max(0, len(lines) - LINES),
    )


def _line(service: Service, number: int, text: str, profile: str | None) -> Line:
    try:
        service.check(text)
        cut = service.segmenter(profile=profile).segment(text)
    except InputError as error:
        return Line(number, problem=said(error))
    return Line(number, cut.query_words, cut.flat.breaks)


def _others(chosen: KnowsShares, words: Sequence[str]) -> list[Other]:
    """The likeliest segmentations, the chosen one among them."""
    found = chosen.n_best(words, _OTHERS) if len(words) > 1 else []
    return [Other(flat.breaks, chance) for chance, flat in found if chance >= _LEAST]


def _note(service: Service, words: Sequence[str], tags: Sequence[str]) -> str:
    """Whether somebody asks a question here, and which."""
    chance = default_intent_model().probability(words, tags)
    question = service.pipeline("projection").parse(words).question
    asks = f"Question intent: {100 * chance:.0f} %."
    return asks if question is None else f"{asks} It may stand for: {' '.join(question)}?"


def _rows(service: Service, text: str, profile: str | None) -> list[Row]:
    return [
        Row(method.name, method.description, _segmenter(service, method, profile).segment(text).flat.breaks)
        for method in METHODS.values()
        if service.can_use(method)
    ]


def _whys(service: Service, text: str, profile: str | None) -> list[Why]:
    """The default's reasons first, then those of the classic methods."""
    names = [service.default, *(name for name in ("wikipedia", "titles", "pmi") if name != service.default)]
    return [
        _why(_segmenter(service, METHODS[name], profile).explain(text))
        for name in names
        if name in METHODS and service.can_use(METHODS[name])
    ]


def _segmenter(service: Service, method: Method, profile: str | None) -> Segmenter:
    return service.segmenter(method.name, profile=profile if method.takes_model else None)


def _why(explanation: Explanation) -> Why:
    return Why(
        method=explanation.segmentation.method,
        verdict=f"{explanation.segmentation.pipe}: {explanation.verdict}",
        reasons=tuple(
            {"text": reason.text, "weight": shown_weight(reason.weight), "why": reason.why, "chosen": reason.chosen}
            for reason in explanation.reasons
            if reason.weight or reason.chosen
        ),
        ruled_out=sum(not reason.weight and not reason.chosen for reason in explanation.reasons),
    )
