"""Hand all memories of an agent over to another."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from knowledge.management.commands.migrate_namespace import in_words, told
from knowledge.management.console import PreviewedCommand, command_actor
from knowledge.services import moving

EXAMPLE = "Example: python3 manage.py hand_over alice bob --apply"


class Command(PreviewedCommand):
    """Show what it would do; with --apply, do it."""

    help = f"Hand all memories of an agent over to another, chains and all; a preview without --apply. {EXAMPLE}"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument("agent", help="who gives")
        parser.add_argument("to", help="who takes; it may be new")
        parser.add_argument("--reason", default="", help="for the audit")

    def run(self, options: dict[str, Any]) -> tuple[Any, str]:
        """Preview or do it."""
        where = {"actor": command_actor(), "agent": options["agent"], "to": options["to"]}
        if options["apply"]:
            done = moving.hand_over(**where, seen=options["hash"], reason=options["reason"])
            return asdict(done), told(done)
        seen = moving.preview_hand_over(**where)
        words = f"{seen.agent} to {seen.to}: {in_words(seen)}.\nNothing was changed; use --apply --hash {seen.hash}"
        return asdict(seen), words
