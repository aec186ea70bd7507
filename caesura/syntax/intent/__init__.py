"""Whether a query has question intent: a small detector, and its training from pairs against plain logs."""
