"""A throw-away PostgreSQL for tests and benches: a cluster in a temporary folder, on a socket there, gone afterwards.

PostgreSQL refuses to run as root; there it runs as the user `postgres` or `nobody`.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path


def programs() -> Path | None:
    """Where initdb and pg_ctl are: on the path, or where Debian puts them."""
    found = shutil.which("pg_ctl")
    if found and shutil.which("initdb"):
        return Path(found).parent
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "pg_ctl").exists():
            return folder
    return None


def _user() -> str | None:
    """Whom to run as; None is whoever we are."""
    if os.getuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in known), None)


class PostgresServer:
    """A fresh server in this folder. `kill` is SIGKILL: what it had not written to the disk by then is lost."""

    def __init__(self, folder: str, programs: Path, user: str | None, durable: bool) -> None:
        self._folder = folder
        self._programs = programs
        self._user = user
        self.address = f"postgresql://caesura@/postgres?host={folder}"
        self._data = f"{folder}/data"
        self._options = f"-k {folder} -c listen_addresses='' -c max_connections=90 -c fsync={'on' if durable else 'off'}"
        self._run("initdb", "-U", "caesura", "-A", "trust", "-E", "UTF8", "--no-sync")
        self._start()

    def kill(self) -> None:
        os.kill(int(Path(self._data, "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        # Its processes notice that it is gone, and only then another can begin.
        for _ in range(200):
            with contextlib.suppress(subprocess.CalledProcessError):
                self._start()
                return
            time.sleep(0.1)
        raise RuntimeError("PostgreSQL does not come back")

    def stop(self) -> None:
        self._run("pg_ctl", "-m", "immediate", "-w", "stop")

    def _start(self) -> None:
        self._run("pg_ctl", "-w", "-l", f"{self._folder}/log", "-o", self._options, "start")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self._programs / program), "-D", self._data, *arguments],
            check=True,
            capture_output=True,
            user=self._user,
            cwd=self._folder,
            env={**os.environ, "LC_ALL": "C", "HOME": self._folder},
        )


@contextlib.contextmanager
def running_postgres(*, durable: bool = False) -> Iterator[str]:
    """The address of a fresh server; databases are made in it with `fresh_database`."""
    with killable_postgres(durable=durable) as server:
        yield server.address


@contextlib.contextmanager
def killable_postgres(*, durable: bool = False) -> Iterator[PostgresServer]:
    """A fresh server.

    `durable` waits for the disk at every commit, as a real server does; tests, in which no machine loses its power, need not.
    """
    found = programs()
    if found is None:
        raise FileNotFoundError("PostgreSQL is not here")
    user = _user()
    with tempfile.TemporaryDirectory(prefix="caesura-pg-", ignore_cleanup_errors=True) as folder:
        if user is not None:
            entry = pwd.getpwnam(user)
            os.chown(folder, entry.pw_uid, entry.pw_gid)
        server = PostgresServer(folder, found, user, durable)
        try:
            yield server
        finally:
            server.stop()


def fresh_database(server: str, name: str, template: str = "template1") -> str:
    """The address of a new database on that server, a copy of the template."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')  # type: ignore[call-overload, unused-ignore]
    return server.replace("/postgres?", f"/{name}?")


def emptied(database: str) -> None:
    """Everything out of the tables, but for the version of their form."""
    import psycopg

    with psycopg.connect(database, autocommit=True) as connection:
        listed = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        names = ", ".join(f'"{name}"' for (name,) in listed if name != "alembic_version")
        connection.execute(f"TRUNCATE {names} RESTART IDENTITY CASCADE")  # type: ignore[call-overload, unused-ignore]
