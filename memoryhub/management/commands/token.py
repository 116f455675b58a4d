"""Make, list and revoke the tokens of programs."""

from __future__ import annotations

import argparse
import dataclasses
import getpass
import json
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from knowledge.engine.instants import format_instant
from knowledge.engine.types import Actor
from knowledge.errors import HubError
from memoryhub import tokens

EXAMPLE = "Example: python3 manage.py token mint alice --scopes memory:read memory:write --days 90"


class Command(BaseCommand):
    """Whoever may run commands on the hub's machine may do this."""

    help = f"Make, list and revoke tokens for agents and other programs. {EXAMPLE}"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the three things to do."""
        actions = parser.add_subparsers(dest="action", required=True, metavar="mint | list | revoke")
        mint = actions.add_parser("mint", help="make a token; it is shown once", description=EXAMPLE)
        mint.add_argument("agent", nargs="?", default="", help="the agent's name; may be left out with --user")
        mint.add_argument(
            "--scopes",
            nargs="+",
            action="extend",
            default=[],
            metavar="SCOPE",
            help=f"what it may do: {', '.join(tokens.SCOPES)} (spaces or commas between them)",
        )
        mint.add_argument("--days", type=int, metavar="N", help="life in days; without it the token does not expire")
        mint.add_argument("--origin", metavar="CLASS[:NAME]", help="origin of what it writes (default: agent_derived)")
        mint.add_argument("--user", default="", metavar="NAME", help="make it for this person, with the person's roles")
        revoke = actions.add_parser(
            "revoke", help="end a token at once", description="Example: python3 manage.py token revoke t_0123456789ab"
        )
        revoke.add_argument("id", help="the token's id, as `token list` shows it")
        listing = actions.add_parser(
            "list", help="show all tokens", description="Example: python3 manage.py token list --json"
        )
        for action in (mint, revoke, listing):
            action.add_argument("--json", action="store_true", help="print JSON for scripts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it; any refusal is one sentence and exit code 1."""
        try:
            getattr(self, f"_{options['action']}")(options)
        except HubError as error:
            raise CommandError(error.message) from error

    def _mint(self, options: dict[str, Any]) -> None:
        minted = tokens.mint(
            actor=_actor(),
            agent=options["agent"],
            user=options["user"],
            scopes=[scope for given in options["scopes"] for scope in given.split(",") if scope],
            days=options["days"],
            origin=options["origin"],
        )
        if options["json"]:
            self._print({"token": minted.secret, **_fields(minted.token)})
            return
        self.stdout.write(minted.secret)
        whose = f"agent {minted.token.agent}" if not minted.token.user else f"person {minted.token.user}"
        until = f"until {format_instant(minted.token.expires_at)}" if minted.token.expires_at else "without an end"
        self.stderr.write(f"Token {minted.token.id} for {whose}, {until}. It cannot be shown again: keep it safe.")

    def _list(self, options: dict[str, Any]) -> None:
        found = tokens.listed()
        if options["json"]:
            self._print([_fields(token) for token in found])
            return
        if not found:
            self.stdout.write(f"There are no tokens. {EXAMPLE}")
        for token in found:
            whose = token.agent if not token.user else f"{token.user} (person) {token.agent}".strip()
            scopes = " ".join(token.scopes) or "all of the role"
            used = f"used {format_instant(token.last_used_at)}" if token.last_used_at else "never used"
            self.stdout.write(f"{token.id}  {token.state:<8} {whose}  [{scopes}]  {used}")

    def _revoke(self, options: dict[str, Any]) -> None:
        token = tokens.revoke(actor=_actor(), token_id=options["id"])
        if options["json"]:
            self._print(_fields(token))
            return
        self.stdout.write(f"Token {token.id} is revoked; the next call made with it is refused.")

    def _print(self, value: object) -> None:
        self.stdout.write(json.dumps(value, ensure_ascii=False, indent=2))


def _fields(token: tokens.TokenView) -> dict[str, Any]:
    fields = dataclasses.asdict(token)
    return {name: format_instant(one) if isinstance(one, datetime) else one for name, one in fields.items()}


def _actor() -> Actor:
    try:
        name = getpass.getuser()
    except (KeyError, OSError):
        name = "operator"  # an account without a name
    return Actor(kind="system", name=name, door="command", roles=frozenset({"admin"}), agents=None)
