"""The room of syntax: tags and trees for queries with question intent, cues, projection, scores of forests."""

from typing import TYPE_CHECKING, Any

from caesura.syntax.checked import CheckedCues
from caesura.syntax.crf.example import Example
from caesura.syntax.crf.model import BreakModel, default_break_model, load_break_model
from caesura.syntax.cues import Cue, CueSegmented, cue_segmented
from caesura.syntax.distant import DistantData, cue_agreement, distant_data, is_held_out, template_pairs
from caesura.syntax.drawing.svg import svg_arcs
from caesura.syntax.drawing.terminal import draw_arcs
from caesura.syntax.evaluation.comma_queries import comma_queries
from caesura.syntax.evaluation.coverage import question_coverage
from caesura.syntax.evaluation.error_classes import FALSE_NEGATIVES, FALSE_POSITIVES, error_classes
from caesura.syntax.evaluation.question_rule import question_rule
from caesura.syntax.evaluation.synthetic import synthetic_queries, treebank_questions
from caesura.syntax.evaluation.tables import MethodResult, both_orders, evaluate_methods, parsers_on_queries
from caesura.syntax.everyday import ParsedQuery, parse
from caesura.syntax.hashed import HashedWeights
from caesura.syntax.intent.model import IntentModel, default_intent_model, load_intent_model
from caesura.syntax.intent.training import IntentData, IntentScore, intent_data, intent_score, train_intent_model
from caesura.syntax.language_model import log_scores
from caesura.syntax.marks import bare_query, bare_treebank
from caesura.syntax.methods import DEFAULT_PIPELINE, SYNTAX_METHODS, Pipeline, pipeline, pipelines
from caesura.syntax.methods.base import Order, Parsed, SyntaxMethod, Tools
from caesura.syntax.pairs import Pair, plain_words, read_pairs, read_questions
from caesura.syntax.parsing.adaptation import Adapted, AdaptTo, adapted_tagger, projected, queries_to_learn_from
from caesura.syntax.parsing.model import Model as ParserModel
from caesura.syntax.parsing.model import packed as packed_parser
from caesura.syntax.parsing.own import TransitionParser, compiled_parser_here, open_parser
from caesura.syntax.parsing.parse import Parse, Parser, cut, joined, parse_segments
from caesura.syntax.parsing.projective import is_projective, projective
from caesura.syntax.parsing.registry import NAMES as PARSER_NAMES
from caesura.syntax.parsing.registry import default_parser, parser_named
from caesura.syntax.projection.project import project
from caesura.syntax.projection.question import QuestionMaker, parsed_through_question
from caesura.syntax.projection.templates import Templates, default_templates, learned_templates, load_templates
from caesura.syntax.query_forest import forest_json
from caesura.syntax.shortening import WAYS, Way, made_pairs
from caesura.syntax.training_set import FILTERS, CueCounts, segmented_by_cues
from caesura.syntax.treebank.as_queries import TreeExample, read_trees
from caesura.syntax.treebank.profile import Profile, profile
from caesura.syntax.treebank.reading import TreebankQuery, read_treebank, write_treebank
from caesura.syntax.treebank.scores import ForestScore, pooled, score
from caesura.syntax.treebank.subsets import CONTENT_TAGS, LOW_CONFIDENCE, SUBSETS, scores_by_subset, subsets_of
from caesura.syntax.treebank.validation import Check, Fault, validate_treebank

if TYPE_CHECKING:
    from caesura.syntax.crf.training import TrainingOptions, train_break_model
    from caesura.syntax.parsing.trainer import Recipe, card_lines, train_parser
    from caesura.syntax.parsing.trainer import figures as parser_figures
    from caesura.syntax.parsing.trainer import steps as training_steps
    from caesura.syntax.parsing.training import TrainingSettings

__all__ = [
    "CONTENT_TAGS",
    "DEFAULT_PIPELINE",
    "FALSE_NEGATIVES",
    "FALSE_POSITIVES",
    "FILTERS",
    "LOW_CONFIDENCE",
    "PARSER_NAMES",
    "SUBSETS",
    "SYNTAX_METHODS",
    "WAYS",
    "AdaptTo",
    "Adapted",
    "BreakModel",
    "Check",
    "CheckedCues",
    "Cue",
    "CueCounts",
    "CueSegmented",
    "DistantData",
    "Example",
    "Fault",
    "ForestScore",
    "HashedWeights",
    "IntentData",
    "IntentModel",
    "IntentScore",
    "MethodResult",
    "Order",
    "Pair",
    "Parse",
    "Parsed",
    "ParsedQuery",
    "Parser",
    "ParserModel",
    "Pipeline",
    "Profile",
    "QuestionMaker",
    "Recipe",
    "SyntaxMethod",
    "Templates",
    "Tools",
    "TrainingOptions",
    "TrainingSettings",
    "TransitionParser",
    "TreeExample",
    "TreebankQuery",
    "Way",
    "adapted_tagger",
    "bare_query",
    "bare_treebank",
    "both_orders",
    "card_lines",
    "comma_queries",
    "compiled_parser_here",
    "cue_agreement",
    "cue_segmented",
    "cut",
    "default_break_model",
    "default_intent_model",
    "default_parser",
    "default_templates",
    "distant_data",
    "draw_arcs",
    "error_classes",
    "evaluate_methods",
    "forest_json",
    "intent_data",
    "intent_score",
    "is_held_out",
    "is_projective",
    "joined",
    "learned_templates",
    "load_break_model",
    "load_intent_model",
    "load_templates",
    "log_scores",
    "made_pairs",
    "open_parser",
    "packed_parser",
    "parse",
    "parse_segments",
    "parsed_through_question",
    "parser_figures",
    "parser_named",
    "parsers_on_queries",
    "pipeline",
    "pipelines",
    "plain_words",
    "pooled",
    "profile",
    "project",
    "projected",
    "projective",
    "queries_to_learn_from",
    "question_coverage",
    "question_rule",
    "read_pairs",
    "read_questions",
    "read_treebank",
    "read_trees",
    "score",
    "scores_by_subset",
    "segmented_by_cues",
    "subsets_of",
    "svg_arcs",
    "synthetic_queries",
    "template_pairs",
    "train_break_model",
    "train_intent_model",
    "train_parser",
    "training_steps",
    "treebank_questions",
    "validate_treebank",
    "write_treebank",
]


# Training loads numpy; segmenting and parsing do not.
_ON_DEMAND = {
    "Recipe": ("parsing.trainer", "Recipe"),
    "TrainingOptions": ("crf.training", "TrainingOptions"),
    "TrainingSettings": ("parsing.training", "TrainingSettings"),
    "card_lines": ("parsing.trainer", "card_lines"),
    "parser_figures": ("parsing.trainer", "figures"),
    "train_break_model": ("crf.training", "train_break_model"),
    "train_parser": ("parsing.trainer", "train_parser"),
    "training_steps": ("parsing.trainer", "steps"),
}


def __getattr__(name: str) -> Any:
    if name not in _ON_DEMAND:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, attribute = _ON_DEMAND[name]
    return getattr(import_module(f"caesura.syntax.{module}"), attribute)
