"""Recall through an agent's door: the answer, and the trace it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.clock import hub_now
from knowledge.conf import keyed_digest
from knowledge.engine.forms import normalize_key
from knowledge.engine.lineage import normal_source_key
from knowledge.errors import NotFound
from knowledge.measures import FAILED_ARMS, RECALL_SECONDS, RECALLS
from knowledge.queries.recall import RecallHit, RecallRequest, RecallResult, search
from knowledge.services.access import Access, remember

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor

__all__ = ["RecallRequest", "RecallResult", "recall"]

_WHOLE = RECALL_SECONDS.labels("all")


def recall(*, actor: Actor, agent: str, request: RecallRequest, now: datetime | None = None) -> RecallResult:
    """Answer a query for an agent; exactly the rows returned count as recalled.

    The trace (access counts, access log) is written at most a second later and never delays or
    fails the answer. People's pages call the query instead: looking does not rehearse.

    Raises:
        NotFound: not this actor's agent.
        Invalid: a field of the request breaks a rule.
    """
    if not actor.may_touch(agent):
        raise NotFound("There is no such agent.")
    moment = now or hub_now()
    with _WHOLE.time():
        result = search(agent=agent, request=request, now=moment)
    RECALLS.labels(request.mode).inc()
    for arm in result.degraded:
        FAILED_ARMS.labels(arm).inc()
    leave_trace(
        actor=actor, agent=agent, query=request.query, hits=result.hits, at=moment, session=request.session or ""
    )
    return result


def leave_trace(
    *, actor: Actor, agent: str, query: str, hits: Sequence[RecallHit], at: datetime, session: str = ""
) -> None:
    """Note which memories an agent was told; people who look leave none.

    Args:
        actor: who was told.
        agent: whose memories.
        query: what was asked; only its digest is kept.
        hits: exactly what was told.
        at: when.
        session: key of the conversation that asked; it lives on.
    """
    if actor.kind != "agent":
        return
    remember(
        Access(
            at=at,
            agent=agent,
            door=actor.door,
            actor=actor.name,
            query_digest=keyed_digest(normalize_key(query)),
            hits=tuple((hit.memory.number, hit.memory.version, hit.score) for hit in hits),
            session=normal_source_key(session),
        )
    )
