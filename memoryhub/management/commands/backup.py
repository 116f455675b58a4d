"""Write the whole hub into one file."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from knowledge.errors import HubError
from knowledge.management.console import Progress, command_actor
from memoryhub.backup.making import BackupReport, key_of_sessions_is_elsewhere, make_backup


class Command(BaseCommand):
    """Back up, while the hub serves."""

    help = (
        "Write the whole hub into one file while it serves: database, keys, hub.toml, block list, head of the audit."
        " Example: python3 manage.py backup /backups/monday.hub --verify"
    )
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("file", help="the file; it must not exist")
        parser.add_argument("--verify", action="store_true", help="read it again and look the database in it through")
        parser.add_argument("--json", action="store_true", help="report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Back up; exit code 2 when nothing was written."""
        progress = Progress(sys.stderr, what="")
        try:
            report = make_backup(
                actor=command_actor(),
                to=Path(options["file"]).absolute(),
                check=options["verify"],
                tell=lambda what, part: progress.say(f"{what} {part:4.0%}"),
            )
        except HubError as error:
            raise CommandError(error.message, returncode=2) from error
        except KeyboardInterrupt:
            raise CommandError("Stopped; nothing was left behind.", returncode=2) from None
        finally:
            progress.clear()
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(report), ensure_ascii=False))
        else:
            self._print(report)

    def _print(self, report: BackupReport) -> None:
        counts = report.manifest.counts
        self.stdout.write(
            f"{report.path}: {counts['memories']:,} memories of {counts['agents']:,} agents,"
            f" {report.size / 1e6:,.1f} MB{', read again and found whole' if report.verified else ''}."
        )
        self.stdout.write(
            self.style.WARNING(
                "The file holds secrets: every memory, every account and the hub's keys. Only its owner may read it;"
                " keep it so wherever it is copied."
            )
        )
        if key_of_sessions_is_elsewhere():
            self.stdout.write("MEMORYHUB_SECRET_KEY is set in the environment and is not in the file: keep it too.")


def _as_json(report: BackupReport) -> dict[str, Any]:
    return {
        "file": str(report.path),
        "bytes": report.size,
        "sha256": report.digest,
        "made_at": report.manifest.made_at,
        "database": report.manifest.kind,
        "verified": report.verified,
        "holds_secrets": True,
        **report.manifest.counts,
    }
