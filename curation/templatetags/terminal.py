"""What pages show for typing into a terminal."""

from __future__ import annotations

from django import template

from knowledge.command_lines import command_line, environment

register = template.Library()


@register.simple_tag
def command(typed: str, argument: str = "", *, stranger: bool = False) -> str:
    """Return what to type for a command of this hub.

    Args:
        typed: the command, `run_job`.
        argument: one more word, `expire_memories`.
        stranger: whether somebody reads it who has not signed in; what would show where the hub lies is left out then.
    """
    return "" if stranger and environment() else command_line(f"{typed} {argument}".strip())
