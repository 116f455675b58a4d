"""Taking back what a person decided about another name: it waits again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.errors import Conflict, NotFound
from knowledge.models import EntityAlias
from knowledge.models.entity import ALIAS_BELIEVED, ALIAS_HELD, ALIAS_REJECTED
from knowledge.services import alias_links, audit
from knowledge.services.agents import lock_agent
from knowledge.services.permissions import check_may_write
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.types import Actor


def wait_again(
    *,
    actor: Actor,
    agent: str,
    alias_id: int,
    origin: str,
    origin_trust: float,
    reason: str = "",
    now: datetime | None = None,
) -> int:
    """Let a name that was approved or rejected wait again, said by whoever said it first.

    Args:
        actor: who takes the decision back.
        agent: whose entities.
        alias_id: of the name as it was decided.
        origin, origin_trust: of whoever said it, before a person vouched for it.
        reason: for the audit.
        now: moment of the write; None reads the hub clock.

    Returns:
        The id under which it waits now.

    Raises:
        Conflict: it has been removed since.
        NotFound: not this actor's agent.
    """
    check_may_write(actor)
    if not actor.may_touch(agent):
        raise NotFound("There is no such name.")
    with write_transaction(now) as opened:
        locked = lock_agent(opened, agent)
        decided = EntityAlias.objects.filter(agent=locked, standing__in=(ALIAS_BELIEVED, ALIAS_REJECTED))
        row = decided.filter(pk=alias_id).first()
        if row is None:
            raise Conflict("Something has changed since this decision; it can no longer be undone.")
        if row.standing == ALIAS_BELIEVED:
            alias_links.part(locked, row)
            row.pk = None
        row.standing, row.origin, row.origin_trust = ALIAS_HELD, origin, origin_trust
        row.canonical, row.canonical_key = row.stated, row.stated_key
        row.save()
        entry = audit.AuditRecord("alias.undone", agent=agent, target=f"alias:{row.pk}", reason=reason)
        audit.record(opened, actor, entry)
        return row.pk
