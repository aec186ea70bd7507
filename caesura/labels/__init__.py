"""Learning true labels from a crowd, when who votes matters more than how many.

Models share one contract: `Glad().fit(frame).predict()`. `label_model(name)` finds them by name, `infer` fits one and says what
its labels are worth, `compare_labels` all of them. `judge_workers` tells the careful from the random, `simulate` and
`labels_needed` how many labels to ask for, `stop_early` where. Labels may be segmentations: `aggregate` makes a reference of
many annotators' ones, `leave_one_out` tells which way of doing so is best.
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.labels.accuracy_estimate import estimate_accuracy as estimate_accuracy
    from caesura.labels.aggregating import aggregate as aggregate
    from caesura.labels.bwa import Bwa as Bwa
    from caesura.labels.calibration import reliability as reliability
    from caesura.labels.comparing import MERGED as MERGED
    from caesura.labels.comparing import LabelComparison as LabelComparison
    from caesura.labels.comparing import compare_labels as compare_labels
    from caesura.labels.comparing import drawn_rows as drawn_rows
    from caesura.labels.comparing import with_merged as with_merged
    from caesura.labels.dawid_skene import DawidSkene as DawidSkene
    from caesura.labels.ebcc import Ebcc as Ebcc
    from caesura.labels.everyday import infer_labels as infer_labels
    from caesura.labels.excluding import suspects as suspects
    from caesura.labels.excluding import without_workers as without_workers
    from caesura.labels.excluding import workers_signature as workers_signature
    from caesura.labels.figures import OF_A_FILE as OF_A_FILE
    from caesura.labels.figures import calibration_figure as calibration_figure
    from caesura.labels.figures import confusions_figure as confusions_figure
    from caesura.labels.figures import curves_figure as curves_figure
    from caesura.labels.figures import workers_figure as workers_figure
    from caesura.labels.glad import Glad as Glad
    from caesura.labels.gold_accuracy import Accuracy as Accuracy
    from caesura.labels.gold_accuracy import accuracy as accuracy
    from caesura.labels.ibcc import Ibcc as Ibcc
    from caesura.labels.inference import infer as infer
    from caesura.labels.mace import Mace as Mace
    from caesura.labels.majority import Majority as Majority
    from caesura.labels.mixed_asking import ask_where_unsure_mixed as ask_where_unsure_mixed
    from caesura.labels.model import LabelModel as LabelModel
    from caesura.labels.model import NotConvergedWarning as NotConvergedWarning
    from caesura.labels.model import gold_codes as gold_codes
    from caesura.labels.model_choice import choose_model as choose_model
    from caesura.labels.model_choice import resolved as resolved
    from caesura.labels.parameters import model_with as model_with
    from caesura.labels.parameters import settings_by_model as settings_by_model
    from caesura.labels.planning import labels_needed as labels_needed
    from caesura.labels.planning import stop_early as stop_early
    from caesura.labels.reading import read_gold as read_gold
    from caesura.labels.reading import read_labels as read_labels
    from caesura.labels.reading import read_seconds as read_seconds
    from caesura.labels.reading import write_items as write_items
    from caesura.labels.reading import write_labels as write_labels
    from caesura.labels.references import NAMED as NAMED
    from caesura.labels.references import leave_one_out as leave_one_out
    from caesura.labels.references import rounds as rounds
    from caesura.labels.registry import MODELS as MODELS
    from caesura.labels.registry import label_model as label_model
    from caesura.labels.report import labels_page as labels_page
    from caesura.labels.report import write_labels_report as write_labels_report
    from caesura.labels.scores import fit_scores as fit_scores
    from caesura.labels.scores import read_scores as read_scores
    from caesura.labels.simulated_crowd import SimulatedCrowd as SimulatedCrowd
    from caesura.labels.simulated_crowd import make_annotations as make_annotations
    from caesura.labels.simulated_crowd import make_labels as make_labels
    from caesura.labels.simulation import Vary as Vary
    from caesura.labels.simulation import simulate as simulate
    from caesura.labels.simulation import simulation_signature as simulation_signature
    from caesura.labels.table import LabelTable as LabelTable
    from caesura.labels.table import label_table as label_table
    from caesura.labels.workers import judge_workers as judge_workers
    from caesura.labels.worth import worth_of_machine as worth_of_machine

__getattr__, __dir__, __all__ = lazy_door(__name__)
