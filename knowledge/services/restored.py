"""What has to happen in a hub's tables around a backup and after a restore, before anybody is served."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import connection
from django.db.models import F, Max

from knowledge.models import Agent
from knowledge.queries.vector_rows import EPOCH
from knowledge.services import audit
from knowledge.services.agents import check_may_administer
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from knowledge.engine.types import Actor


def note_backup(*, actor: Actor, digest: str, counts: Mapping[str, int], now: datetime | None = None) -> None:
    """Write into the audit that a backup was made.

    Args:
        actor: who made it.
        digest: checksum of the archive.
        counts: what is in it.
        now: moment of the record; None reads the hub clock.
    """
    with write_transaction(now) as opened:
        details = {"sha256": digest, **counts}
        audit.record(opened, actor, audit.AuditRecord("hub.backed_up", details=details))


def newest_generation() -> int:
    """Return the highest generation of any agent here, 0 when there is none."""
    found = Agent.objects.aggregate(facts=Max("generation"), live=Max("live_generation"))
    return max(found["facts"] or 0, found["live"] or 0)


def settle_restored(*, actor: Actor, newer_than: int, details: Mapping[str, Any], now: datetime | None = None) -> int:
    """Let nothing that a process kept from before pass for what is here now, and write down what happened.

    Args:
        actor: who restored.
        newer_than: the highest generation of the hub that was here before.
        details: which backup, and what it replaced.
        now: moment of the write; None reads the hub clock.

    Returns:
        How many agents there are.

    Raises:
        Refused: not an administrator.
    """
    check_may_administer(actor)
    with write_transaction(now) as opened:
        step = newer_than + EPOCH
        agents = Agent.objects.update(generation=F("generation") + step, live_generation=F("live_generation") + step)
        audit.record(opened, actor, audit.AuditRecord("hub.restored", details=dict(details)))
    return agents


def leave_no_bytes() -> None:
    """Write index and tables anew, so that nothing of a deleted row is left in them; nobody else may use them yet."""
    if connection.vendor == "sqlite":
        with write_transaction(), connection.cursor() as cursor:
            cursor.execute("INSERT INTO knowledge_memorytext (knowledge_memorytext) VALUES ('optimize')")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM" if connection.vendor == "sqlite" else "VACUUM FULL")
