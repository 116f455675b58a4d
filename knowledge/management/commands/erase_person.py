"""Erase everything that names a person."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from knowledge.management.console import PreviewedCommand, command_actor
from knowledge.services import forget_steps, persons

EXAMPLE = "Example: python3 manage.py erase_person 'Mika Sato' --agent alice --apply"


class Command(PreviewedCommand):
    """Show what it would delete; with --apply, delete it for good."""

    help = f"Erase a person: rows that name them, pages, mistakes, traces; a preview without --apply. {EXAMPLE}"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument("who", help="the person's name; other names that an agent knows count too")
        parser.add_argument("--agent", help="only in this agent's memory and wiki; without it everywhere")
        parser.add_argument("--reason", default="", help="for the audit; do not repeat the name there")
        parser.add_argument(
            "--vacuum", action="store_true", help="also write PostgreSQL's tables anew; keeps all waiting"
        )

    def run(self, options: dict[str, Any]) -> tuple[Any, str]:
        """Preview or do it."""
        where = {"actor": command_actor(), "who": options["who"], "agent": options["agent"]}
        if not options["apply"]:
            seen = persons.preview(**where)
            return _plain(seen), f"{_in_words(seen)}\nNothing was changed; use --apply --hash {seen.hash}"
        done = persons.erase_person(**where, seen=options["hash"], reason=options["reason"])
        steps: dict[str, list[dict[str, Any]]] = {}
        for name in done.plans:
            steps |= forget_steps.run_steps(plan_id=name, vacuum=options["vacuum"])
        told = dict.fromkeys(f"  {one['name']}: {one['state']}" for found in steps.values() for one in found)
        return _plain(done) | {"steps": steps}, "\n".join([_in_words(done), *told])


def _plain(found: persons.ErasureReport) -> dict[str, Any]:
    return asdict(found) | {"total": found.total}


def _in_words(found: persons.ErasureReport) -> str:
    verb = "deleted for good" if found.applied else "would be deleted"
    lines = [f"Names: {', '.join(found.names)}."]
    for agent, counts in sorted(found.counts.items()):
        told = ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in counts.items() if count)
        lines.append(f"{agent or 'shared wiki'}: {told} {verb}.")
    if any(counts.get("source_keys") for counts in found.counts.values()):
        lines.append("Keys of sources that name the person are replaced by a word that tells nobody.")
    if found.counts:
        lines.append("Out of reach: backups and exports made before, the audit, and what the programs themselves keep.")
    return "\n".join(lines) if found.counts else f"{lines[0]}\nNothing names this person."
