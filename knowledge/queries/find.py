"""Searching as people do: with the filters of the list, and with the reasons of one result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from knowledge.queries.filters import SIGNAL_EVENTS, ListFilters
from knowledge.queries.recall import RecallHit, RecallRequest, RecallResult, place_of, search
from knowledge.queries.textindex import RowFilter

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

__all__ = ["RecallHit", "RecallResult", "find", "find_in_each", "reasons"]

_EVERYTHING = ListFilters()


def find(
    *,
    agent: str,
    query: str,
    mode: str = "recall",
    filters: ListFilters = _EVERYTHING,
    limit: int = 20,
    cursor: str | None = None,
    now: datetime | None = None,
) -> RecallResult:
    """Search one agent's current memories, telemetry apart. Looking changes nothing.

    Args:
        agent: namespace.
        query: words, no syntax.
        mode: `recall` weighs all signals, `keyword` the words alone.
        filters: as in the list; its state and words do not apply.
        limit: 1 to 100.
        cursor: `next` of the page before.

    Raises:
        Invalid: a value breaks a rule.
    """
    request = _request(query, mode, filters, limit=limit, cursor=cursor)
    return search(agent=agent, request=request, also=_further(filters), now=now)


def find_in_each(
    *,
    agents: Sequence[str],
    query: str,
    mode: str = "recall",
    filters: ListFilters = _EVERYTHING,
    limit: int = 5,
    now: datetime | None = None,
) -> list[tuple[str, RecallResult]]:
    """Search several agents, each by itself: their scores are relative to their own best match and do not compare."""
    return [
        (agent, find(agent=agent, query=query, mode=mode, filters=filters, limit=limit, now=now)) for agent in agents
    ]


def reasons(
    *,
    agent: str,
    memory_id: str,
    query: str,
    mode: str = "recall",
    filters: ListFilters = _EVERYTHING,
    now: datetime | None = None,
) -> tuple[int, RecallHit] | None:
    """Return the place of a memory among the results of a search, from 1, and its score taken apart."""
    request = _request(query, mode, filters, limit=1, cursor=None)
    return place_of(agent=agent, request=request, memory_id=memory_id, also=_further(filters), now=now)


def _request(query: str, mode: str, filters: ListFilters, *, limit: int, cursor: str | None) -> RecallRequest:
    return RecallRequest(
        query=query,
        limit=limit,
        layer=filters.layer,
        tags=filters.tags,
        since=filters.since,
        until=filters.until,
        subject=filters.subject,
        mode=mode,
        session=filters.session,
        cursor=cursor,
    )


def _further(filters: ListFilters) -> RowFilter:
    """Turn what a recall does not know of the list's filters into a condition on its rows."""
    telemetry = "(m.source_event = %(signal0)s OR m.source_event = %(signal1)s)"
    conditions = [telemetry if filters.signals else f"NOT {telemetry}"]
    params: list[tuple[str, Any]] = [(f"signal{place}", event) for place, event in enumerate(SIGNAL_EVENTS)]
    if filters.policy:
        conditions.append("m.policy = %(policy)s")
        params.append(("policy", filters.policy))
    if filters.origin:
        front = "" if ":" in filters.origin else " OR substr(m.origin, 1, %(class_length)s) = %(class)s"
        conditions.append(f"(m.origin = %(origin)s{front})")
        params.append(("origin", filters.origin))
        if front:
            params += [("class", f"{filters.origin}:"), ("class_length", len(filters.origin) + 1)]
    if filters.session:
        conditions.append(
            "EXISTS (SELECT 1 FROM knowledge_memorysource s WHERE s.memory_id = m.number AND s.session = %(session)s)"
        )
        params.append(("session", filters.session))
    return RowFilter(" AND ".join(conditions), tuple(params), any_session=filters.sessions)
