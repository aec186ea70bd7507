"""The formats a lexicon is built from: one file each, all turned into records block by block."""

from caesura.lexicon.formats.arpa import ArpaReader
from caesura.lexicon.formats.blocks import Batch, LineBlock, blocks
from caesura.lexicon.formats.log10 import SCALE
from caesura.lexicon.formats.source import CountsFormat, Source, SourceKind, TitlesFormat

__all__ = ["SCALE", "ArpaReader", "Batch", "CountsFormat", "LineBlock", "Source", "SourceKind", "TitlesFormat", "blocks"]
