"""Fair evaluation: one prediction against many annotators who disagree.

`evaluate(corpus, {"mine": predictions})` scores methods under the seven measures of Beyer 2011 on four levels, query by
query; `evaluation_rows` averages them over subsets with intervals and signatures; `compare` tells which differences
between two methods hold. The annotators are scored against each other in the same way, so that a method can be seen
beside people. `score_exactly` is the plain reference path in fractions; the fast path equals it.

`evaluate_trees` does the same for nested segmentations; `cut_in_folds` cuts trees into flat ones at the level that does best.
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.evaluation.comparison import Test as Test
    from caesura.evaluation.comparison import compare as compare
    from caesura.evaluation.comparison import won_and_lost as won_and_lost
    from caesura.evaluation.confidence import THRESHOLDS as THRESHOLDS
    from caesura.evaluation.confidence import confidence_rows as confidence_rows
    from caesura.evaluation.confidence import method_row as method_row
    from caesura.evaluation.confidence_page import write_confidence_page as write_confidence_page
    from caesura.evaluation.cut_trees import cut_rows as cut_rows
    from caesura.evaluation.cut_trees import evaluate_cut_trees as evaluate_cut_trees
    from caesura.evaluation.cutting import ScoredTree as ScoredTree
    from caesura.evaluation.evaluation import Evaluation as Evaluation
    from caesura.evaluation.evaluation import evaluate as evaluate
    from caesura.evaluation.exact import score_exactly as score_exactly
    from caesura.evaluation.few_queries import few_queries_warning as few_queries_warning
    from caesura.evaluation.measures import MEASURES as MEASURES
    from caesura.evaluation.measures import measure as measure
    from caesura.evaluation.measures.base import Measure as Measure
    from caesura.evaluation.measures.corpus import CORPUS_TIES_JOIN as CORPUS_TIES_JOIN
    from caesura.evaluation.names import short_names as short_names
    from caesura.evaluation.predicted import Facts as Facts
    from caesura.evaluation.predicted import Predicted as Predicted
    from caesura.evaluation.predictions import Predictions as Predictions
    from caesura.evaluation.predictions import method_name as method_name
    from caesura.evaluation.predictions import named_predictions as named_predictions
    from caesura.evaluation.predictions import read_predictions as read_predictions
    from caesura.evaluation.reference_rule import ReferenceRule as ReferenceRule
    from caesura.evaluation.report import evaluation_page as evaluation_page
    from caesura.evaluation.report import write_report as write_report
    from caesura.evaluation.rows import evaluation_rows as evaluation_rows
    from caesura.evaluation.rows import query_rows as query_rows
    from caesura.evaluation.significance import holm as holm
    from caesura.evaluation.significance import randomisation_test as randomisation_test
    from caesura.evaluation.significance import smallest_p as smallest_p
    from caesura.evaluation.statistics import Average as Average
    from caesura.evaluation.subsets import ALL as ALL
    from caesura.evaluation.subsets import Subset as Subset
    from caesura.evaluation.subsets import parse_subset as parse_subset
    from caesura.evaluation.table import VoteTable as VoteTable
    from caesura.evaluation.tree_scores import evaluate_trees as evaluate_trees
    from caesura.evaluation.tree_scores import read_tree_predictions as read_tree_predictions
    from caesura.evaluation.tree_scores import tree_query_rows as tree_query_rows
    from caesura.evaluation.tree_scores import tree_rows as tree_rows
    from caesura.evaluation.trees import tree_measure as tree_measure
    from caesura.evaluation.worth.curve import people_for as people_for
    from caesura.evaluation.worth.picture import save_worth_figure as save_worth_figure
    from caesura.evaluation.worth.rows import worth_rows as worth_rows

__getattr__, __dir__, __all__ = lazy_door(__name__)
