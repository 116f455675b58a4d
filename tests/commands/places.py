"""A hub of its own on the database the suite runs on, for commands in other processes."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
from django.db import connection

from tests.commands.hub import ROOT, Hub

_numbers = itertools.count()


class Place(Hub):
    """A data folder, and a PostgreSQL database where the suite runs on PostgreSQL.

    Args:
        folder: where it is made.
        login: how to reach the server; None for SQLite.
        copied: a place whose folder and database are copied; without one both are empty.
    """

    def __init__(self, folder: Path, login: dict[str, Any] | None, *, copied: Place | None = None) -> None:
        self.login, self.folder = login, folder
        self.database = f"memoryhub_place_{os.getpid()}_{next(_numbers)}"
        kept = {
            name: value
            for name, value in os.environ.items()
            if name != "DATABASE_URL" and not name.startswith("MEMORYHUB_")
        }
        self.environment = kept | {"MEMORYHUB_DATA": str(folder)}
        if copied is None:
            folder.mkdir(parents=True, mode=0o700)
        else:
            shutil.copytree(copied.folder, folder)
            for head in folder.glob("audit_head.memoryhub_place_*"):
                head.rename(folder / f"audit_head.{self.database}")
        if login is not None:
            self.server(f"CREATE DATABASE {self.database}" + (f" TEMPLATE {copied.database}" if copied else ""))
            self.environment["DATABASE_URL"] = self._url()

    def script(self, text: str) -> str:
        """Run lines of Python in this hub; return what they printed."""
        environment = {**self.environment, "DJANGO_SETTINGS_MODULE": "memoryhub.settings", "PYTHONPATH": str(ROOT)}
        lines = f"import django\ndjango.setup()\nfrom django.core.management import call_command\n{text}"
        done = subprocess.run(
            [sys.executable, "-c", lines], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _url(self) -> str:
        assert self.login is not None
        secret = f":{self.login['password']}" if self.login["password"] else ""
        host = str(self.login["host"]).replace("/", "%2F")
        return f"postgres://{self.login['user']}{secret}@{host}:{self.login['port'] or 5432}/{self.database}"

    def server(self, statement: str) -> None:
        assert self.login is not None
        found = {key: value for key, value in self.login.items() if value}
        with psycopg.connect(**found, dbname="postgres", autocommit=True) as server:
            server.execute(statement.encode())

    @contextlib.contextmanager
    def open(self) -> Iterator[Any]:
        """A connection of another program."""
        if self.login is None:
            with closing(sqlite3.connect(self.folder / "hub.sqlite3", timeout=20)) as database:
                database.execute("SELECT COUNT(*) FROM knowledge_agent").fetchone()
                yield database
        else:
            found = {key: value for key, value in self.login.items() if value}
            with psycopg.connect(**found, dbname=self.database, autocommit=True) as database:
                yield database

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        with self.open() as database:
            return list(database.execute(statement).fetchall())

    def write(self, statement: str) -> None:
        """Change something past the services."""
        with self.open() as database:
            database.execute(statement)
            if self.login is None:
                database.commit()

    def close(self) -> None:
        if self.login is not None:
            for name in (self.database, f"{self.database}_restoring", f"{self.database}_replaced"):
                self.server(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def login() -> dict[str, Any] | None:
    """How to reach the server of the suite; None where it runs on SQLite."""
    if connection.vendor != "postgresql":
        return None
    given = connection.settings_dict
    return {"host": given["HOST"], "port": given["PORT"], "user": given["USER"], "password": given["PASSWORD"]}
