"""Fair evaluation: one prediction against many annotators who disagree.

`evaluate(corpus, {"mine": predictions})` scores methods under the seven measures of Beyer 2011 on four levels, query by
query; `evaluation_rows` averages them over subsets with intervals and signatures; `compare` tells which differences
between two methods hold. The annotators are scored against each other in the same way, so that a method can be seen
beside people. `score_exactly` is the plain reference path in fractions; the fast path equals it.

`evaluate_trees` does the same for nested segmentations; `cut_in_folds` cuts trees into flat ones at the level that does best.
"""

from caesura.evaluation.choice import Choice
from caesura.evaluation.comparison import Test, compare, won_and_lost
from caesura.evaluation.confidence import THRESHOLDS, Choose, confidence_rows, method_row
from caesura.evaluation.confidence_page import confidence_page, write_confidence_page
from caesura.evaluation.cut_rows import cut_rows, evaluate_cut_trees
from caesura.evaluation.cutting import Cut, CutCorpus, ScoredTree, cut_at, cut_in_folds, worth_under
from caesura.evaluation.evaluation import Evaluation, evaluate
from caesura.evaluation.exactly import average_exactly, score_exactly
from caesura.evaluation.few_queries import few_queries_warning
from caesura.evaluation.holding import compatible_annotators, held_segments, tree_fit
from caesura.evaluation.levels import LEVELS, QueryScore
from caesura.evaluation.measures import MEASURES, measure
from caesura.evaluation.measures.base import Measure
from caesura.evaluation.measures.corpus import CORPUS_TIES_JOIN, majority
from caesura.evaluation.names import short_names
from caesura.evaluation.people import BEST, PERSON
from caesura.evaluation.phrases import PhraseFigures, phrase_figures
from caesura.evaluation.predicted import Facts, Predicted
from caesura.evaluation.predictions import Predictions, method_name, named_predictions, read_predictions
from caesura.evaluation.report import evaluation_page, write_report
from caesura.evaluation.rows import evaluation_rows, query_rows
from caesura.evaluation.significance import holm, randomisation_test, smallest_p, t_test
from caesura.evaluation.statistics import Average, Statistics
from caesura.evaluation.subsets import ALL, Subset, parse_subset
from caesura.evaluation.table import VoteTable
from caesura.evaluation.tree_rows import (
    TreePredictions,
    TreeScores,
    evaluate_trees,
    read_tree_predictions,
    tree_query_rows,
    tree_rows,
)
from caesura.evaluation.trees import TREE_LEVELS, TREE_MEASURES, TreeMeasure, compare_trees, tree_measure
from caesura.evaluation.worth.picture import save_worth_figure
from caesura.evaluation.worth.rows import worth_rows

__all__ = [
    "ALL",
    "BEST",
    "CORPUS_TIES_JOIN",
    "LEVELS",
    "MEASURES",
    "PERSON",
    "THRESHOLDS",
    "TREE_LEVELS",
    "TREE_MEASURES",
    "Average",
    "Choice",
    "Choose",
    "Cut",
    "CutCorpus",
    "Evaluation",
    "Facts",
    "Measure",
    "PhraseFigures",
    "Predicted",
    "Predictions",
    "QueryScore",
    "ScoredTree",
    "Statistics",
    "Subset",
    "Test",
    "TreeMeasure",
    "TreePredictions",
    "TreeScores",
    "VoteTable",
    "average_exactly",
    "compare",
    "compare_trees",
    "compatible_annotators",
    "confidence_page",
    "confidence_rows",
    "cut_at",
    "cut_in_folds",
    "cut_rows",
    "evaluate",
    "evaluate_cut_trees",
    "evaluate_trees",
    "evaluation_page",
    "evaluation_rows",
    "few_queries_warning",
    "held_segments",
    "holm",
    "majority",
    "measure",
    "method_name",
    "method_row",
    "named_predictions",
    "parse_subset",
    "phrase_figures",
    "query_rows",
    "randomisation_test",
    "read_predictions",
    "read_tree_predictions",
    "save_worth_figure",
    "score_exactly",
    "short_names",
    "smallest_p",
    "t_test",
    "tree_fit",
    "tree_measure",
    "tree_query_rows",
    "tree_rows",
    "won_and_lost",
    "worth_rows",
    "worth_under",
    "write_confidence_page",
    "write_report",
]
