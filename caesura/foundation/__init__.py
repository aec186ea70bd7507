"""What every room would otherwise write again: errors, files, registries, signatures, report pages.

`InputError` is the one error a user reads; `lines`, `peeked` and `on_disk` read files and pipes alike; `written` writes them
whole or not at all; `Registry` finds the methods of a folder by name; `signature` says what a figure is made of; `Page` is a
report, one file of HTML or sections for the studio; `with extra(...)` imports what may not be installed. The foundation looks
into no room.
"""

from typing import TYPE_CHECKING

from caesura.foundation.door import lazy_door as lazy_door

if TYPE_CHECKING:
    from caesura.foundation.artifact import ArtifactKind as ArtifactKind
    from caesura.foundation.bootstrap import CONFIDENCE as CONFIDENCE
    from caesura.foundation.bootstrap import RESAMPLES as RESAMPLES
    from caesura.foundation.bootstrap import SEED as SEED
    from caesura.foundation.bootstrap import Interval as Interval
    from caesura.foundation.bootstrap import percentile_interval as percentile_interval
    from caesura.foundation.bootstrap import resample_counts as resample_counts
    from caesura.foundation.bootstrap import resampled_sums as resampled_sums
    from caesura.foundation.cache import cache_folder as cache_folder
    from caesura.foundation.cache import cache_folders as cache_folders
    from caesura.foundation.cache import one_at_a_time as one_at_a_time
    from caesura.foundation.cache import trusted as trusted
    from caesura.foundation.cache import usable as usable
    from caesura.foundation.calibration import fit_calibration as fit_calibration
    from caesura.foundation.compiled import PLAIN_VARIABLE as PLAIN_VARIABLE
    from caesura.foundation.compiled import compiled_twin as compiled_twin
    from caesura.foundation.compiled import not_compiled_cure as not_compiled_cure
    from caesura.foundation.compiled import plain_is_forced as plain_is_forced
    from caesura.foundation.compression import bytes_taken as bytes_taken
    from caesura.foundation.compression import without_compression as without_compression
    from caesura.foundation.csv_tables import original_cell as original_cell
    from caesura.foundation.csv_tables import plain_cell as plain_cell
    from caesura.foundation.csv_tables import write_csv as write_csv
    from caesura.foundation.deflating import byte_planes as byte_planes
    from caesura.foundation.deflating import deflated as deflated
    from caesura.foundation.deflating import from_byte_planes as from_byte_planes
    from caesura.foundation.deflating import inflated as inflated
    from caesura.foundation.errors import InputError as InputError
    from caesura.foundation.errors import MissingExtraError as MissingExtraError
    from caesura.foundation.extras import extra as extra
    from caesura.foundation.figures import picture_kind as picture_kind
    from caesura.foundation.figures import save_figure as save_figure
    from caesura.foundation.folds import check_folds as check_folds
    from caesura.foundation.folds import each_fold as each_fold
    from caesura.foundation.folds import in_turn as in_turn
    from caesura.foundation.folds import shuffled as shuffled
    from caesura.foundation.keeping import kept_on_disk as kept_on_disk
    from caesura.foundation.licences import licences_here as licences_here
    from caesura.foundation.notebook import notebook_facts as notebook_facts
    from caesura.foundation.notebook import notebook_table as notebook_table
    from caesura.foundation.page import Colour as Colour
    from caesura.foundation.page import Page as Page
    from caesura.foundation.page import Section as Section
    from caesura.foundation.page import embedded_json as embedded_json
    from caesura.foundation.page import html_table as html_table
    from caesura.foundation.page import render_page as render_page
    from caesura.foundation.page import svg_figure as svg_figure
    from caesura.foundation.page import template_environment as template_environment
    from caesura.foundation.progress import Advance as Advance
    from caesura.foundation.progress import unwatched as unwatched
    from caesura.foundation.reading import InputFile as InputFile
    from caesura.foundation.reading import PathLike as PathLike
    from caesura.foundation.reading import bytes_to_read as bytes_to_read
    from caesura.foundation.reading import csv_rows as csv_rows
    from caesura.foundation.reading import existing as existing
    from caesura.foundation.reading import input_name as input_name
    from caesura.foundation.reading import is_regular as is_regular
    from caesura.foundation.reading import is_stdin as is_stdin
    from caesura.foundation.reading import lines as lines
    from caesura.foundation.reading import on_disk as on_disk
    from caesura.foundation.reading import open_bytes as open_bytes
    from caesura.foundation.reading import peeked as peeked
    from caesura.foundation.registry import Registry as Registry
    from caesura.foundation.registry import one_of as one_of
    from caesura.foundation.registry import unknown as unknown
    from caesura.foundation.signatures import fingerprint as fingerprint
    from caesura.foundation.signatures import shared_signature as shared_signature
    from caesura.foundation.signatures import signature as signature
    from caesura.foundation.version import __version__ as __version__
    from caesura.foundation.writing import check_writable as check_writable
    from caesura.foundation.writing import is_stdout as is_stdout
    from caesura.foundation.writing import written as written
    from caesura.foundation.writing import written_bytes as written_bytes
    from caesura.foundation.writing import written_folder as written_folder

__getattr__, __dir__, __all__ = lazy_door(__name__)
