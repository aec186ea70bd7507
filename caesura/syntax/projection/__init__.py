"""From a query to a question and back: templates learned from pairs, the question's parse, and its projection onto the query."""
