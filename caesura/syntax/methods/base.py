"""What a method of segmenting and parsing queries is, and what all of them share: the WH rule and the two pipeline orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from caesura.foundation import InputError, PathLike
from caesura.lexicon import Lexicon
from caesura.shapes import Flat, Words
from caesura.syntax.closed_class import begins_as_question
from caesura.syntax.crf.model import BreakModel, default_break_model, load_break_model
from caesura.syntax.language_model import log_scores
from caesura.syntax.neural_language_model import OnnxLanguageModel
from caesura.syntax.parsing.parse import Parse, Parser, cut_parse, parse_segments
from caesura.syntax.parsing.registry import default_parser, parser_named
from caesura.syntax.projection.question import QuestionGenerator
from caesura.syntax.projection.templates import QuestionTemplates, default_templates, load_templates
from caesura.syntax.treebank.reading import TreebankQuery
from caesura.tagging import Tagger, Tags, default_tagger


class Order(StrEnum):
    """Which of the two steps of a pipeline comes first."""

    SEGMENT_FIRST = "segment-first"
    PARSE_FIRST = "parse-first"


@dataclass(frozen=True)
class Tools:
    """What methods work with; whatever is not given is the one that ships, read when it is first needed."""

    given_parser: Parser | None = None
    given_tagger: Tagger | None = None
    given_model: BreakModel | None = None
    #: Learned from hand-segmented queries; none ships.
    given_supervised: BreakModel | None = None
    given_templates: QuestionTemplates | None = None
    given_lexicon: Lexicon | None = None
    #: A language model in place of the lexicon's counts, for the language-model method: the common log of each word's probability
    #: after the words before it.
    given_language_model: Callable[[Words], Sequence[float]] | None = None
    order: Order = Order.SEGMENT_FIRST
    folds: int = 5
    seed: int = 1
    #: Whether queries that begin as a question are left whole.
    question_rule: bool = True
    #: The threshold of the language-model method; tuned in folds where gold segments are at hand.
    threshold: float | None = None

    @classmethod
    def from_files(
        cls,
        *,
        parser: str | Parser = "default",
        models: Sequence[PathLike] = (),
        templates: PathLike | None = None,
        language_model: PathLike | None = None,
        **settings: Any,
    ) -> Tools:
        """Tools by a parser's name, the files of models of breaks and of templates, and the folder of a neural language model; the
        settings are the class's own fields.

        A model says itself whether it was learned from cues or from hand-segmented queries; at most one of each is possible.
        """
        by_hand: dict[bool, BreakModel] = {}
        for path in models:
            loaded = load_break_model(path)
            if loaded.by_hand in by_hand:
                learned = "hand-segmented queries" if loaded.by_hand else "cues"
                raise InputError(f"two models were learned from {learned}", cure="name one of them", file=path)
            by_hand[loaded.by_hand] = loaded
        return cls(
            given_parser=parser_named(parser) if isinstance(parser, str) else parser,
            given_model=by_hand.get(False),
            given_supervised=by_hand.get(True),
            given_templates=None if templates is None else load_templates(templates),
            given_language_model=None if language_model is None else OnnxLanguageModel(language_model),
            **settings,
        )

    @cached_property
    def parser(self) -> Parser:
        return self.given_parser or default_parser()

    @cached_property
    def tagger(self) -> Tagger:
        return self.given_tagger or default_tagger()

    @cached_property
    def model(self) -> BreakModel:
        return self.given_model or default_break_model()

    @property
    def supervised(self) -> BreakModel:
        if self.given_supervised is None:
            raise InputError(
                "this method needs a model learned from hand-segmented queries",
                cure="train one (caesura syntax train-segmenter --segmented FILE -o MODEL) and name it",
            )
        return self.given_supervised

    @cached_property
    def lexicon(self) -> Lexicon:
        from caesura.lexicon import open_lexicon

        return self.given_lexicon or open_lexicon(None)

    def log_scores(self, words: Words) -> Sequence[float]:
        """How likely each word is after those before it, by the language model."""
        if self.given_language_model is None:
            return log_scores(self.lexicon, words)
        found = self.given_language_model(words)
        if len(found) != len(words):
            raise InputError(f"the language model gave {len(found)} scores for {len(words)} words", cure="give one for each word")
        return found

    @cached_property
    def questions(self) -> QuestionGenerator:
        return QuestionGenerator(self.given_templates or default_templates(), self.lexicon, self.tagger, self.model)


#: Where a query is to be cut.
Segmenting = Callable[[Words, Tags], Flat]


@dataclass(frozen=True)
class Parsed:
    """The forest of a query, and the question it was read as, where a method inferred one."""

    parse: Parse
    question: Words | None = None


#: A method for a new query.
OnQuery = Callable[[Words, Tools], Parsed]


@dataclass(frozen=True)
class SyntaxMethod:
    """One way to get from a query to its forest.

    `on_treebank` parses the queries of a treebank and may use their gold segments as the method allows (all of them, or those of
    the other folds). `on_query` needs no gold; a method that has none cannot be used on new queries.
    """

    name: str
    group: str
    description: str
    on_treebank: Callable[[Sequence[TreebankQuery], Tools], list[Parsed]]
    on_query: OnQuery | None = None
    #: What the paper calls it; understood wherever a method is named.
    aliases: tuple[str, ...] = ()
    #: Whether it uses a model learned from cues, and question templates.
    uses_cue_model: bool = False
    uses_templates: bool = False
    uses_language_model: bool = False
    #: Whether new queries need a model learned from hand-segmented queries.
    needs_hand_model: bool = False
    #: Whether it segments and parses in two steps, of which either may come first.
    two_steps: bool = True
    citation: str = "Pinter et al. 2016"


def segment_unless_question(words: Words, tags: Tags, segmenting: Segmenting, tools: Tools) -> Flat:
    """The segmentation, with the rule that a query which begins with a WH word or an auxiliary stays whole."""
    if len(words) < 2 or (tools.question_rule and begins_as_question(words)):
        return Flat.together(max(len(words), 1))
    return segmenting(words, tags)


def run_steps(words: Words, flat: Flat, tools: Tools) -> Parsed:
    """The two steps in the chosen order."""
    if len(words) < 2:
        return Parsed(tools.parser.parse(words))
    if tools.order is Order.PARSE_FIRST:
        return Parsed(cut_parse(tools.parser.parse(words), flat))
    return Parsed(parse_segments(tools.parser, words, flat))


def by_segmenting(segmenting: Segmenting) -> OnQuery:
    """A method for single queries from a way to segment them."""

    def on_query(words: Words, tools: Tools) -> Parsed:
        return run_steps(words, segment_unless_question(words, tools.tagger(words), segmenting, tools), tools)

    return on_query


def each(on_query: OnQuery) -> Callable[[Sequence[TreebankQuery], Tools], list[Parsed]]:
    """The same method over a treebank, query by query, without a look at its gold."""
    return lambda queries, tools: [on_query(query.words, tools) for query in queries]
