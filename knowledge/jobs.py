"""What the memory does by the clock. Each job reads the clock once, calls one service, and says what it did."""

from __future__ import annotations

from datetime import timedelta

from knowledge.clock import hub_now
from knowledge.conf import limits
from knowledge.engine.types import Actor
from knowledge.services import access

_ACTOR = Actor(kind="system", name="jobs", door="job", agents=None)


def trim_access_log(*, dry_run: bool = False) -> str:
    """Delete the traces of recalls that are older than `access_log_days`."""
    days = limits().access_log_days
    before = hub_now() - timedelta(days=days)
    if dry_run:
        return f"{access.count_old(before=before)} recalls older than {days} days would be deleted"
    return f"{access.forget_old(actor=_ACTOR, before=before)} recalls older than {days} days deleted"
