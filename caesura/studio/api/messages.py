"""What requests and answers look like: the models that check the ones and document both."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from caesura.phrasing import ENGINES, Combine, Mode, Operator, Options, Part, parse_fields, parse_slop
from caesura.segmenters import PROFILES
from caesura.studio.settings import MOST_BEST

_STRICT = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


def one_of(*names: str) -> ConfigDict:
    """As `_STRICT`; the description says that exactly one of these fields is given: null is as good as left out."""
    given: list[Any] = [{"required": [name], "properties": {name: {"not": {"type": "null"}}}} for name in names]
    return _STRICT | ConfigDict(json_schema_extra={"oneOf": given})


_DEFAULTS = Options()


def _all_strings(value: object) -> object:
    """A list of strings, or an error for the first item that is not one. Pydantic would collect an error for each of a million."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            if not isinstance(item, str):
                raise ValueError(f"[{index}] is not a string")
    return value


def _tags_or_lists_of_tags(value: object) -> object:
    if isinstance(value, list):
        for index, item in enumerate(value):
            if not isinstance(item, str | list | None):
                raise ValueError(f"[{index}] is neither a string nor a list of strings nor null")
            _all_strings(item)
    return value


def _number_or_text(value: object) -> object:
    """Pydantic would name the two kinds in turn."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | str)):
        raise ValueError("neither a whole number nor a string")
    return value


Texts = Annotated[list[str], BeforeValidator(_all_strings)]

MethodName = Annotated[str | None, Field(description="How to segment, see /v1/methods; the server's default where left out.")]
RulesName = Annotated[
    Literal["printed", "published"] | None, Field(description="The formulas as printed, or as the public outputs have them.")
]
ProfileName = Annotated[
    str | None,
    Field(description=f"A shipped model, for methods that take one: {', '.join(PROFILES)}. The server's own where left out."),
]
LeastConfidence = Annotated[
    float | None,
    Field(
        ge=0,
        le=1,
        description="Keep only segments at least this likely to be what a person would make; the server's default where left out.",
    ),
]
BestCount = Annotated[int, Field(ge=1, le=MOST_BEST, description="Number of segmentations; all but the best under alternatives.")]


ConfigName = Annotated[str | None, Field(description="The configuration, see /readyz; the server's default where left out.")]


class ConfigParameters(BaseModel):
    """What stands in the address of every request."""

    model_config = _STRICT

    config: ConfigName = None


class SegmentRequest(BaseModel):
    """One query or many."""

    model_config = one_of("query", "queries")

    query: Annotated[str | None, Field(description="One query, as typed.", examples=["new york times square dance"])] = None
    queries: Annotated[Texts | None, Field(description="Many queries; either this or query.")] = None
    method: MethodName = None
    rules: RulesName = None
    profile: ProfileName = None
    min_confidence: LeastConfidence = None
    nbest: BestCount = 1
    tags: Annotated[
        Annotated[list[str | list[str] | None], BeforeValidator(_tags_or_lists_of_tags)] | None,
        Field(description="Part-of-speech tags of the query's words; with queries, such a list (or null) for each query."),
    ] = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.query is None) == (self.queries is None):
            raise ValueError("give either query or queries")
        if self.queries is not None and self.tags is not None and len(self.tags) != len(self.queries):
            raise ValueError(f"{len(self.tags)} lists of tags for {len(self.queries)} queries")
        wrong = (list, type(None)) if self.query is not None else str
        if any(isinstance(tag, wrong) for tag in self.tags or ()):
            raise ValueError("tags are a list of strings for query, a list of such lists (or null) for queries")
        return self


class SegmentParameters(ConfigParameters):
    """As `SegmentRequest`, in an address."""

    query: Annotated[str, Field(alias="q", description="One query, as typed.")]
    method: MethodName = None
    rules: RulesName = None
    profile: ProfileName = None
    min_confidence: LeastConfidence = None
    nbest: BestCount = 1


class LinesParameters(ConfigParameters):
    """What goes with lines of text: it stands in the address."""

    method: MethodName = None
    rules: RulesName = None
    profile: ProfileName = None
    min_confidence: LeastConfidence = None


class PhraseRequest(BaseModel):
    """One query, many, or one whose segments are known; and how to ask the engine."""

    model_config = one_of("query", "queries", "segments")

    query: Annotated[str | None, Field(description="One query, as typed.", examples=["new york times square dance"])] = None
    queries: Annotated[Texts | None, Field(description="Many queries.")] = None
    segments: Annotated[Texts | None, Field(description="The segments of one query, where they are known already.")] = None
    engine: Annotated[str, Field(description=f"One of {', '.join(ENGINES)}.", json_schema_extra={"enum": [*ENGINES]})]
    part: Annotated[
        Part, Field(description="The whole query; the phrases alone, to add to a query of your own; a block to rescore by them.")
    ] = "query"
    method: MethodName = None
    rules: RulesName = None
    profile: ProfileName = None
    user_syntax: Annotated[
        Literal["keep", "strip", "escape"],
        Field(description="Quotes, -, +, OR and field: in a query: keep, strip, or plain characters."),
    ] = "keep"
    user_fields: Annotated[Texts, Field(description="Fields users may name in a query, besides those of fields.")] = []
    fields: Annotated[Texts, Field(description="Fields of the index, as title or title^2.", examples=[["title^2", "body"]])] = []
    phrase_fields: Annotated[
        Texts, Field(description="Fields for phrases, if not those of fields.", examples=[["title.exact^3"]])
    ] = []
    boost: Annotated[float, Field(description="The weight of a phrase relative to a word.")] = _DEFAULTS.boost
    growth: Annotated[float, Field(description="Multiplies a boost by the phrase's probability to this power; 0: do not.")] = (
        _DEFAULTS.growth
    )
    cap: Annotated[float | None, Field(description="Maximum sum of the boosts of a query's phrases.")] = None
    slop: Annotated[
        int | str,
        BeforeValidator(_number_or_text),
        Field(description="Words that may stand between those of a phrase; by length as in 2:0,4:1.", examples=[0, "2:0,4:1"]),
    ] = 0
    combine: Annotated[
        Combine, Field(description="The best phrase and a tie share of the others, or the sum of all, each in its best field.")
    ] = _DEFAULTS.combine
    tie: Annotated[float, Field(description="Share of the other phrases' scores added to the best.")] = _DEFAULTS.tie
    operator: Annotated[Operator, Field(description="Is one word enough, or must all match?")] = _DEFAULTS.operator
    minimum_match: Annotated[
        int | str | None,
        BeforeValidator(_number_or_text),
        Field(description="How many words must occur, as in mm and minimum_should_match.", examples=["2<-1", "75%"]),
    ] = None
    mode: Annotated[Mode, Field(description="Raise documents with a phrase, or drop others.")] = _DEFAULTS.mode
    analyzer: Annotated[str | None, Field(description="Analyzer (PostgreSQL: text search configuration) of words and phrases.")] = (
        None
    )
    phrase_analyzer: Annotated[str | None, Field(description="Analyzer of the phrases only.")] = None
    rescore_size: Annotated[int, Field(description="How many documents the part rescore ranks again.")] = _DEFAULTS.rescore_size
    min_confidence: LeastConfidence = None

    def options(self, min_confidence: float) -> Options:
        """How to ask the engine; this sure where the request does not say how sure."""
        return Options(
            fields=parse_fields(self.fields),
            phrase_fields=parse_fields(self.phrase_fields),
            boost=self.boost,
            growth=self.growth,
            cap=self.cap,
            slop=parse_slop(self.slop) if isinstance(self.slop, str) else self.slop,
            combine=self.combine,
            tie=self.tie,
            operator=self.operator,
            minimum_match=None if self.minimum_match is None else str(self.minimum_match),
            mode=self.mode,
            analyzer=self.analyzer,
            phrase_analyzer=self.phrase_analyzer,
            rescore_size=self.rescore_size,
            min_confidence=min_confidence if self.min_confidence is None else self.min_confidence,
        )

    @model_validator(mode="after")
    def _one_of_three(self) -> Self:
        if sum(given is not None for given in (self.query, self.queries, self.segments)) != 1:
            raise ValueError("give one of query, queries and segments")
        if self.segments is not None and any(one is not None for one in (self.method, self.rules, self.profile)):
            raise ValueError("segments are cut already: leave method, rules and profile out")
        return self


class SegmentAnswer(BaseModel):
    """One segment: its text as typed, its characters start:end, its number of words."""

    text: str
    start: int
    end: int
    words: int
    score: float
    probability: float | None = None


class SegmentationAnswer(BaseModel):
    """A query and its segments from left to right, as `caesura segment --format jsonl` prints it."""

    query: str
    segments: list[SegmentAnswer]
    score: float
    method: str
    probability: float | None = None
    entropy: float | None = None


class RankedAnswer(SegmentationAnswer):
    """The best segmentation; with nbest also the next ones."""

    alternatives: list[SegmentationAnswer] = []


class SegmentBatchAnswer(BaseModel):
    """One result for each query, in order."""

    results: list[RankedAnswer]


class PhraseAnswer(BaseModel):
    """What to send to the engine: a string, or an object where it takes JSON or parameters."""

    query: str
    engine: str
    result: str | dict[str, Any]


class PhraseBatchAnswer(BaseModel):
    """One result for each query, in order."""

    results: list[PhraseAnswer]


class MethodAnswer(BaseModel):
    """A method, and whether this server can use it."""

    name: str
    description: str
    citation: str
    needs_lexicon: bool
    needs_tags: bool
    rules_differ: bool
    available: bool


class MethodsAnswer(BaseModel):
    """All methods, and the one that is used where none is named."""

    default: str
    methods: list[MethodAnswer]


class HealthAnswer(BaseModel):
    """The server is up."""

    status: Literal["ok"]
    version: str
    method: str
