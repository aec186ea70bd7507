"""Shared habits of annotators, each next to what chance would do and to a second corpus (Ramanath et al. 2013, section 6)."""
