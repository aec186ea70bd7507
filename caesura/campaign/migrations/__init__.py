"""How the tables came to be what they are: one file per change, in `versions`, run by Alembic."""
