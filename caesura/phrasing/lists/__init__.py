"""Phrase lists: mined from a query log, written for engines and rewriters, and compared with the last one. One file per format."""
