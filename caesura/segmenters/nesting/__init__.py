"""Nesting: trees over the words of a query, one short file for each way to build them. The folder is the registry."""
