"""Put a backup in the place of this hub."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from knowledge.command_lines import command_line
from knowledge.errors import HubError
from knowledge.management.console import Progress
from memoryhub.backup.restoring import RestoreReport, check_backup, finish_restore, restore


class Command(BaseCommand):
    """Restore all or nothing; the hub has to be stopped."""

    help = (
        "Put a backup in the place of this hub, all of it or nothing; stop the hub first."
        " Example: python3 manage.py restore /backups/monday.hub --replace"
    )
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("file", nargs="?", help="the backup")
        parser.add_argument("--replace", action="store_true", help="also where this hub holds something already")
        parser.add_argument("--verify", action="store_true", help="only read the backup through; change nothing")
        parser.add_argument("--finish", action="store_true", help="carry out a restore that was broken off at its end")
        parser.add_argument("--json", action="store_true", help="report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore; exit code 2 when nothing has changed."""
        if bool(options["file"]) == options["finish"]:
            raise CommandError("Name the backup, or only --finish for a restore that was broken off.", returncode=2)
        progress = Progress(sys.stderr, what="")

        def tell(what: str, part: float) -> None:
            progress.say(f"{what} {part:4.0%}")

        found: dict[str, Any]
        try:
            if options["finish"]:
                finish_restore()
                said, found = f"The restore is complete. Start the hub with: {command_line('up')}", {"finished": True}
            elif options["verify"]:
                manifest = check_backup(path=Path(options["file"]), tell=tell)
                said = f"The backup of {manifest.made_at} is whole: {manifest.counts['memories']:,} memories."
                found = {"whole": True, "made_at": manifest.made_at, **manifest.counts}
            else:
                report = restore(path=Path(options["file"]), replace=options["replace"], tell=tell)
                said, found = _sentences(report), _as_json(report)
        except HubError as error:
            raise CommandError(error.message, returncode=2) from error
        except KeyboardInterrupt:
            raise CommandError("Stopped. If the hub asks for it, run restore --finish.", returncode=2) from None
        finally:
            progress.clear()
        self.stdout.write(json.dumps(found, ensure_ascii=False) if options["json"] else said)


def _sentences(report: RestoreReport) -> str:
    counts = report.manifest.counts
    lines = [
        f"The hub of {report.manifest.made_at} is back: {counts['memories']:,} memories of {report.agents:,} agents.",
        "Tokens, passwords and people are those of then: revoke again what was revoked since. Everybody signs in anew.",
    ]
    if report.deleted:
        lines.append(
            f"{report.deleted:,} memories came from sources that were forgotten since; they were deleted again."
        )
    if report.kept:
        lines.append(f"The backup has none of these, so they stayed as they were: {', '.join(report.kept)}.")
    if report.audit:
        lines.append(f"Its audit trail is not whole: {report.audit} Run verify_audit.")
    lines.append(f"Start the hub with: {command_line('up')} (and start again whatever else uses its database).")
    return "\n".join(lines)


def _as_json(report: RestoreReport) -> dict[str, Any]:
    return {
        "made_at": report.manifest.made_at,
        **report.manifest.counts,
        "agents": report.agents,
        "audit_problem": report.audit,
        "deleted": report.deleted,
        "kept": list(report.kept),
    }
