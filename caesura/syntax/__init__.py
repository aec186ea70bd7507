"""The room of syntax: tags and trees for queries with question intent, cues, projection, scores of forests."""

from caesura.syntax.crf.model import BreakModel, default_break_model, load_break_model
from caesura.syntax.cues import Cue, CueSegmented, cue_segmented
from caesura.syntax.pairs import Pair, plain_words, read_pairs, read_questions
from caesura.syntax.parsing.parse import Parse, Parser, cut, joined, parse_segments
from caesura.syntax.parsing.projective import is_projective, projective
from caesura.syntax.parsing.registry import NAMES as PARSER_NAMES
from caesura.syntax.parsing.registry import default_parser, parser_named
from caesura.syntax.shortening import WAYS, Way, made_pairs
from caesura.syntax.training_set import FILTERS, CueCounts, segmented_by_cues
from caesura.syntax.treebank.reading import TreebankQuery, read_treebank, write_treebank
from caesura.syntax.treebank.scores import ForestScore, pooled, score
from caesura.syntax.treebank.subsets import CONTENT_TAGS, LOW_CONFIDENCE, SUBSETS, scores_by_subset, subsets_of

__all__ = [
    "CONTENT_TAGS",
    "FILTERS",
    "LOW_CONFIDENCE",
    "PARSER_NAMES",
    "SUBSETS",
    "WAYS",
    "BreakModel",
    "Cue",
    "CueCounts",
    "CueSegmented",
    "ForestScore",
    "Pair",
    "Parse",
    "Parser",
    "TreebankQuery",
    "Way",
    "cue_segmented",
    "cut",
    "default_break_model",
    "default_parser",
    "is_projective",
    "joined",
    "load_break_model",
    "made_pairs",
    "parse_segments",
    "parser_named",
    "plain_words",
    "pooled",
    "projective",
    "read_pairs",
    "read_questions",
    "read_treebank",
    "score",
    "scores_by_subset",
    "segmented_by_cues",
    "subsets_of",
    "write_treebank",
]
