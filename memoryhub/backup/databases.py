"""Copying the database out and in, for both kinds, while others write."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psycopg
from django.db import connection
from psycopg import sql

from knowledge.errors import Conflict, Invalid, OutOfSpace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SQLITE, POSTGRESQL = "sqlite", "postgresql"
_PAGES: Final = 4_096
_TRIES: Final = 10
_PAUSE: Final = 0.2
_COUNTS: Final = {
    "agents": "SELECT COUNT(*) FROM knowledge_agent",
    "memories": "SELECT COUNT(*) FROM knowledge_memory",
    "audit": "SELECT COALESCE(MAX(sequence), 0) FROM knowledge_auditevent",
}
_MIGRATIONS: Final = "SELECT app || '.' || name FROM django_migrations"
_MAINTENANCE: Final = ("postgres", "template1")
_IN_USE: Final = "Another program uses this hub's database: stop it (up, imports, tools), then restore."


@dataclass(frozen=True, slots=True)
class Contents:
    """What a copied database holds: its migrations as `app.name`, and how many agents, memories, audit records."""

    migrations: tuple[str, ...]
    counts: dict[str, int]


def kind() -> str:
    """Return which kind of database this hub uses."""
    return connection.vendor


def name() -> str:
    """Return the database's name, for SQLite its path."""
    found = str(connection.settings_dict["NAME"])
    return str(Path(found).absolute()) if kind() == SQLITE else found


# ------------------------------------------------------------------ out


def copy_out(target: Path, tell: Callable[[float], None]) -> Contents:
    """Write a consistent copy of this hub's database into a new file; writers go on meanwhile.

    Args:
        target: for SQLite a database, for PostgreSQL a dump in its custom format.
        tell: called with how much is done, 0 to 1.

    Raises:
        Invalid: the database cannot be read, or PostgreSQL's programs are missing.
        OutOfSpace: the disk is full.
    """
    return _sqlite_out(Path(name()), target, tell) if kind() == SQLITE else _postgresql_out(target)


def _sqlite_out(source: Path, target: Path, tell: Callable[[float], None]) -> Contents:
    try:
        with contextlib.closing(sqlite3.connect(source, timeout=20, isolation_level=None)) as live:
            # The open read keeps the copy at one moment: without it every write elsewhere would start it anew.
            live.execute("BEGIN")
            live.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
            with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as copy:
                copy.execute("PRAGMA synchronous=OFF")
                live.backup(copy, pages=_PAGES, progress=lambda _, left, total: tell(1 - left / max(1, total)))
                copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
                return _contents(lambda statement: copy.execute(statement).fetchall())
    except sqlite3.Error as error:
        raise _as_told(error) from error


def _contents(ask: Callable[[str], list[tuple[Any, ...]]]) -> Contents:
    return Contents(
        tuple(sorted(str(row[0]) for row in ask(_MIGRATIONS))),
        {what: int(ask(statement)[0][0]) for what, statement in _COUNTS.items()},
    )


def _postgresql_out(target: Path) -> Contents:
    program = _program("pg_dump")
    with psycopg.connect(**_login(name()), autocommit=False) as live:
        live.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        snapshot = live.execute("SELECT pg_export_snapshot()").fetchone()
        assert snapshot is not None
        how = ["--format=custom", "--compress=1", "--no-owner", "--no-privileges", f"--snapshot={snapshot[0]}"]
        _run([program, *how, f"--file={target}"], name())
        return _contents(lambda statement: live.execute(statement.encode()).fetchall())


# ------------------------------------------------------------------ checking


def check_copy(path: Path, of: str) -> None:
    """Look a copied database through.

    Raises:
        Invalid: it is damaged inside.
    """
    if of == POSTGRESQL:
        _run([_program("pg_restore"), "--list", str(path)], None)
        return
    try:
        with contextlib.closing(sqlite3.connect(path)) as copy:
            found = [row[0] for row in copy.execute("PRAGMA integrity_check(3)")]
    except sqlite3.DatabaseError as error:
        found = [str(error)]
    if found != ["ok"]:
        raise Invalid(f"The database is damaged inside ({'; '.join(found)}).")


def holds_anything() -> bool:
    """Tell whether this hub was used; one that cannot be read counts as used."""
    if kind() == SQLITE and not Path(name()).exists():
        return False
    tables = ("knowledge_agent", "knowledge_auditevent", "memoryhub_agenttoken")
    try:
        with connection.cursor() as cursor:
            known = set(connection.introspection.table_names(cursor))
            for table in known.intersection(tables):
                cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608 - a fixed name
                if cursor.fetchone() is not None:
                    return True
            if "auth_user" not in known:
                return bool(known - {"django_migrations"})
            cursor.execute("SELECT COUNT(*) FROM auth_user")
            return int(cursor.fetchone()[0]) > 1
    except Exception as error:  # noqa: BLE001 - whatever is wrong with it, it is not known to be empty
        return not _is_missing(error)


def _is_missing(error: Exception) -> bool:
    return kind() == POSTGRESQL and "does not exist" in str(error)


# ------------------------------------------------------------------ in


@contextlib.contextmanager
def nobody_else() -> Iterator[None]:
    """Hold this hub's database alone, so that what others have open is not replaced under their hands.

    Raises:
        Conflict: another program uses it.
    """
    connection.close()
    if kind() == POSTGRESQL:
        with _maintenance() as server:
            _wait_until_alone(server)
        yield
        return
    path = Path(name())
    if not path.exists():
        yield
        return
    with contextlib.closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as held:
        try:
            held.execute("PRAGMA locking_mode=EXCLUSIVE")
            # Leaving the log needs the file alone, and puts all of it into the one file.
            held.execute("PRAGMA journal_mode=DELETE")
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as error:
            if "locked" in str(error) or "busy" in str(error):
                raise Conflict(_IN_USE) from error
            # A damaged file cannot be held, and is why somebody restores.
        yield


def _wait_until_alone(server: psycopg.Connection[tuple[Any, ...]]) -> None:
    """Give connections that were just closed a moment to end.

    Raises:
        Conflict: others stay.
    """
    for _ in range(_TRIES):
        found = server.execute(
            "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = %s AND backend_type = 'client backend'", [name()]
        ).fetchone()
        if found is None or not found[0]:
            return
        time.sleep(_PAUSE)
    raise Conflict(_IN_USE)


def close_file(path: Path) -> None:
    """Put everything of a SQLite database that nobody uses any more into its one file."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as staged:
        staged.execute("PRAGMA journal_mode=DELETE")


def stage_postgresql(dump: Path, staged: str) -> None:
    """Make a second database from a dump, beside the one in use."""
    with _maintenance() as server:
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(staged)))
        try:
            server.execute(
                sql.SQL("CREATE DATABASE {} ENCODING 'UTF8' TEMPLATE template0").format(sql.Identifier(staged))
            )
        except psycopg.errors.InsufficientPrivilege as error:
            raise Invalid(
                "Restoring makes a second database first: let the database role do that (ALTER ROLE … CREATEDB)."
            ) from error
    how = ["--exit-on-error", "--no-owner", "--no-privileges", "--single-transaction", f"--dbname={staged}"]
    _run([_program("pg_restore"), *how, str(dump)], staged)


def swap_postgresql(live: str, staged: str) -> None:
    """Let a staged database take the place of the one in use; done already when it is no longer there.

    Raises:
        Conflict: another program uses the database.
    """
    old = f"{live}_replaced"
    with _maintenance() as server:
        known = {row[0] for row in server.execute("SELECT datname FROM pg_database").fetchall()}
        if staged in known:
            try:
                with server.transaction():
                    if live in known:
                        rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
                        server.execute(rename.format(sql.Identifier(live), sql.Identifier(old)))
                    server.execute(
                        sql.SQL("ALTER DATABASE {} RENAME TO {}").format(sql.Identifier(staged), sql.Identifier(live))
                    )
            except psycopg.errors.ObjectInUse as error:
                raise Conflict(_IN_USE) from error
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(old)))


def drop_postgresql(staged: str) -> None:
    """Remove a staged database that is not wanted any more."""
    with _maintenance() as server:
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(staged)))


# ------------------------------------------------------------------ PostgreSQL's own programs


def _login(database: str) -> dict[str, Any]:
    given = connection.settings_dict
    found = {"host": given["HOST"], "port": given["PORT"], "user": given["USER"], "password": given["PASSWORD"]}
    options = {key: value for key, value in given.get("OPTIONS", {}).items() if key.startswith("ssl")}
    return {key: value for key, value in found.items() if value} | options | {"dbname": database}


@contextlib.contextmanager
def _maintenance() -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    for number, database in enumerate(_MAINTENANCE, start=1):
        try:
            server = psycopg.connect(**_login(database), autocommit=True)
        except psycopg.OperationalError as error:
            if number == len(_MAINTENANCE):
                raise Invalid("The database server cannot be reached; check DATABASE_URL.") from error
            continue
        with server:
            yield server
        return


def _program(called: str) -> str:
    found = shutil.which(called)
    if found is None:
        raise Invalid(f"{called} is not installed here: install the programs of PostgreSQL (postgresql-client).")
    return found


def _run(command: list[str], database: str | None) -> None:
    """Run a program of PostgreSQL; the password goes by the environment, where no list of processes shows it."""
    environment = dict(os.environ)
    if database is not None:
        names = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD", "dbname": "PGDATABASE"}
        for key, value in _login(database).items():
            environment[names.get(key, f"PG{key.upper()}")] = str(value)
    done = subprocess.run(command, check=False, env=environment, capture_output=True, text=True)  # noqa: S603 - a program of PostgreSQL
    if done.returncode:
        said = done.stderr.strip().splitlines()
        if "No space left" in done.stderr:
            raise OutOfSpace("The disk is full; free some space and try again. Nothing was left behind.")
        raise Invalid(f"{Path(command[0]).name} failed: {said[-1] if said else done.returncode}.")


def _as_told(error: sqlite3.Error) -> Invalid | OutOfSpace:
    if "full" in str(error):
        return OutOfSpace("The disk is full; free some space and try again. Nothing was left behind.")
    return Invalid(f"The database cannot be read ({error}); run check_hub.")
