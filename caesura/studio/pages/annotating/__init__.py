"""The annotators' pages: joining a campaign by its link, a page of queries, what the training says, the end."""

from caesura.studio.pages.annotating.routes import add_annotating

__all__ = ["add_annotating"]
