"""The room of syntax: tags and trees for queries with question intent, cues, projection, scores of forests."""

from caesura.syntax.parsing.parse import Parse, Parser, cut, joined, parse_segments
from caesura.syntax.parsing.projective import is_projective, projective
from caesura.syntax.parsing.registry import NAMES as PARSER_NAMES
from caesura.syntax.parsing.registry import default_parser, parser_named
from caesura.syntax.treebank.reading import TreebankQuery, read_treebank, write_treebank
from caesura.syntax.treebank.scores import ForestScore, pooled, score
from caesura.syntax.treebank.subsets import CONTENT_TAGS, LOW_CONFIDENCE, SUBSETS, scores_by_subset, subsets_of

__all__ = [
    "CONTENT_TAGS",
    "LOW_CONFIDENCE",
    "PARSER_NAMES",
    "SUBSETS",
    "ForestScore",
    "Parse",
    "Parser",
    "TreebankQuery",
    "cut",
    "default_parser",
    "is_projective",
    "joined",
    "parse_segments",
    "parser_named",
    "pooled",
    "projective",
    "read_treebank",
    "score",
    "scores_by_subset",
    "subsets_of",
    "write_treebank",
]
