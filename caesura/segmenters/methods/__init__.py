"""One file per method. A file that holds `METHOD` is registered by being here."""
