"""Run one job of the schedule now, in the foreground."""

from __future__ import annotations

import argparse
import inspect
import json
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.module_loading import import_string

from knowledge.errors import HubError
from memoryhub.jobs import SCHEDULES

JOBS = {schedule.func.rpartition(".")[2]: schedule for schedule in SCHEDULES}


class Command(BaseCommand):
    """The same function that the worker calls, with its report."""

    help = "Run one job now and print its report. Example: python3 manage.py run_job trim_access_log --dry-run"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the job and how to run it."""
        parser.add_argument("name", choices=sorted(JOBS), help="the job")
        parser.add_argument("--dry-run", action="store_true", help="say what it would do, and do nothing")
        parser.add_argument("--json", action="store_true", help="print JSON for scripts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run it; exit code 0 when it came to its end."""
        schedule = JOBS[options["name"]]
        job = import_string(schedule.func)
        arguments: dict[str, bool] = {}
        if options["dry_run"]:
            if "dry_run" not in inspect.signature(job).parameters:
                raise CommandError(
                    f"{options['name']} cannot say beforehand what it would do; run it without --dry-run."
                )
            arguments["dry_run"] = True
        began = time.monotonic()
        try:
            report = job(**arguments)
        except HubError as error:
            raise CommandError(error.message) from error
        seconds = round(time.monotonic() - began, 3)
        if options["json"]:
            found = {"job": options["name"], "dry_run": options["dry_run"], "report": report, "seconds": seconds}
            self.stdout.write(json.dumps(found, ensure_ascii=False))
            return
        self.stdout.write(f"{schedule.name}: {report} ({seconds} s).")
