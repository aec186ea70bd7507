"""The owners' pages: signing in, making a campaign without programming, watching it, taking its answers home."""

from caesura.studio.pages.campaigns.routes import add_campaign_pages

__all__ = ["add_campaign_pages"]
