"""Measurements that are too long or too machine-dependent for the tests; each module prints its figures."""
