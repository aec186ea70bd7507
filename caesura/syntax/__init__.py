"""Syntactic segments and dependency trees for queries with question intent.

`pipeline().parse(words)` gives a query its forest. Behind it, one folder each: `parsing` (parsers and their training), `cues`
(breaks read from titles), `crf` (the segmenter that learns from them), `projection` (trees by way of an inferred question),
`intent` (does a query ask?), `methods` (pipelines, one file each), `treebank` (forests in files), `scores` (how right forests
are), `drawing` (arcs).
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.syntax.crf.distant_data import train_from_pairs as train_from_pairs
    from caesura.syntax.crf.hand_segmented import read_segmented as read_segmented
    from caesura.syntax.crf.hand_segmented import train_from_segmented as train_from_segmented
    from caesura.syntax.crf.training import CrfOptions as CrfOptions
    from caesura.syntax.cues.checked_sample import CheckedSample as CheckedSample
    from caesura.syntax.cues.filters import segment_pairs as segment_pairs
    from caesura.syntax.cues.pairs import Pair as Pair
    from caesura.syntax.cues.pairs import plain_words as plain_words
    from caesura.syntax.cues.pairs import read_pairs as read_pairs
    from caesura.syntax.cues.pairs import read_questions as read_questions
    from caesura.syntax.cues.report import cue_report as cue_report
    from caesura.syntax.cues.segmentation import segment_by_cues as segment_by_cues
    from caesura.syntax.drawing.svg import svg_arcs as svg_arcs
    from caesura.syntax.drawing.terminal import draw_arcs as draw_arcs
    from caesura.syntax.everyday import ParsedQuery as ParsedQuery
    from caesura.syntax.everyday import parse as parse
    from caesura.syntax.forest_document import forest_json as forest_json
    from caesura.syntax.intent.model import default_intent_model as default_intent_model
    from caesura.syntax.intent.model import load_intent_model as load_intent_model
    from caesura.syntax.intent.training import train_intent as train_intent
    from caesura.syntax.methods import DEFAULT_PIPELINE as DEFAULT_PIPELINE
    from caesura.syntax.methods import SYNTAX_METHODS as SYNTAX_METHODS
    from caesura.syntax.methods import Pipeline as Pipeline
    from caesura.syntax.methods import pipeline as pipeline
    from caesura.syntax.methods import pipelines as pipelines
    from caesura.syntax.methods.base import Order as Order
    from caesura.syntax.methods.base import Parsed as Parsed
    from caesura.syntax.methods.base import Tools as Tools
    from caesura.syntax.methods.deployment import deployed_pipeline as deployed_pipeline
    from caesura.syntax.parsing.adaptation import AdaptationData as AdaptationData
    from caesura.syntax.parsing.learning import PerceptronSettings as PerceptronSettings
    from caesura.syntax.parsing.model import save_parser as save_parser
    from caesura.syntax.parsing.parse import Parse as Parse
    from caesura.syntax.parsing.parse import Parser as Parser
    from caesura.syntax.parsing.parse import parse_segments as parse_segments
    from caesura.syntax.parsing.registry import PARSERS as PARSERS
    from caesura.syntax.parsing.registry import default_parser as default_parser
    from caesura.syntax.parsing.registry import parser_named as parser_named
    from caesura.syntax.parsing.training import ParserRecipe as ParserRecipe
    from caesura.syntax.parsing.training import train_parser as train_parser
    from caesura.syntax.parsing.transition_parser import compiled_parser_here as compiled_parser_here
    from caesura.syntax.projection.learning import learn_question_templates as learn_question_templates
    from caesura.syntax.scores.attachment import pool as pool
    from caesura.syntax.scores.attachment import score as score
    from caesura.syntax.scores.evaluation import evaluate_syntax as evaluate_syntax
    from caesura.syntax.scores.profile import profile as profile
    from caesura.syntax.scores.profile import profile_file as profile_file
    from caesura.syntax.scores.subsets import scores_by_subset as scores_by_subset
    from caesura.syntax.treebank.as_queries import read_trees as read_trees
    from caesura.syntax.treebank.reading import TreebankQuery as TreebankQuery
    from caesura.syntax.treebank.reading import read_treebank as read_treebank
    from caesura.syntax.treebank.reading import write_treebank as write_treebank
    from caesura.syntax.treebank.validation import validate_treebank as validate_treebank

__getattr__, __dir__, __all__ = lazy_door(__name__)
