"""Counts of the burst guard, asked with every write that is counted: three small statements, built by hand.

Building them from model objects costs several times what the database takes to answer.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC
from typing import TYPE_CHECKING, Any

from django.db import connection

from knowledge.engine.ids import first_id
from knowledge.models.entity import ALIAS_BELIEVED
from knowledge.models.memory import BELIEVED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from datetime import datetime

_AT_ONCE = 400
_COUNTS = (
    "SELECT subject, origin, origin_class, SUM(CASE WHEN at > %s THEN 1 ELSE 0 END),"
    " SUM(CASE WHEN at > %s THEN 1 ELSE 0 END) FROM knowledge_guardsighting"
    " WHERE agent_id = %s AND at > %s AND subject IN ({marks}) GROUP BY subject, origin, origin_class"
)
_SPREAD = (
    "SELECT content, origin, COUNT(DISTINCT agent_id) FROM knowledge_guardsighting"
    " WHERE at > %s AND content IN ({marks}) GROUP BY content, origin"
)
_NAMES = (
    "SELECT alias_key, canonical FROM knowledge_entityalias"
    " WHERE agent_id = %s AND standing = %s AND alias_key IN ({marks})"
)

_LAST = (
    "SELECT s.origin, s.subject, m.content FROM knowledge_guardsighting s"
    " JOIN knowledge_memory m ON m.number = s.memory_id"
    " WHERE s.agent_id = (SELECT id FROM knowledge_agent WHERE name = %s) AND s.at > %s AND s.subject IN ({marks})"
    " ORDER BY s.at DESC, s.id DESC LIMIT 2000"
)
# Ids sort by the moment they were made: without that bound an agent that rested for a day would be read whole.
_OF_AGENT = (
    "SELECT origin, subject, content FROM knowledge_memory"
    " WHERE agent_id = (SELECT id FROM knowledge_agent WHERE name = %s) AND standing = %s AND id >= %s"
    " AND ingested_at > %s ORDER BY id DESC LIMIT %s"
)
_OF_SESSION = (
    "SELECT m.content FROM knowledge_memorysource s JOIN knowledge_memory m ON m.number = s.memory_id"
    " WHERE s.kind = %s AND s.session = %s AND m.agent_id = (SELECT id FROM knowledge_agent WHERE name = %s)"
    " AND s.role = 'direct' ORDER BY s.id DESC LIMIT %s"
)


def counts(
    *, agent_id: int, subjects: Collection[str], short_since: datetime, long_since: datetime
) -> tuple[dict[tuple[str, str], tuple[int, int]], dict[tuple[str, str], int]]:
    """Count what was seen about some subjects of one agent.

    Args:
        agent_id: whose.
        subjects: their digests.
        short_since, long_since: sightings later than these count.

    Returns:
        Per (subject, origin) the counts of the two windows, and per (subject, class of origin) that of the short one.
    """
    short, long = _moment(short_since), _moment(long_since)
    first = min(short_since, long_since)
    by_origin: dict[tuple[str, str], tuple[int, int]] = {}
    by_class: defaultdict[tuple[str, str], int] = defaultdict(int)
    for subject, origin, name, near, far in _rows(_COUNTS, [short, long, agent_id, _moment(first)], subjects):
        by_origin[subject, origin] = (near, far)
        by_class[subject, name] += near
    return by_origin, by_class


def spread(*, contents: Collection[str], since: datetime) -> dict[tuple[str, str], int]:
    """Return in how many agents an origin said a text later than a moment, per (digest of the text, origin)."""
    return {(content, origin): agents for content, origin, agents in _rows(_SPREAD, [_moment(since)], contents)}


def last_said(
    *, agent: str, subjects: Collection[tuple[str, str]], since: datetime, most: int
) -> list[tuple[str, str, str]]:
    """Return the last texts that were counted, oldest first.

    Args:
        agent: whose.
        subjects: origins with digests of subjects.
        since: only what was said later.
        most: texts of each.

    Returns:
        Origin, digest of the subject, text.
    """
    found: list[tuple[str, str, str]] = []
    taken: defaultdict[tuple[str, str], int] = defaultdict(int)
    for origin, subject, content in _rows(_LAST, [agent, _moment(since)], {subject for _, subject in subjects}):
        if (origin, subject) in subjects and taken[origin, subject] < most:
            taken[origin, subject] += 1
            found.append((origin, subject, content))
    return found[::-1]


def last_of_session(agent: str, kind: str, session: str, *, most: int) -> list[str]:
    """Return the last texts that came from a session, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(_OF_SESSION, [kind, session, agent, most])
        return [content for (content,) in cursor.fetchall()][::-1]


def last_of_agent(agent: str, *, since: datetime, most: int) -> list[tuple[str, str | None, str]]:
    """Return origin, subject and text of the last believed memories of an agent, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(_OF_AGENT, [agent, BELIEVED, first_id("m", since), _moment(since), most])
        return list(cursor.fetchall())[::-1]


def lock_texts(contents: Collection[str]) -> None:
    """Keep others from counting the same texts until this transaction is over.

    On SQLite there is one writer at a time anyway. Taken before any agent is locked, so that two writers never wait for
    each other.

    Args:
        contents: digests of the texts, 32 hexadecimal characters each.
    """
    if connection.vendor != "postgresql" or not contents:
        return
    numbers = sorted({int(content[:15], 16) for content in contents})
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(n) FROM unnest(%s::bigint[]) WITH ORDINALITY AS t(n, i)", [numbers]
        )


def canonical_names(*, agent_id: int, keys: Collection[str]) -> dict[str, str]:
    """Return, per key that is another name, what it stands for."""
    return dict(_rows(_NAMES, [agent_id, ALIAS_BELIEVED], keys))


def _moment(at: datetime) -> Any:
    if connection.vendor == "sqlite":  # as Django writes it there, without asking for the zone of the settings
        return at.astimezone(UTC).replace(tzinfo=None).isoformat(" ")
    return connection.ops.adapt_datetimefield_value(at)


def _rows(sql: str, values: Sequence[Any], listed: Collection[str]) -> Iterator[tuple[Any, ...]]:
    ordered = sorted(listed)
    with connection.cursor() as cursor:
        for start in range(0, len(ordered), _AT_ONCE):
            some = ordered[start : start + _AT_ONCE]
            cursor.execute(sql.format(marks=", ".join(["%s"] * len(some))), [*values, *some])
            yield from cursor.fetchall()
