"""Let an agent listen to a conversation, through the door for agents."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from knowledge.errors import HubError
from knowledge.management.console import command_actor
from memoryhub import tokens

TOKEN = "MEMORYHUB_TOKEN"  # noqa: S105 - the name of a variable
MAY = (tokens.READ, tokens.WRITE, tokens.WIKI_READ, tokens.WIKI_WRITE)


class Command(BaseCommand):
    """The hub has to run. The agent's token lives as long as the command, unless one is given."""

    help = (
        "Let an agent without a language model listen to a conversation through the running hub's door for agents, so "
        "that every page fills while one watches: it looks up each question, learns, notes a mistake, meets the guard. "
        "Example: python3 manage.py demo_agent --pause 2"
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("file", nargs="?", help="turns as JSON lines {session, id, speaker, time, text}")
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="of the running hub")
        parser.add_argument("--agent", default="listener", help="name of the agent (default: listener)")
        parser.add_argument("--pause", type=float, default=0.5, help="seconds after each question (default: 0.5)")
        parser.add_argument("--most", type=int, default=2_000, help="listen to so many turns (default: 2000)")
        parser.add_argument("--zone", default="Z", help="zone of times that have none, like +09:00 (default: Z)")
        parser.add_argument("--json", action="store_true", help="report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Listen; exit code 1 when the hub cannot be reached."""
        from memoryhub.demo import listener  # noqa: PLC0415 - loading the protocol takes seconds, --help does not
        from memoryhub.demo.talk import TALK  # noqa: PLC0415 - the same

        try:
            turns = TALK
            if options["file"]:
                with Path(options["file"]).open(encoding="utf-8") as lines:
                    turns = listener.read_turns(lines, zone=options["zone"])
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        say = (lambda _line: None) if options["json"] else self.stdout.write
        given = os.environ.get(TOKEN, "")
        try:
            minted = None if given else tokens.mint(actor=command_actor(), agent=options["agent"], scopes=MAY, days=1)
        except HubError as error:
            raise CommandError(error.message) from error
        secret = given if minted is None else minted.secret
        try:
            report = asyncio.run(
                listener.listen(
                    url=options["url"],
                    token=secret,
                    turns=turns[: options["most"]],
                    say=say,
                    pause=max(0.0, options["pause"]),
                )
            )
        # The protocol's library wraps what goes wrong on the way in groups of its own.
        except Exception as error:
            raise CommandError(f"The hub at {options['url']} did not answer as one: is it running?") from error
        finally:
            if minted is not None:
                tokens.revoke(actor=command_actor(), token_id=minted.token.id)
        self.stdout.write(json.dumps(report.as_json(), ensure_ascii=False) if options["json"] else f"{report}")
