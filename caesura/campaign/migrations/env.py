"""What Alembic runs: the migrations, over the connection it was handed."""

from __future__ import annotations

from alembic import context

from caesura.campaign.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
