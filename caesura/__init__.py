"""Caesura finds the breaks in search queries.

    >>> import caesura
    >>> caesura.segment("cheap flights to cape town").quotes
    '"cheap flights" to "cape town"'

This file is the table of contents: what most programs need, loaded when it is first used. Each name comes from a room of the
house, whose door (`caesura/segmenters/__init__.py`, ...) has more; docs/architecture.md has the map.
"""
# ruff: noqa: I001 (in the order of the subjects)

from typing import TYPE_CHECKING

from caesura.foundation.door import lazy_door

if TYPE_CHECKING:
    # Segment a query: flat, as a tree, by its syntax; and write it for your search engine.
    from caesura.segmenters import segment as segment
    from caesura.segmenters import segmenter as segmenter
    from caesura.segmenters import segment_frame as segment_frame
    from caesura.segmenters import nest as nest
    from caesura.syntax import parse as parse
    from caesura.phrasing import phrase as phrase

    # The same from a running service.
    from caesura.studio import Client as Client

    # What segmenters know: counts and titles, and a model of your own.
    from caesura.lexicon import build_lexicon as build_lexicon
    from caesura.lexicon import open_lexicon as open_lexicon
    from caesura.segmenters import train as train

    # Corpora: queries and what annotators made of them, in fourteen formats.
    from caesura.corpus import read_corpus as read_corpus
    from caesura.corpus import write_corpus as write_corpus

    # Measure: how good a method is, which differences hold, whether annotators agree, and which of their labels are true.
    from caesura.evaluation import evaluate as evaluate
    from caesura.evaluation import compare as compare
    from caesura.agreement import measure_agreement as measure_agreement
    from caesura.labels import infer_labels as infer_labels

    # Errors: bad input is one line that names its cure, a missing package one that names the extra to install.
    from caesura.foundation import InputError as InputError
    from caesura.foundation import MissingExtraError as MissingExtraError
    from caesura.foundation import __version__ as __version__

__getattr__, __dir__, __all__ = lazy_door(__name__)
