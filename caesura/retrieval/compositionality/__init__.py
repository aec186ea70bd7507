"""How far a query's meaning is from the sum of its words: synonyms, contexts, and two ways to compare them."""
