"""Build the text index and the vectors anew."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from knowledge.errors import HubError
from knowledge.management.console import Progress, command_actor
from knowledge.services.reindex import rebuild_index


class Command(BaseCommand):
    """Rebuild while the hub serves; safe to stop and to repeat."""

    help = (
        "Rebuild the text index, the counters and the vectors from the tables, while the hub serves. "
        "Example: python3 manage.py rebuild_index --agent alice"
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--agent", help="only this agent's rows (default: every agent)")
        parser.add_argument("--json", action="store_true", help="report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild; exit code 1 when that was not possible."""
        progress = Progress(sys.stderr, what="rows")
        try:
            report = rebuild_index(
                actor=command_actor(),
                agent=options["agent"],
                progress=lambda so_far: progress.show(so_far.rows + so_far.vectors),
            )
        except HubError as error:
            raise CommandError(error.message) from error
        finally:
            progress.clear()
        if options["json"]:
            self.stdout.write(json.dumps(asdict(report)))
        else:
            stored = f", {report.vectors:,} vectors stored" if report.vectors else ""
            self.stdout.write(
                f"{report.rows:,} rows read, {report.indexed:,} in the index, {report.mended:,} mended,"
                f" {report.orphans:,} entries without a row removed{stored}."
            )
        if report.problem:
            raise CommandError(f"The text index is rebuilt, the vectors are not. {report.problem}")
