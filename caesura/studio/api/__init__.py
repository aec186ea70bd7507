"""The HTTP API: one module per subject, each an address or a few, with the types that check and describe its messages."""
