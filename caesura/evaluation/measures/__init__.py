"""The seven measures, one short file each. Importing this fills `MEASURES` in the order of the thesis's tables."""

from caesura.evaluation.measures.base import MEASURES, Measure, Scores, measure
from caesura.evaluation.measures.bestfit import BESTFIT
from caesura.evaluation.measures.bestfit3 import BESTFIT3
from caesura.evaluation.measures.bestfit_normalized import BESTFIT_NORMALIZED
from caesura.evaluation.measures.category import CATEGORY
from caesura.evaluation.measures.category_normalized import CATEGORY_NORMALIZED
from caesura.evaluation.measures.corpus import CORPUS, CORPUS_TIES_JOIN, majority
from caesura.evaluation.measures.newbreak import NEWBREAK

__all__ = [
    "BESTFIT",
    "BESTFIT3",
    "BESTFIT_NORMALIZED",
    "CATEGORY",
    "CATEGORY_NORMALIZED",
    "CORPUS",
    "CORPUS_TIES_JOIN",
    "MEASURES",
    "NEWBREAK",
    "Measure",
    "Scores",
    "majority",
    "measure",
]
