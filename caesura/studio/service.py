"""What the endpoints do, without HTTP: segment and phrase by the server's settings, within its limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caesura.foundation import InputError, fingerprint
from caesura.lexicon import Lexicon, default_lexicon
from caesura.phrasing import ENGINES, Options, Part, SegmentedQuery, UserSyntax, read_text, segmented_query
from caesura.segmenters import (
    METHODS,
    PROFILES,
    Method,
    Nester,
    Overrides,
    OverridingSegmenter,
    Rules,
    Segmentation,
    Segmenter,
    SelectiveSegmenter,
    default_method,
    default_nesting_method,
    json_texts,
    nester,
    read_overrides,
    segmenter,
)
from caesura.shapes import Flat, Forest, Words, query_words, shown
from caesura.studio.head_cache import HeadCache
from caesura.studio.settings import ParseSettings, Settings
from caesura.tagging import Tags

if TYPE_CHECKING:
    from caesura.syntax import Pipeline

Json = dict[str, Any]


class Service:
    """Opens the lexicon once and keeps a segmenter for each method and rules that were asked for.

    Making one checks the settings: a method without the lexicon it needs is an error here, before any server starts.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._lexicon = None if settings.lexicon is None else Lexicon.open(settings.lexicon, preload=True)
        self.default = METHODS[settings.method or default_method()].name
        self._segmenter = lru_cache(maxsize=None)(self._made)
        # Kept, since their kernels are built once: the minimum confidence is a client's to choose, so not without end.
        self._corrected = lru_cache(maxsize=64)(self._with_confidence_and_overrides)
        self.overrides = Overrides() if settings.overrides is None else read_overrides(settings.overrides)
        self.answers = HeadCache(settings.cache)
        # The first query reads what a method needs (a tagger's weights, for example); it shall not be a user's.
        self.segmenter().segment("ready")
        self._pipeline = lru_cache(maxsize=None)(self._made_pipeline)
        if settings.parsing != ParseSettings():
            self.pipeline()  # what is wrong with one's own models is said before any server starts

    def segmenter(
        self,
        method: str | None = None,
        rules: Rules | None = None,
        min_confidence: float | None = None,
        profile: str | None = None,
    ) -> Segmenter:
        """The segmenter of a request; what the request leaves open, the settings say."""
        least = self.confidence(method) if min_confidence is None else min_confidence
        return self._corrected(method or self.default, rules or self.settings.rules, least, self.overrides, profile)

    def confidence(self, method: str | None) -> float:
        """How sure a request that does not say so wants to be."""
        return self.settings.min_confidence if method in (None, self.default) else 0.0

    @cached_property
    def nester(self) -> Nester:
        """Builds trees by the default way."""
        return nester(default_nesting_method(), lexicon=self.known_lexicon())

    def pipeline(self, name: str | None = None) -> Pipeline:
        """The pipeline of a request, made once: its models are read when they are first needed."""
        return self._pipeline(name)

    def forest(self, words: Words) -> Forest:
        """What annotators of forests begin with."""
        return self.pipeline().parse(words).parse.forest

    def _made_pipeline(self, name: str | None) -> Pipeline:
        from caesura.syntax import deployed_pipeline, pipeline

        given = self.settings.parsing
        if name is not None:
            return pipeline(name, self.pipeline().tools)
        return deployed_pipeline(
            given.pipeline, parser=given.parser, models=given.models, templates=given.templates, order=given.order
        )

    def segment(
        self,
        text: str,
        *,
        method: str | None = None,
        rules: Rules | None = None,
        nbest: int = 1,
        tags: Sequence[str] | None = None,
        min_confidence: float | None = None,
        profile: str | None = None,
    ) -> Json:
        """One query as `caesura segment --format jsonl` prints it; the further ones of `nbest` under `alternatives`."""
        tool = self.segmenter(method, rules, min_confidence, profile)
        self.check(text)
        known = None if tags is None else self._checked_tags(tool, text, tags)
        if nbest == 1:
            return dict(tool.segment(text, known).as_json())
        first, *others = tool.nbest(text, nbest, known)
        return {**first.as_json(), "alternatives": [other.as_json() for other in others]}

    def segment_json(
        self, text: str, method: str | None, rules: Rules | None, min_confidence: float | None, profile: str | None = None
    ) -> bytes:
        """One query as JSON. Queries that come often are answered from memory."""
        key, answers = (text, method, rules, min_confidence, profile), self.answers
        if (known := answers.get(key)) is not None:
            return known
        self.check(text)
        answer = json_texts(self.segmenter(method, rules, min_confidence, profile), [text], threads=1)
        answers.put(key, answer)
        return answer

    def segment_many_json(
        self,
        texts: Sequence[str],
        method: str | None,
        rules: Rules | None,
        min_confidence: float | None,
        profile: str | None = None,
    ) -> bytes:
        """Many queries as JSON, with commas between them."""
        for text in texts:
            self.check(text)
        return json_texts(self.segmenter(method, rules, min_confidence, profile), texts, threads=self.settings.threads)

    def override(self, overrides: Overrides) -> None:
        """Other overrides from now on."""
        self.overrides = overrides
        # A new memory: a thread that is at work with the old ones puts its answer into the old memory.
        self.answers = HeadCache(self.settings.cache)

    def described(self) -> Json:
        """What this service answers by: its method, and fingerprints of all that was read for it."""
        tool = self._segmenter(self.default, self.settings.rules)
        facts: Json = {"method": self.default, "rules": self.settings.rules, "min_confidence": self.settings.min_confidence}
        if METHODS[self.default].needs_lexicon:
            header = self.known_lexicon().header
            facts["lexicon"] = {"fingerprint": header.body_digest.hex()[:16], "entries": header.entries}
        model = getattr(tool, "model", None) or getattr(getattr(tool, "other", None), "model", None)
        if model is not None:
            facts["model"] = {"fingerprint": model.fingerprint}
        if self.settings.phrases is not None:
            facts["phrases"] = {"fingerprint": fingerprint([Path(self.settings.phrases).read_text(encoding="utf-8")])}
        facts["overrides"] = {"always": len(self.overrides.always), "never": len(self.overrides.never)}
        return facts

    def phrase(
        self,
        query: str | Sequence[str],
        engine: str,
        options: Options,
        cut: Callable[[str], Segmentation],
        *,
        user_syntax: UserSyntax = "keep",
        user_fields: Sequence[str] | None = None,
        part: Part = "query",
    ) -> Json:
        """The engine's query, or a part of it, for a text as typed (cut by `cut`), or for segments that are known already."""
        if isinstance(query, str):
            self.check(query)
            named = [*(user_fields or ()), *(field.name for field in options.fields)]
            read = read_text(query, cut, user_syntax, named or None)
        else:
            read = self._known_segments(query, options)
        return {"query": read.text, "engine": engine, "result": ENGINES[engine].write(read, options, part)}

    def known_methods(self) -> Json:
        """Every method, and whether this server can use it."""
        return {
            "default": self.default,
            "methods": [
                {
                    "name": method.name,
                    "description": method.description,
                    "citation": method.citation,
                    "needs_lexicon": method.needs_lexicon,
                    "needs_tags": method.needs_tags,
                    "rules_differ": method.rules_differ,
                    "available": self.can_use(method),
                }
                for method in METHODS.values()
            ],
        }

    def check(self, text: str) -> None:
        """A query within the limits, or an error that says which one it passes."""
        limits = self.settings.limits
        if len(text) > limits.characters:
            raise InputError(
                f"the query {shown(text)} has {len(text)} characters, at most {limits.characters} are possible",
                cure="cut it or leave it out",
            )
        # So few characters cannot hold more words; most queries need not be split for this.
        words = 0 if len(text) < 2 * limits.words else len(query_words(text))
        if words > limits.words:
            raise InputError(
                f"the query {shown(text)} has {words} words, at most {limits.words} are possible", cure="cut it or leave it out"
            )

    def _with_confidence_and_overrides(
        self, method: str, rules: Rules, least: float, overrides: Overrides, profile: str | None
    ) -> Segmenter:
        tool = self._segmenter(method, rules, profile)
        if least:
            tool = SelectiveSegmenter(tool, least)
        return OverridingSegmenter(tool, overrides) if overrides else tool

    def _made(self, method: str, rules: Rules, profile: str | None = None) -> Segmenter:
        if method == "dictionary" and self.settings.phrases is None:
            raise InputError("the method dictionary has no phrases here", cure="choose another, see /v1/methods")
        takes_model = METHODS[method].takes_model
        if profile is not None and not takes_model:
            raise InputError(f"the method {method} has no profiles", cure="leave the profile out, or choose the method learned")
        lexicon = self.known_lexicon() if METHODS[method].needs_lexicon else None
        model = self.settings.model if profile is None else PROFILES[profile].name
        given: dict[str, Any] = {"model": model} if model is not None and takes_model else {}
        return segmenter(method, lexicon=lexicon, rules=rules, phrases=self.settings.phrases, **given)

    def known_lexicon(self) -> Lexicon:
        """The named lexicon, else the one that comes with Caesura, opened when a method first needs it."""
        if self._lexicon is None:
            self._lexicon = default_lexicon()
            self._lexicon.preload()
        return self._lexicon

    def can_use(self, method: Method) -> bool:
        """Whether this server has what the method needs."""
        try:
            self.segmenter(method.name)
        except InputError:
            return False
        return True

    def _known_segments(self, given: Sequence[str], options: Options) -> SegmentedQuery:
        if options.min_confidence:
            raise InputError(
                "min_confidence needs probabilities, and the segments have none",
                cure="give the query and a method with probabilities, or leave min_confidence out",
            )
        pieces = [query_words(piece) for piece in given]
        if not pieces:
            raise InputError("a query without segments", cure="name one or more")
        self.check(" ".join(given))
        return segmented_query(tuple(word for piece in pieces for word in piece), Flat.from_lengths(map(len, pieces)))

    def _checked_tags(self, tool: Segmenter, text: str, tags: Sequence[str]) -> Tags:
        if not METHODS[tool.name].needs_tags:
            raise InputError(f"the method {tool.name} uses no tags", cure="leave tags out")
        words = query_words(text)
        if len(tags) != len(words):
            raise InputError(f"{len(tags)} tags for the {len(words)} words of {shown(text)}", cure="give one for each word")
        return tuple(tags)
