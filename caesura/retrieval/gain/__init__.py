"""Learning when to phrase: what is known about a possible phrase, and a model of what it gains."""
