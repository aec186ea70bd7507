"""Rate limits in the database, for several servers on one PostgreSQL: a bucket of permissions that all of them take from.

The time is the database's own, so that servers whose clocks differ agree. On SQLite there is one writer, who must not
wait for this: there the processes of a server divide the limits among themselves.
"""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import text

from caesura.campaign.store import Store, database_errors

#: Buckets nobody took from for this many seconds are full again and can go.
_FORGET = 3600
_NOW = "extract(epoch FROM clock_timestamp())"
_LEFT = f"LEAST(:burst, limits.remaining + ({_NOW} - limits.at) * :per_second)"
_TAKE = text(
    f"INSERT INTO limits (key, remaining, at) VALUES (:key, :burst - :wanted, {_NOW}) "  # noqa: S608 - fixed texts
    f"ON CONFLICT (key) DO UPDATE SET remaining = {_LEFT} - :wanted, at = {_NOW} WHERE {_LEFT} >= :wanted RETURNING remaining"
)
_RETURN = text("UPDATE limits SET remaining = LEAST(:burst, remaining + 1) WHERE key = :key")
_LOOK = text(f"SELECT {_LEFT} FROM limits WHERE key = :key")  # noqa: S608 - fixed texts
_SWEEP = text(f"DELETE FROM limits WHERE at < {_NOW} - :age")  # noqa: S608 - fixed texts


class SharedLimits:
    """`take` is for PostgreSQL only; `are_kept_by` says whether a store is one."""

    def __init__(self, store: Store) -> None:
        self._engine = store.engine.execution_options(isolation_level="AUTOCOMMIT")

    @staticmethod
    def are_kept_by(store: Store) -> bool:
        return store.engine.dialect.name == "postgresql"

    def take(self, key: str, burst: float, per_second: float, wanted: int) -> tuple[int, float]:
        """How many permissions were taken, `wanted` or else one, and the seconds until the next where none was left."""
        given = {"key": _hashed(key), "burst": burst, "per_second": per_second}
        with database_errors(), self._engine.connect() as connection:
            for number in sorted({wanted, 1}, reverse=True):
                if connection.execute(_TAKE, {**given, "wanted": number}).first() is not None:
                    if secrets.randbelow(500) == 0:
                        connection.execute(_SWEEP, {"age": _FORGET})
                    return number, 0.0
            left = float(connection.execute(_LOOK, given).scalar() or 0.0)
        return 0, max(0.001, (1 - left) / per_second)

    def give_back(self, key: str, burst: float) -> None:
        """One permission that was taken and need not have been."""
        with database_errors(), self._engine.connect() as connection:
            connection.execute(_RETURN, {"key": _hashed(key), "burst": burst})


def _hashed(key: str) -> str:
    """Keys name addresses and links: the table holds only what they hash to."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
