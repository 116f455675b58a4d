"""A hub of its own for commands that run in another process, so that one can be killed."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class Hub:
    """A data folder with a migrated SQLite database.

    Args:
        folder: where it is made.
        like: a hub whose folder is copied instead of migrating anew.
    """

    def __init__(self, folder: Path, *, like: Hub | None = None) -> None:
        self.folder = folder
        if like is None:
            folder.mkdir(parents=True, exist_ok=True)
        else:
            shutil.copytree(like.folder, folder)
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if name != "DATABASE_URL" and not name.startswith("MEMORYHUB_")
        } | {"MEMORYHUB_DATA": str(folder)}
        if like is None:
            self.run("migrate", "--verbosity", "0")

    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **options,
        )

    def run(self, *arguments: str, code: int = 0, text: str | None = None) -> tuple[str, str]:
        """Run a command to its end; return what it printed."""
        process = self.start(*arguments, stdin=subprocess.PIPE)
        out, err = process.communicate(text, timeout=120)
        assert process.returncode == code, out + err
        return out, err

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.folder / "hub.sqlite3", timeout=20)) as database:
            return database.execute(statement).fetchall()
