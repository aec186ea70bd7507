"""Learning true labels from a crowd, when who votes matters more than how many.

Models share one contract: `Glad().fit(frame).predict()`. `label_model(name)` finds them by name, `infer` fits one and says what
its labels are worth.
"""

from caesura.labels.accuracy import Accuracy, accuracy
from caesura.labels.choosing import Ties
from caesura.labels.comparing import MERGED, LabelComparison, agreement_rows, compare_labels, describe, with_merged
from caesura.labels.dawid_skene import DawidSkene
from caesura.labels.excluding import Exclusion, suspects, without_workers
from caesura.labels.figures import OF_A_FILE, OF_THE_PAGE, save_figure, workers_figure
from caesura.labels.glad import Glad
from caesura.labels.inference import Inference, infer
from caesura.labels.majority import Majority
from caesura.labels.model import LabelModel, NotConvergedWarning, gold_codes
from caesura.labels.naive_bayes import NaiveBayes, Smoothing
from caesura.labels.one_coin import OneCoin
from caesura.labels.reading import as_table, read_gold, read_labels, write_labels
from caesura.labels.registry import MODELS, label_model
from caesura.labels.table import LabelTable, Repeats, label_table
from caesura.labels.weighted_majority import WeightedMajority
from caesura.labels.workers import Worker, judge_workers, spam_probabilities

__all__ = [
    "MERGED",
    "MODELS",
    "OF_A_FILE",
    "OF_THE_PAGE",
    "Accuracy",
    "DawidSkene",
    "Exclusion",
    "Glad",
    "Inference",
    "LabelComparison",
    "LabelModel",
    "LabelTable",
    "Majority",
    "NaiveBayes",
    "NotConvergedWarning",
    "OneCoin",
    "Repeats",
    "Smoothing",
    "Ties",
    "WeightedMajority",
    "Worker",
    "accuracy",
    "agreement_rows",
    "as_table",
    "compare_labels",
    "describe",
    "gold_codes",
    "infer",
    "judge_workers",
    "label_model",
    "label_table",
    "read_gold",
    "read_labels",
    "save_figure",
    "spam_probabilities",
    "suspects",
    "with_merged",
    "without_workers",
    "workers_figure",
    "write_labels",
]
