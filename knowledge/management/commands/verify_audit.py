"""Verify the audit trail."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from django.core.management.base import BaseCommand

from knowledge.management.console import Progress
from knowledge.services.audit import AuditCheck, AuditPlace, verify_step


class Command(BaseCommand):
    """Walk the whole chain and compare it with the head kept outside the database."""

    help = "Verify the audit trail; exit code 1 names the first broken link. Example: python3 manage.py verify_audit"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--json", action="store_true", help="report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify; exit code 1 when a link is broken."""
        progress = Progress(sys.stderr, what="records")
        found: AuditPlace | AuditCheck = AuditPlace()
        while isinstance(found, AuditPlace):
            progress.show(found.sequence)
            found = verify_step(after=found)
        progress.clear()
        if options["json"]:
            report = {"records": found.count, "intact": found.intact, "broken_at": found.broken_at}
            self.stdout.write(json.dumps({**report, "problem": found.problem}))
        elif found.intact:
            self.stdout.write(f"{found.count:,} records, every link intact.")
        else:
            self.stderr.write(f"{found.problem} The {found.count:,} records before it are intact.")
        if not found.intact:
            sys.exit(1)
