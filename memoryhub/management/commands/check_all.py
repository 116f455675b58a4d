"""Everything that can be checked without running the product: what CI runs before the suite."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

MANAGE = [sys.executable, "manage.py"]
PACKAGES = ["memoryhub", "curation", "knowledge", "manage.py"]
# A hub as it would run for others: nothing may be left to warn about.
PRODUCTION = {
    "MEMORYHUB_HTTPS": "true",
    "MEMORYHUB_ALLOWED_HOSTS": "hub.example.org",
    "MEMORYHUB_SECRET_KEY": "check-only-AbCdEfGhIjKlMnOpQrStUvWxYz-0123456789-check-only",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One tool and what its success means."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)


def _tool(name: str) -> str:
    """A program of this environment, wherever the shell's path points."""
    return str(Path(sys.executable).parent / name)


CHECKS = (
    Check("code style", [_tool("ruff"), "check", "."]),
    Check("code layout", [_tool("ruff"), "format", "--check", "."]),
    Check("imports between rooms", [_tool("lint-imports"), "--no-cache"]),
    Check("types", [_tool("mypy")]),
    Check("templates", [_tool("djlint"), "templates", "--lint", "--quiet"]),
    Check("declared packages", [_tool("deptry"), "."]),
    Check("unused code", [_tool("vulture")]),
    Check("migrations are complete", [*MANAGE, "makemigrations", "--check", "--dry-run", "--verbosity", "0"]),
    Check("start-up checks", [*MANAGE, "check", "--fail-level", "WARNING"]),
    Check("deployment checks", [*MANAGE, "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
    Check(
        "rules of the repository and its documents", [sys.executable, "-m", "pytest", "-q", "-n0", "tests/architecture"]
    ),
)


class Command(BaseCommand):
    """Run every check to its end, so that one run shows all there is to mend."""

    help = "Lint, types, import contracts, templates, migrations, documents. Example: python3 manage.py check_all"
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("names", nargs="*", help="only checks whose name contains one of these words")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run; exit code 1 when a check failed."""
        failed = []
        wanted = [check for check in CHECKS if not options["names"] or any(w in check.name for w in options["names"])]
        for check in wanted:
            started = time.monotonic()
            done = subprocess.run(
                check.command,
                check=False,
                cwd=settings.BASE_DIR,
                env={**os.environ, **check.environment},
                capture_output=True,
                text=True,
            )
            seconds = time.monotonic() - started
            if done.returncode:
                failed.append(check.name)
                self.stdout.write(self.style.ERROR(f"✗ {check.name} ({seconds:.1f} s)"))
                self.stdout.write(done.stdout + done.stderr)
            else:
                self.stdout.write(self.style.SUCCESS(f"✓ {check.name} ({seconds:.1f} s)"))
            self.stdout.flush()
        if failed:
            self.stderr.write(f"Not in order: {', '.join(failed)}.")
            sys.exit(1)
