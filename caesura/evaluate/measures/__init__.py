"""The seven measures, one short file each. Importing this fills `MEASURES` in the order of the thesis's tables."""

from caesura.evaluate.measures.base import MEASURES, Measure, Scores, measure
from caesura.evaluate.measures.bestfit import BESTFIT
from caesura.evaluate.measures.bestfit3 import BESTFIT3
from caesura.evaluate.measures.bestfit_normalized import BESTFIT_NORMALIZED
from caesura.evaluate.measures.category import CATEGORY
from caesura.evaluate.measures.category_normalized import CATEGORY_NORMALIZED
from caesura.evaluate.measures.corpus import CORPUS, CORPUS_TIES_JOIN, majority
from caesura.evaluate.measures.newbreak import NEWBREAK

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
