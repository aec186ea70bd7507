"""The formats a lexicon is built from: one file each, all turned into records block by block."""

from caesura.lexicon.formats.arpa import ArpaReader
from caesura.lexicon.formats.blocks import Batch, LineBlock, blocks
from caesura.lexicon.formats.log10 import SCALE
from caesura.lexicon.formats.source import COUNTS_FORMATS, TITLES_FORMATS, Source, SourceKind

__all__ = ["COUNTS_FORMATS", "SCALE", "TITLES_FORMATS", "ArpaReader", "Batch", "LineBlock", "Source", "SourceKind", "blocks"]
