"""Hand all memories of an agent over to another."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from knowledge.errors import HubError
from knowledge.management.commands.migrate_namespace import in_words, told
from knowledge.management.console import command_actor
from knowledge.services import moving

EXAMPLE = "Example: python3 manage.py hand_over alice bob --apply"


class Command(BaseCommand):
    """Show what it would do; with --apply, do it."""

    help = f"Hand all memories of an agent over to another, chains and all; a preview without --apply. {EXAMPLE}"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("agent", help="who gives")
        parser.add_argument("to", help="who takes; it may be new")
        parser.add_argument("--apply", action="store_true", help="do it; without this nothing is changed")
        parser.add_argument("--hash", default="", help="of the preview: if anything differs, nothing is done")
        parser.add_argument("--reason", default="", help="for the audit")
        parser.add_argument("--json", action="store_true", help="print JSON for scripts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it; any refusal is one sentence and exit code 1."""
        try:
            found, words = self._run(options)
        except HubError as error:
            raise CommandError(error.message) from error
        self.stdout.write(json.dumps(found, ensure_ascii=False) if options["json"] else words)

    def _run(self, options: dict[str, Any]) -> tuple[Any, str]:
        where = {"actor": command_actor(), "agent": options["agent"], "to": options["to"]}
        if options["apply"]:
            done = moving.hand_over(**where, seen=options["hash"], reason=options["reason"])
            return asdict(done), told(done)
        seen = moving.preview_hand_over(**where)
        words = f"{seen.agent} to {seen.to}: {in_words(seen)}.\nNothing was changed; use --apply --hash {seen.hash}"
        return asdict(seen), words
