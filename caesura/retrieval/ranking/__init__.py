"""Ranking models, one short file each, and the scorer that applies them."""
