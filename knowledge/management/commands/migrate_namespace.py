"""Move an agent's memories to another name."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from knowledge.engine.instants import format_instant
from knowledge.errors import HubError
from knowledge.management.console import command_actor
from knowledge.queries.agents import agents
from knowledge.queries.moves import MoveView, move_in_full, moves
from knowledge.services import moving

EXAMPLE = "Example: python3 manage.py migrate_namespace plan internal/bot alice"


class Command(BaseCommand):
    """List namespaces and plans, plan a move, and apply a plan that was approved."""

    help = f"Move a namespace: list, plan, apply. {EXAMPLE}"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the things to do."""
        actions = parser.add_subparsers(dest="action", required=True, metavar="list | plan | apply")
        listing = actions.add_parser("list", help="show namespaces, plans and their state", description=EXAMPLE)
        planning = actions.add_parser("plan", help="say what would move, and ask for approval", description=EXAMPLE)
        planning.add_argument("agent", help="whose memories")
        planning.add_argument("to", help="the agent that takes them over; it may be new")
        planning.add_argument("--minutes", type=int, help="life of the plan, 1 to 1440")
        planning.add_argument("--reason", default="", help="for whoever decides")
        applying = actions.add_parser(
            "apply", help="move what an approved plan names", description="Example: migrate_namespace apply p_0123"
        )
        applying.add_argument("plan", help="the id of the plan")
        for one in (listing, planning, applying):
            one.add_argument("--json", action="store_true", help="print JSON for scripts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it; any refusal is one sentence and exit code 1."""
        try:
            found, words = getattr(self, f"_{options['action']}")(options)
        except HubError as error:
            raise CommandError(error.message) from error
        self.stdout.write(json.dumps(found, ensure_ascii=False, default=str) if options["json"] else words)

    def _list(self, options: dict[str, Any]) -> tuple[Any, str]:
        names, planned = agents(None), moves()
        found = {
            "namespaces": [{"agent": one.name, "memories": one.total} for one in names],
            "plans": [asdict(one) for one in planned],
        }
        lines = [f"{one.name}  {one.total:,} memories" for one in names]
        lines += [f"{one.id}  {one.agent} to {one.to}  {one.status}" for one in planned]
        return found, "\n".join(lines) or "There is no namespace yet."

    def _plan(self, options: dict[str, Any]) -> tuple[Any, str]:
        name = moving.plan_migration(
            actor=command_actor(),
            agent=options["agent"],
            to=options["to"],
            reason=options["reason"],
            minutes=options["minutes"],
        )
        found = move_in_full(plan_id=name)
        words = (
            f"Plan {found.id}: {in_words(found)}.\nAn administrator has to approve it by"
            f" {format_instant(found.expires_at)}; then: migrate_namespace apply {found.id}"
        )
        return asdict(found), words

    def _apply(self, options: dict[str, Any]) -> tuple[Any, str]:
        done = moving.apply_migration(actor=command_actor(), plan_id=options["plan"])
        return asdict(done), told(done)


def in_words(found: MoveView | moving.MovePreview) -> str:
    """Say what would move, and what not."""
    counts = ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in found.counts.items() if count)
    left = ", ".join(f"{name} {count:,}" for name, count in found.unreachable.items() if count)
    return f"{counts or 'nothing'}{f'; left where it is: {left}' if left else ''}"


def told(done: moving.MoveReport) -> str:
    """Say what was moved."""
    met = ", ".join(f"{name} {count:,}" for name, count in sorted(done.outcomes.items()))
    stayed = ", ".join(f"{name} {count:,}" for name, count in sorted(done.stayed.items()))
    left = ", ".join(f"{name} {count:,}" for name, count in done.unreachable.items() if count)
    lines = [f"{done.moved:,} rows of {done.agent} belong to {done.to} now, with {done.blocks:,} blocks."]
    lines += [f"Facts that both knew: {met}."] if met else []
    lines += [f"Stayed: {stayed}."] if stayed else []
    lines += [f"Left where it is: {left}."] if left else []
    return "\n".join(lines)
