"""Take back everything one origin said."""

from __future__ import annotations

import argparse
import json
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from knowledge.engine.instants import parse_instant
from knowledge.errors import HubError
from knowledge.management.console import command_actor
from knowledge.queries.origins import OriginPreview, preview
from knowledge.services import origins


class Command(BaseCommand):
    """Show what it would do; with --apply, do it; with --undo, put it back."""

    help = (
        "Show what taking an origin back would close, and do it with --apply. "
        'Example: python3 manage.py invalidate_by_origin channel:bad --agent alice --apply --reason "poisoned"'
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("origin", nargs="?", default="", help="the whole origin, for example channel:bad")
        parser.add_argument("--agent", help="whose memory")
        parser.add_argument("--since", type=_moment, help="only what was learned at or after this time, with a zone")
        parser.add_argument("--apply", action="store_true", help="do it; without this nothing is changed")
        parser.add_argument("--undo", metavar="ID", default="", help="put back what this rollback closed")
        parser.add_argument("--reason", default="", help="why; needed with --apply")
        parser.add_argument("--json", action="store_true", help="print JSON for scripts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it; any refusal is one sentence and exit code 1."""
        try:
            found = self._run(options)
        except HubError as error:
            raise CommandError(error.message) from error
        self.stdout.write(json.dumps(found, ensure_ascii=False) if options["json"] else _in_words(found))

    def _run(self, options: dict[str, Any]) -> dict[str, Any]:
        actor, reason = command_actor(), options["reason"]
        if options["undo"]:
            undone = origins.undo(actor=actor, rollback_id=options["undo"], reason=reason)
            skipped = [{"memory": name, "why": why} for name, why in undone.skipped]
            return {"action": "undo", "rollback": undone.rollback_id, "restored": undone.restored, "skipped": skipped}
        if not options["origin"] or not options["agent"]:
            raise CommandError("Name the origin, and the agent with --agent.")
        where = {"agent": options["agent"], "origin": options["origin"], "since": options["since"]}
        if not options["apply"]:
            return {"action": "preview", **_counted(preview(**where))}
        done = origins.invalidate_by_origin(actor=actor, reason=reason, **where)
        return {
            "action": "apply",
            "rollback": done.rollback_id,
            "closed": done.closed,
            "lowered": done.lowered,
            "returned": list(done.returned),
            "not_returned": list(done.not_returned),
        }


def _counted(found: OriginPreview) -> dict[str, Any]:
    return {
        "closed": found.closed,
        "rows": [row.id for row in found.rows],
        "derived": {str(depth): count for depth, count in found.derived},
        "returns": [one.memory.id for one in found.returns],
        "returning": found.returning,
    }


def _in_words(found: dict[str, Any]) -> str:
    if found["action"] == "undo":
        left = "".join(f"\n  {one['memory']}: {one['why']}" for one in found["skipped"])
        return f"{found['restored']:,} rows are believed again, {len(found['skipped']):,} stay as they are.{left}"
    if found["action"] == "preview":
        below = sum(found["derived"].values())
        return (
            f"{found['closed']:,} rows would be closed, {below:,} made from them trusted less,"
            f" {found['returning']:,} true again or longer. Nothing was changed; use --apply with --reason."
        )
    kept = f", {len(found['not_returned']):,} may not return" if found["not_returned"] else ""
    undo = f" Undo with --undo {found['rollback']}." if found["rollback"] else ""
    return (
        f"{found['closed']:,} rows closed, {found['lowered']:,} trusted less,"
        f" {len(found['returned']):,} true again or longer{kept}.{undo}"
    )


def _moment(text: str) -> datetime:
    try:
        return parse_instant(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
