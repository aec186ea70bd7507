"""The owners' pages: signing in, making a campaign without programming, watching it, taking its answers home."""

from caesura.studio.owning.routes import add_owning

__all__ = ["add_owning"]
