"""Caesura beside what others offer, in one run: `python -m bench` (see bench/__main__.py). One file per subject."""
