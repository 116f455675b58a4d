"""Run one job of the schedule now, in the foreground."""

from __future__ import annotations

import argparse
import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from knowledge.errors import HubError
from memoryhub.jobs import BY_KEY, run_now, sync_schedules


class Command(BaseCommand):
    """The same function that the worker calls, with its report."""

    help = "Run one job now and print its report. Example: python3 manage.py run_job trim_access_log --dry-run"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the job and how to run it."""
        parser.add_argument("name", choices=sorted(BY_KEY), help="the job")
        parser.add_argument("--dry-run", action="store_true", help="say what it would do, and do nothing")
        parser.add_argument("--json", action="store_true", help="print JSON for scripts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run it; exit code 0 when it came to its end."""
        name, dry_run = options["name"], options["dry_run"]
        if dry_run and not BY_KEY[name].tells_before:
            raise CommandError(f"{name} cannot say beforehand what it would do; run it without --dry-run.")
        sync_schedules()
        try:
            run = run_now(name=name, dry_run=dry_run, asked_by="command line")
        except HubError as error:
            raise CommandError(error.message) from error
        if options["json"]:
            found = {"job": name, "dry_run": dry_run, "report": run.report, "seconds": run.seconds}
            self.stdout.write(json.dumps(found, ensure_ascii=False))
            return
        self.stdout.write(f"{BY_KEY[name].name}: {run.report} ({run.seconds} s).")
