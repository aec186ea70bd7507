"""Where a query breaks, read from the title of the page it led to: pairs, alignment, cues, filters, shortened questions."""
