"""Caesura finds the breaks in search queries.

The rooms: `shapes` (what a query can be cut into), `corpus` (queries, votes, formats, logs). Each room's door says what
it is for; `docs/architecture.md` has the map.
"""

from caesura.foundation import __version__

__all__ = ["__version__"]
