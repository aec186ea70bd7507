"""The same experiment on the user's own Elasticsearch or OpenSearch: its index, its queries, and the engine behind its client."""
