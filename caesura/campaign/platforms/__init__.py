"""Campaigns on other platforms: a task as an HTML template, batches of queries as CSV, results as CSV back in.

The convention is Mechanical Turk's, which outlives it: `${variable}` in a template, one row of a CSV file for each page,
results with columns `Input.*` and `Answer.*`. Turkle reads and writes it. Archives of other people's batches and plain tables
of annotations come in the same way. Label Studio and Potato, where annotators mark words, have a file each.
"""
