"""The version, in one place: the package, the command line and every signature read it from here."""

__version__ = "0.1.0"
