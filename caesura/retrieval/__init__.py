"""The room of retrieval: a positional index, a query language, ranking models, and the experiment whether phrases help."""
