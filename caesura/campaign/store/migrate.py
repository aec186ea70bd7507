"""Bringing a database to the newest form of the tables, by the Alembic migrations in the package.

It runs whenever a store is opened and does nothing where nothing is to be done. Two servers that start at once take turns.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, inspect, text

from caesura.foundation import InputError

MIGRATIONS = Path(__file__).parents[1] / "migrations"
_LOCK = 0x4361657375726130


def migrate(engine: Engine) -> None:
    """To the newest form; a database that a newer Caesura made is left alone."""
    from alembic import command
    from alembic.script import ScriptDirectory

    config = _config()
    script = ScriptDirectory.from_config(config)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        version = _version(connection)
        if version == script.get_current_head():
            return
        if version is not None and version not in {each.revision for each in script.walk_revisions()}:
            raise InputError(
                "the database was created by a newer version of Caesura", cure="upgrade Caesura, or use another database"
            )
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def newest_form() -> str:
    """The name of the newest form of the tables."""
    from alembic.script import ScriptDirectory

    return str(ScriptDirectory.from_config(_config()).get_current_head())


def _version(connection: Connection) -> str | None:
    """Looked up by hand: alembic's own way costs a fifth of a second at every start."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _config() -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
