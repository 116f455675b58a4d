"""Serve one agent's program through standard input and output."""

from __future__ import annotations

import argparse
import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from knowledge.command_lines import command_line
from memoryhub import tokens

TOKEN = "MEMORYHUB_TOKEN"  # noqa: S105 - the name of a variable


class Command(BaseCommand):
    """The token comes from the environment: arguments of a command are seen by everybody on the machine."""

    help = (
        "Serve the Model Context Protocol on standard input and output, for a client that starts this command itself. "
        f"The token is read from {TOKEN}. Example: {TOKEN}=mh_live_… python3 manage.py mcp_stdio"
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """No options: who calls is told by the token."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until the input is closed."""
        if tokens.verify(os.environ.get(TOKEN, ""), door="mcp") is None:
            raise CommandError(f"{TOKEN} holds no token that is good: make one with {command_line('token mint')}.")
        from memoryhub.mcp import stdio  # noqa: PLC0415 - loading the protocol takes seconds, --help does not

        stdio.serve()
