"""Measure the hub beside plain SQLite, on data folders of its own."""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Print ratios for writing, recall, history and lists at several sizes.

    Example: python3 manage.py bench --sizes 10000 100000
    """

    help = "Ratios for write, recall and history against plain SQLite. Example: manage.py bench --sizes 10000 100000"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the sizes and rounds."""
        parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000], help="memories in the hub")
        parser.add_argument("--each", type=int, default=2_000, help="memories of one agent")
        parser.add_argument("--rounds", type=int, default=200)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Run every size in a process of its own, so that none warms the other up."""
        script = Path(settings.BASE_DIR) / "tests" / "bench" / "speed.py"
        for size in options["sizes"]:
            agents = max(1, size // options["each"])
            command = [sys.executable, str(script), "--rows", str(size), "--agents", str(agents)]
            done = subprocess.run([*command, "--rounds", str(options["rounds"])], check=False)
            if done.returncode:
                raise CommandError(f"The run with {size} memories failed; its output says why.")
