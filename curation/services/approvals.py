"""Requests that wait for a person: opening them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from curation.models import PENDING, ApprovalItem, ApprovalRequest
from knowledge.engine.ids import digest, new_id

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.types import Actor

LIFE_SECONDS = {"fact_conflict": 86_400, "alias_review": 86_400}
"""How long a request of each kind waits; no answer counts as a rejection."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A held write as a request shows it: every field a person judges by."""

    memory: str
    rival: str
    content: str
    subject: str | None
    predicate: str | None
    object: str | None
    origin: str
    origin_trust: float
    confidence: float
    valid_from: datetime
    valid_until: datetime | None

    def digest(self) -> str:
        """Return a digest over all fields; no two different claims share one."""
        return digest(
            self.memory,
            self.rival,
            self.content,
            self.subject,
            self.predicate,
            self.object,
            self.origin,
            repr(self.origin_trust),
            repr(self.confidence),
            self.valid_from.isoformat(),
            self.valid_until.isoformat() if self.valid_until else None,
        )


def open_conflict(*, actor: Actor, agent: str, reason: str, claim: Claim, now: datetime) -> str:
    """Open a request about a held write, inside the transaction of that write.

    Returns:
        The id of the request.
    """
    request = ApprovalRequest.objects.create(
        id=new_id("r", now),
        kind="fact_conflict",
        agent=agent,
        status=PENDING,
        reason=reason,
        digest=claim.digest(),
        raised_by_kind=actor.kind,
        raised_by=actor.name[:200],
        raised_by_token=actor.token_id,
        created_at=now,
        expires_at=now + timedelta(seconds=LIFE_SECONDS["fact_conflict"]),
    )
    ApprovalItem.objects.create(request=request, memory=claim.memory, rival=claim.rival)
    return request.id


@dataclass(frozen=True, slots=True)
class NameClaim:
    """A held other name as a request shows it: every field a person judges by."""

    alias: str
    stated: str
    canonical: str
    origin: str
    origin_trust: float

    def digest(self) -> str:
        """Return a digest over all fields; no two different claims share one."""
        return digest(self.alias, self.stated, self.canonical, self.origin, repr(self.origin_trust))


def open_alias_review(*, actor: Actor, agent: str, reason: str, item: str, claim: NameClaim, now: datetime) -> str:
    """Open a request about a held other name, inside the transaction of that write.

    Args:
        actor: who said it.
        agent: whose entities.
        reason: why it waits.
        item: `alias:` and its id.
        claim: what is shown.
        now: moment of the write.

    Returns:
        The id of the request.
    """
    request = ApprovalRequest.objects.create(
        id=new_id("r", now),
        kind="alias_review",
        agent=agent,
        status=PENDING,
        reason=reason,
        digest=claim.digest(),
        raised_by_kind=actor.kind,
        raised_by=actor.name[:200],
        raised_by_token=actor.token_id,
        created_at=now,
        expires_at=now + timedelta(seconds=LIFE_SECONDS["alias_review"]),
    )
    ApprovalItem.objects.create(request=request, memory=item, digest=claim.digest())
    return request.id


def count_again(*, memory: str) -> str | None:
    """Note that the same claim was made once more; return the id of its request."""
    item = ApprovalItem.objects.filter(memory=memory, request__status=PENDING).select_related("request").first()
    if item is None:
        return None
    item.request.count += 1
    item.request.save(update_fields=["count"])
    return item.request.id
