"""Fair evaluation: one prediction against many annotators who disagree.

`evaluate(corpus, {"mine": predictions})` scores methods under the seven measures of Beyer 2011 on four levels, query by
query; `evaluation_rows` averages them over subsets with intervals and signatures; `compare` tells which differences
between two methods hold. The annotators are scored against each other in the same way, so that a method can be seen
beside people. `score_exactly` is the plain reference path in fractions; the fast path equals it.
"""

from caesura.evaluate.choice import Choice
from caesura.evaluate.comparison import Test, compare, won_and_lost
from caesura.evaluate.evaluation import Evaluation, evaluate
from caesura.evaluate.exactly import average_exactly, score_exactly
from caesura.evaluate.levels import LEVELS, QueryScore
from caesura.evaluate.measures import MEASURES, Measure, majority, measure
from caesura.evaluate.names import short_names
from caesura.evaluate.people import BEST, PERSON
from caesura.evaluate.predictions import Predictions, method_name, named_predictions, read_predictions
from caesura.evaluate.report import evaluation_page, write_report
from caesura.evaluate.rows import evaluation_rows, query_rows
from caesura.evaluate.significance import holm, randomisation_test, t_test
from caesura.evaluate.statistics import Average, Statistics
from caesura.evaluate.subsets import ALL, Subset, parse_subset
from caesura.evaluate.thesis import reproduce_thesis
from caesura.evaluate.thesis_tables import LEFT_OUT as TABLES_LEFT_OUT
from caesura.evaluate.thesis_tables import NOTES as TABLES_NOTES

__all__ = [
    "ALL",
    "BEST",
    "LEVELS",
    "MEASURES",
    "PERSON",
    "TABLES_LEFT_OUT",
    "TABLES_NOTES",
    "Average",
    "Choice",
    "Evaluation",
    "Measure",
    "Predictions",
    "QueryScore",
    "Statistics",
    "Subset",
    "Test",
    "average_exactly",
    "compare",
    "evaluate",
    "evaluation_page",
    "evaluation_rows",
    "holm",
    "majority",
    "measure",
    "method_name",
    "named_predictions",
    "parse_subset",
    "query_rows",
    "randomisation_test",
    "read_predictions",
    "reproduce_thesis",
    "score_exactly",
    "short_names",
    "t_test",
    "won_and_lost",
    "write_report",
]
