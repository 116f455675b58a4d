"""Forget where something was learned, for good."""

from __future__ import annotations

import argparse
import json
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from knowledge.engine.instants import format_instant, parse_instant
from knowledge.engine.lineage import Selector
from knowledge.errors import HubError
from knowledge.management.console import command_actor
from knowledge.queries.sources import PlanView, plan_in_full, plans, sources
from knowledge.services import forget_steps, forgetting

EXAMPLE = "Example: python3 manage.py forget_source plan --agent alice --session chat-1 --item 10"


class Command(BaseCommand):
    """List what can be forgotten, plan it, and apply a plan that was approved."""

    help = f"Forget a source for good: list, plan, apply. {EXAMPLE}"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the things to do."""
        actions = parser.add_subparsers(dest="action", required=True, metavar="list | plan | apply | finish")
        listing = actions.add_parser("list", help="show sources, plans and their state", description=EXAMPLE)
        listing.add_argument("--agent", help="whose sources; without it only plans are shown")
        listing.add_argument("--prefix", default="", help="what the session begins with")
        planning = actions.add_parser(
            "plan", help="say what would be deleted, and ask for approval", description=EXAMPLE
        )
        planning.add_argument("--agent", required=True, help="whose memory")
        planning.add_argument("--session", default="", help="the conversation; alone it is meant as a whole")
        planning.add_argument("--item", action="append", default=[], help="one message of the session; may be repeated")
        planning.add_argument("--up-to", type=int, metavar="N", help="of a whole session: the last position meant")
        planning.add_argument("--until", type=_moment, metavar="TIME", help="of a whole session: the last moment meant")
        planning.add_argument("--run", default="", help="one run")
        planning.add_argument("--file", default="", help="one import file")
        planning.add_argument(
            "--keep-confirmed", action="store_true", help="keep what another source said word for word"
        )
        planning.add_argument("--minutes", type=int, help="life of the plan, 1 to 1440")
        planning.add_argument("--reason", default="", help="for whoever decides")
        applying = actions.add_parser(
            "apply", help="delete what an approved plan names", description="Example: forget_source apply p_0123456789"
        )
        applying.add_argument("plan", help="the id of the plan")
        finishing = actions.add_parser("finish", help="do what is left after the commit of plans")
        for one in (applying, finishing):
            one.add_argument(
                "--vacuum", action="store_true", help="also write PostgreSQL's tables anew; keeps all waiting"
            )
        for one in (listing, planning, applying, finishing):
            one.add_argument("--json", action="store_true", help="print JSON for scripts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it; any refusal is one sentence and exit code 1."""
        try:
            found, words = getattr(self, f"_{options['action']}")(options)
        except HubError as error:
            raise CommandError(error.message) from error
        self.stdout.write(json.dumps(found, ensure_ascii=False, default=str) if options["json"] else words)

    def _list(self, options: dict[str, Any]) -> tuple[Any, str]:
        agent = options["agent"]
        page = None if agent is None else sources(agent=agent, prefix=options["prefix"], limit=200)
        shown = [] if page is None else page.items
        planned = plans(agents=None if agent is None else {agent})
        found = {
            "sources": [{"session": one.session, "kinds": one.kinds, "memories": one.memories} for one in shown],
            "plans": [_plan(one) for one in planned],
        }
        lines = [f"{one.session}  {', '.join(one.kinds)}  {one.memories:,} memories" for one in shown]
        lines += [f"{one.id}  {one.agent}  {one.status}  {one.counts.get('memories', 0):,} memories" for one in planned]
        return found, "\n".join(lines) or "Nothing is planned."

    def _plan(self, options: dict[str, Any]) -> tuple[Any, str]:
        items = tuple((options["session"], item) for item in options["item"])
        selector = Selector(
            items=items,
            session="" if items else options["session"],
            up_to=options["up_to"],
            until=options["until"],
            run=options["run"],
            file=options["file"],
            keep_confirmed=options["keep_confirmed"],
        )
        name = forgetting.plan(
            actor=command_actor(),
            agent=options["agent"],
            selector=selector,
            reason=options["reason"],
            minutes=options["minutes"],
        )
        found = plan_in_full(agents=None, plan_id=name)
        counts = ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in found.counts.items() if count)
        words = (
            f"Plan {found.id}: {counts or 'nothing was learned there'}.\nOut of reach: memories that name no message"
            f" {found.unreachable['untracked']:,}, of other agents {found.unreachable['elsewhere']:,}, backups, copies"
            f" elsewhere.\nAn administrator has to approve it in the Queue by {format_instant(found.expires_at)}; then:"
            f" forget_source apply {found.id}"
        )
        return _plan(found), words

    def _apply(self, options: dict[str, Any]) -> tuple[Any, str]:
        done = forgetting.apply(actor=command_actor(), plan_id=options["plan"])
        steps = forget_steps.run_steps(plan_id=options["plan"], vacuum=options["vacuum"])[options["plan"]]
        found = {
            "plan": done.plan_id,
            "deleted": done.deleted,
            "kept": done.kept,
            "returned": done.returned,
            "steps": steps,
        }
        words = f"{done.deleted:,} rows deleted for good, {len(done.returned):,} true again or longer.\n{_steps(steps)}"
        return found, words

    def _finish(self, options: dict[str, Any]) -> tuple[Any, str]:
        found = forget_steps.run_steps(vacuum=options["vacuum"])
        lines = [f"{name}\n{_steps(steps)}" for name, steps in found.items()]
        return found, "\n".join(lines) or "Nothing is left to do."


def _plan(found: PlanView) -> dict[str, Any]:
    names = ("id", "agent", "status", "hash", "counts", "unreachable", "reasons", "steps", "request", "expires_at")
    return {name: getattr(found, name) for name in names}


def _steps(steps: list[dict[str, Any]]) -> str:
    return "\n".join(f"  {one['name']}: {one['state']}{' – ' + one['note'] if one['note'] else ''}" for one in steps)


def _moment(text: str) -> datetime:
    try:
        return parse_instant(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
