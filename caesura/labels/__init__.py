"""Learning true labels from a crowd, when who votes matters more than how many.

Models share one contract: `Glad().fit(frame).predict()`. `label_model(name)` finds them by name, `infer` fits one and says what
its labels are worth, `compare_labels` all of them. `judge_workers` tells the careful from the random, `simulate` and
`labels_needed` how many labels to ask for, `stop_early` where. Labels may be segmentations: `aggregate` makes a reference of
many annotators' ones, `leave_one_out` tells which way of doing so is best.
"""

from caesura.labels.accuracy import Accuracy, accuracy
from caesura.labels.aggregating import By, aggregate, medoid
from caesura.labels.choosing import Ties
from caesura.labels.comparing import MERGED, LabelComparison, agreement_rows, compare_labels, describe, drawn_rows, with_merged
from caesura.labels.crowd import Crowd, make_annotations, make_labels
from caesura.labels.dawid_skene import DawidSkene
from caesura.labels.drawing import draw_labels, mix_spammers, redraw_quality
from caesura.labels.everyday import infer_labels
from caesura.labels.excluding import Exclusion, suspects, without_workers, workers_signature
from caesura.labels.figures import OF_A_FILE, OF_THE_PAGE, curves_figure, workers_figure
from caesura.labels.glad import Glad
from caesura.labels.inference import Inference, infer
from caesura.labels.majority import Majority
from caesura.labels.model import LabelModel, NotConvergedWarning, gold_codes
from caesura.labels.naive_bayes import NaiveBayes, Smoothing
from caesura.labels.one_coin import OneCoin
from caesura.labels.parameters import model_with
from caesura.labels.planning import Need, Stopping, labels_needed, stop_early
from caesura.labels.reading import as_table, read_gold, read_labels, read_seconds, write_items, write_labels, write_table
from caesura.labels.references import ANONYMOUS, NAMED, Way, leave_one_out, rounds
from caesura.labels.registry import MODELS, label_model
from caesura.labels.report import labels_page, write_labels_report
from caesura.labels.simulation import Point, Vary, simulate, simulation_signature
from caesura.labels.table import LabelTable, Repeats, label_table
from caesura.labels.weighted_majority import WeightedMajority
from caesura.labels.workers import Worker, judge_workers, spam_probabilities

__all__ = [
    "ANONYMOUS",
    "MERGED",
    "MODELS",
    "NAMED",
    "OF_A_FILE",
    "OF_THE_PAGE",
    "Accuracy",
    "By",
    "Crowd",
    "DawidSkene",
    "Exclusion",
    "Glad",
    "Inference",
    "LabelComparison",
    "LabelModel",
    "LabelTable",
    "Majority",
    "NaiveBayes",
    "Need",
    "NotConvergedWarning",
    "OneCoin",
    "Point",
    "Repeats",
    "Smoothing",
    "Stopping",
    "Ties",
    "Vary",
    "Way",
    "WeightedMajority",
    "Worker",
    "accuracy",
    "aggregate",
    "agreement_rows",
    "as_table",
    "compare_labels",
    "curves_figure",
    "describe",
    "draw_labels",
    "drawn_rows",
    "gold_codes",
    "infer",
    "infer_labels",
    "judge_workers",
    "label_model",
    "label_table",
    "labels_needed",
    "labels_page",
    "leave_one_out",
    "make_annotations",
    "make_labels",
    "medoid",
    "mix_spammers",
    "model_with",
    "read_gold",
    "read_labels",
    "read_seconds",
    "redraw_quality",
    "rounds",
    "simulate",
    "simulation_signature",
    "spam_probabilities",
    "stop_early",
    "suspects",
    "with_merged",
    "without_workers",
    "workers_figure",
    "workers_signature",
    "write_items",
    "write_labels",
    "write_labels_report",
    "write_table",
]
