"""The positional index: how text becomes terms, how it lies on disk, how it is built and read."""
