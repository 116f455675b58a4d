"""Check every rule on the real data."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand

from knowledge.management.console import Progress
from knowledge.queries.limits import limits_in_force
from knowledge.services.check import CheckReport, check_hub

_SECRET = re.compile(r"SECRET|PASSWORD|PEPPER|_KEY$")


class Command(BaseCommand):
    """Verify what should always be true, and say which rows break it."""

    help = (
        "Check every rule of the hub on its real data and name the rows that break one; exit code 1 when one does. "
        "Example: python3 manage.py check_hub --quick"
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--quick", action="store_true", help="do not analyse every text again")
        parser.add_argument("--json", action="store_true", help="report as JSON")
        # Every Django command takes `--settings MODULE`; without a module this one lists what is set.
        option = next(one for one in parser._actions if "--settings" in one.option_strings)  # noqa: SLF001 - no other way to reach a base option
        option.nargs, option.const = "?", os.environ.get("DJANGO_SETTINGS_MODULE", "")
        option.help = "list every setting with its value and where it comes from"

    def handle(self, *args: Any, **options: Any) -> None:
        """Check; exit code 1 when a rule is broken."""
        if options["settings"]:
            self._list(as_json=options["json"])
            return
        progress = Progress(sys.stderr, what="checks")
        report = check_hub(
            quick=options["quick"], tell=lambda name, number, total: progress.say(f"{number + 1}/{total} {name}")
        )
        progress.clear()
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(report), ensure_ascii=False))
        else:
            self._print(report)
        if not report.sound:
            sys.exit(1)

    def _print(self, report: CheckReport) -> None:
        for name, count in report.checks.items():
            self.stdout.write(f"{'✓' if not count else '✗'} {name}" + (f": {count:,} found" if count else ""))
            for check, finding in report.findings:
                if check == name:
                    self.stdout.write(f"    {finding.rule} {finding.where}")

    def _list(self, *, as_json: bool) -> None:
        found = list(_settings())
        if as_json:
            self.stdout.write(json.dumps([dict(zip(("name", "value", "from"), one, strict=True)) for one in found]))
            return
        wide = max(len(name) for name, _, _ in found)
        for name, value, origin in found:
            self.stdout.write(f"{name:<{wide}}  {value}  ({origin})")


def _as_json(report: CheckReport) -> dict[str, Any]:
    return {
        "sound": report.sound,
        "checks": report.checks,
        "findings": [
            {"check": check, "rule": finding.rule, "where": finding.where} for check, finding in report.findings
        ],
    }


def _settings() -> Iterator[tuple[str, str, str]]:
    """Yield name, value and where it comes from; secrets stay unseen."""
    yield "MEMORYHUB_DATA", str(settings.MEMORYHUB_DATA), "data folder"
    for name, (value, origin) in sorted(settings.CONFIG_KNOWN.items()):
        yield name, _shown(name, value), origin
    for one in limits_in_force()[0]:
        yield f"[{one.table}] {one.name}", str(one.value), one.source


def _shown(name: str, value: object) -> str:
    if not value:
        return "not set" if value in ("", None, ()) else str(value)
    if name == "DATABASE_URL":
        parts = urlsplit(str(value))
        return str(value) if not parts.password else str(value).replace(f":{parts.password}@", ":•••@")
    if _SECRET.search(name):
        return "•••"
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
