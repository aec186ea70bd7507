"""Documents from files: one file per format, and the door that tells which one it is."""
