"""Run the suite: all of it on SQLite, then all that asks a database again on PostgreSQL."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

NOTHING_COLLECTED = 5
WITHOUT_DATABASE = ("tests/engine",)
"""Folders whose tests reach no database."""
ONCE = (*WITHOUT_DATABASE, "tests/architecture", "tests/contracts", "tests/e2e")
"""Folders that run with the first database when both are tried: documents, and what a browser does with pages whose
every query is tried with both elsewhere."""


class Command(BaseCommand):
    """Hands over to pytest, which has its settings in pyproject.toml."""

    help = (
        "Run every test, on SQLite and on PostgreSQL when a server is there or can be started. "
        "Example: python3 manage.py test --fast tests/api"
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("paths", nargs="*", help="files or folders to run; everything when none is named")
        parser.add_argument("--fast", action="store_true", help="leave the browser tests out")
        parser.add_argument("--soak", action="store_true", help="add the fault runs that take hours")
        parser.add_argument("--database", choices=["sqlite", "postgres", "both"], default="both")
        parser.add_argument("-n", "--processes", default="2", help="test processes side by side (default: 2; 0: none)")
        parser.add_argument("-k", dest="expression", default="", help="only tests whose name matches")
        parser.add_argument("-x", dest="stop_early", action="store_true", help="stop at the first failure")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run; the exit code is the worst of the runs."""
        from tests import postgres  # noqa: PLC0415 - the tests are no part of an installed hub

        codes = []
        if options["database"] != "postgres":
            self._say("SQLite")
            codes.append(self._pytest(options, url=None))
        if options["database"] != "sqlite":
            with postgres.server() as url:
                if url is not None:
                    self._say("PostgreSQL")
                    codes.append(self._pytest(options, url=url, again=bool(codes)))
                elif options["database"] == "postgres":
                    self.stderr.write("No PostgreSQL server is there and none can be started: install postgresql.")
                    codes.append(1)
                else:
                    self._say("PostgreSQL is not installed here: that half of the suite was left out.")
        if any(codes):
            sys.exit(max(codes))

    def _pytest(self, options: dict[str, Any], *, url: str | None, again: bool = False) -> int:
        unwanted = ["bench"]
        if options["fast"]:
            unwanted.append("e2e")
        if not options["soak"]:
            unwanted.append("soak")
        if url is None:
            unwanted.append("postgres")
        command = [sys.executable, "-m", "pytest", "-m", " and ".join(f"not {name}" for name in unwanted)]
        command += ["-n", options["processes"], "--dist", "loadgroup"]
        if options["expression"]:
            command += ["-k", options["expression"]]
        if options["stop_early"]:
            command.append("-x")
        if again and not options["paths"] and not options["expression"]:
            command += [f"--ignore={folder}" for folder in ONCE]
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        if url is not None:
            environment["DATABASE_URL"] = url
        # The process group must stay ours, so that Ctrl-C reaches the tests.
        done = subprocess.run([*command, *options["paths"]], check=False, cwd=settings.BASE_DIR, env=environment)
        return 0 if done.returncode == NOTHING_COLLECTED and options["paths"] else done.returncode

    def _say(self, sentence: str) -> None:
        self.stdout.write(self.style.MIGRATE_HEADING(f"== {sentence}"))
        self.stdout.flush()
