"""Forests as arcs: on the terminal and as SVG."""
