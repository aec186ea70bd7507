"""Parsers for queries: the interface, the one that ships, its training, and those that plug in."""
