"""What each kind of actor may do, asked by the services themselves so that every door agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.errors import Refused

if TYPE_CHECKING:
    from knowledge.engine.types import Actor

_WRITING_ROLES = frozenset({"curator", "admin"})


def check_may_write(actor: Actor) -> None:
    """Refuse a person whose role only reads; agents and jobs are checked by their credential.

    Raises:
        Refused: the person is neither curator nor administrator.
    """
    if actor.kind == "person" and not actor.roles & _WRITING_ROLES:
        raise Refused("Your role only reads; ask a curator or an administrator.")
