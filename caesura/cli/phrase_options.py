"""How `caesura phrase` writes phrases, as options: fields, boosts, slop and what else an engine may be asked for."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from caesura.phrasing import Options, parse_fields, parse_slop

_DEFAULTS = Options()


class ModeName(StrEnum):
    """Raise documents that hold a phrase, or drop those that do not."""

    BOOST = "boost"
    FILTER = "filter"


class OperatorName(StrEnum):
    """Is one of the words enough, or must all be there?"""

    OR = "or"
    AND = "and"


class CombineName(StrEnum):
    """How the scores of several phrases go together."""

    BEST = "best"
    SUM = "sum"


def phrase_options(
    field: Annotated[list[str] | None, typer.Option("--field", help="A field, as title or title^2; repeatable.")] = None,
    phrase_field: Annotated[
        list[str] | None,
        typer.Option("--phrase-field", help="A field for phrases, if not those of --field (unstemmed, shingles); repeatable."),
    ] = None,
    boost: Annotated[float, typer.Option("--boost", help="The weight of a phrase relative to a word.")] = _DEFAULTS.boost,
    growth: Annotated[
        float, typer.Option("--growth", help="Multiply a boost by the phrase's probability to this power; 0: do not.")
    ] = _DEFAULTS.growth,
    cap: Annotated[float | None, typer.Option("--cap", help="Maximum sum of the boosts of a query's phrases.")] = None,
    slop: Annotated[
        str, typer.Option("--slop", help="Words that may stand between those of a phrase: 1, or by length as in 2:0,4:1.")
    ] = "0",
    combine: Annotated[
        CombineName,
        typer.Option("--combine", help="best: the best phrase, and --tie of the others; sum: all, each in its best field."),
    ] = CombineName.BEST,
    tie: Annotated[float, typer.Option("--tie", help="Share of the other phrases' scores added to the best.")] = _DEFAULTS.tie,
    operator: Annotated[
        OperatorName, typer.Option("--operator", help="Is one word enough, or must each occur in some field?")
    ] = OperatorName.OR,
    minimum_match: Annotated[
        str | None, typer.Option("--minimum-match", help="How many words must occur: 2, 75%, -1, or 2<-1 5<80% (as Solr's mm).")
    ] = None,
    mode: Annotated[
        ModeName, typer.Option("--mode", help="Raise documents with a phrase, or drop those without.")
    ] = ModeName.BOOST,
    analyzer: Annotated[
        str | None, typer.Option("--analyzer", help="Analyzer (PostgreSQL: text search configuration) of words and phrases.")
    ] = None,
    phrase_analyzer: Annotated[str | None, typer.Option("--phrase-analyzer", help="Analyzer of the phrases only.")] = None,
    rescore_size: Annotated[
        int, typer.Option("--rescore-size", help="How many documents --part rescore ranks again.")
    ] = _DEFAULTS.rescore_size,
    min_confidence: Annotated[
        float, typer.Option("--min-confidence", help="Phrase only segments at least this likely to be right.")
    ] = _DEFAULTS.min_confidence,
) -> Options:
    """The choices that the options say."""
    return Options(
        fields=parse_fields(field or ()),
        phrase_fields=parse_fields(phrase_field or ()),
        boost=boost,
        growth=growth,
        cap=cap,
        slop=parse_slop(slop),
        combine=combine.value,
        tie=tie,
        operator=operator.value,
        minimum_match=minimum_match,
        mode=mode.value,
        analyzer=analyzer,
        phrase_analyzer=phrase_analyzer,
        rescore_size=rescore_size,
        min_confidence=min_confidence,
    )
