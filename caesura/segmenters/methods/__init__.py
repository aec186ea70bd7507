"""One file per method. A file that holds `METHOD` is registered by being here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caesura.foundation import Registry

if TYPE_CHECKING:
    from caesura.segmenters.registry import Method

#: All methods by name.
METHODS: Registry[Method] = Registry(
    "method", __name__, "METHOD", spelled={"hybrid_plus": "hybrid+", "noun_phrases": "titles+noun-phrases"}
)
