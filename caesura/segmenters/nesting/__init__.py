"""Nesting: trees over the words of a query, one short file for each way to build them. The folder is the registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caesura.foundation import Registry

if TYPE_CHECKING:
    from caesura.segmenters.nesting.registry import NestingMethod

#: All ways to build trees by name.
NESTING_METHODS: Registry[NestingMethod] = Registry("way to build trees", __name__, "METHOD")
