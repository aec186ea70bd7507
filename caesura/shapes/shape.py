"""What a segmentation of any kind is."""

from __future__ import annotations

from caesura.shapes.flat import Flat
from caesura.shapes.forest import Forest
from caesura.shapes.nested import Nested

Shape = Flat | Nested | Forest
