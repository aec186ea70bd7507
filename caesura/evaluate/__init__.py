"""Fair evaluation: one prediction against many annotators who disagree.

`evaluate(corpus, {"mine": predictions})` scores methods under the seven measures of Beyer 2011 on four levels, query by
query; `evaluation_rows` averages them over subsets with intervals and signatures; `compare` tells which differences
between two methods hold. The annotators are scored against each other in the same way, so that a method can be seen
beside people. `score_exactly` is the plain reference path in fractions; the fast path equals it.
"""

from caesura.evaluate.choice import Choice
from caesura.evaluate.evaluation import Evaluation, evaluate
from caesura.evaluate.exactly import average_exactly, score_exactly
from caesura.evaluate.levels import LEVELS, QueryScore
from caesura.evaluate.measures import MEASURES, Measure, majority, measure
from caesura.evaluate.people import BEST, PERSON
from caesura.evaluate.predictions import Predictions, method_name, named_predictions, read_predictions
from caesura.evaluate.rows import evaluation_rows, query_rows
from caesura.evaluate.statistics import Average, Statistics
from caesura.evaluate.subsets import ALL, Subset, parse_subset

__all__ = [
    "ALL",
    "BEST",
    "LEVELS",
    "MEASURES",
    "PERSON",
    "Average",
    "Choice",
    "Evaluation",
    "Measure",
    "Predictions",
    "QueryScore",
    "Statistics",
    "Subset",
    "average_exactly",
    "evaluate",
    "evaluation_rows",
    "majority",
    "measure",
    "method_name",
    "named_predictions",
    "parse_subset",
    "query_rows",
    "read_predictions",
    "score_exactly",
]
