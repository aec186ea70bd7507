"""The query language: values, their text form, and what a query comes down to (weighted parts)."""
