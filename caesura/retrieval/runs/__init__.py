"""The runs of the experiment, one short file each: the folder is the registry.

A run is one file that holds `RUN = Run(...)`. Nothing else lists it.
"""
