"""Campaigns on other platforms: a task as an HTML template, batches of queries as CSV, results as CSV back in.

The convention is Mechanical Turk's, which outlives it: `${variable}` in a template, one row of a CSV file for each page,
results with columns `Input.*` and `Answer.*`. Turkle reads and writes it. Archives of other people's batches and plain tables
of annotations come in the same way. Label Studio and Potato, where annotators mark words, have a file each.
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.campaign.platforms.annotations import Collected as Collected
    from caesura.campaign.platforms.annotations import corpus_from as corpus_from
    from caesura.campaign.platforms.annotations import write_label_rows as write_label_rows
    from caesura.campaign.platforms.batch import write_batch as write_batch
    from caesura.campaign.platforms.importing import ColumnNames as ColumnNames
    from caesura.campaign.platforms.importing import import_annotations as import_annotations
    from caesura.campaign.platforms.label_studio import label_studio_interface as label_studio_interface
    from caesura.campaign.platforms.label_studio import write_label_studio as write_label_studio
    from caesura.campaign.platforms.potato import write_potato as write_potato
    from caesura.campaign.platforms.results import read_results as read_results
    from caesura.campaign.platforms.template import task_template as task_template

__getattr__, __dir__, __all__ = lazy_door(__name__)
