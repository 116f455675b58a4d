"""Kinds of life time: which there are, and what a change of one would do before it is saved."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from django.db import connection
from django.db.models import Count, F, Q

from knowledge.clock import hub_now
from knowledge.engine.policies import BUILT_IN, TTL_RANGES, Advice, Cost, Policies, Policy, advise, overlaid
from knowledge.errors import NotFound
from knowledge.models import LegalHold, Memory
from knowledge.models import Policy as Row
from knowledge.models.memory import BELIEVED
from knowledge.queries.rows import read_rows
from knowledge.queries.views import current

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

EXAMPLES: Final = 20
"""Rows that a preview names of each kind."""
_TIMES: Final = (
    "number", "id", "agent", "expires_at", "said_from", "ingested_at", "ttl_seconds", "valid_from", "valid_until",
)  # fmt: skip
_VERSIONS = """
SELECT number, id FROM (
  SELECT m.number, m.id, m.valid_until, m.expires_at, m.policy, m.agent_id,
    ROW_NUMBER() OVER (PARTITION BY m.agent_id, m.fact_key ORDER BY m.valid_from DESC, m.number DESC) AS place
  FROM knowledge_memory m
  WHERE m.standing = 'believed' AND NOT (m.fact_key = '') {of_agent}
    AND (m.agent_id, m.fact_key) IN (
      SELECT k.agent_id, k.fact_key FROM knowledge_memory k
      WHERE k.policy = %(policy)s AND k.standing = 'believed' AND NOT (k.fact_key = '') {of_same_agent}
      GROUP BY k.agent_id, k.fact_key HAVING COUNT(*) > %(kept)s)
) m
WHERE m.policy = %(policy)s AND m.place > %(kept)s AND {over}
ORDER BY m.number LIMIT %(most)s
"""
"""Versions of one kind that ended and are more than are kept; what is true now, or will be, is never one of them."""
_ENDED = """
SELECT m.number, m.id FROM knowledge_memory m
WHERE m.standing = 'believed' AND m.policy = %(policy)s {of_agent} AND {over}
ORDER BY m.number LIMIT %(most)s
"""
_OVER = """
(m.valid_until <= %(end)s OR m.expires_at <= %(end)s)
AND NOT EXISTS (SELECT 1 FROM knowledge_legalhold h
  WHERE (h.agent_id = m.agent_id AND h.memory_id IS NULL) OR h.memory_id = m.number)
"""


@dataclass(frozen=True, slots=True)
class PolicyView:
    """One kind, and how it is used.

    Attributes:
        policy: its numbers.
        built_in: whether the hub knows it by itself.
        changed: whether people made or changed it.
        memories: how many memories that are true now live by it.
        updated_by, updated_at: who last changed it and when; None for one that nobody changed.
    """

    policy: Policy
    built_in: bool
    changed: bool
    memories: int
    updated_by: str
    updated_at: datetime | None


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change of one kind does to memories that are there.

    Attributes:
        expire: how many would expire at once.
        shorter, longer: how many would end earlier, or later, than they would otherwise.
        delete: how many ended versions the next clearing would delete for good.
        expire_ids, delete_ids: the first of them.
    """

    expire: int = 0
    shorter: int = 0
    longer: int = 0
    delete: int = 0
    expire_ids: tuple[str, ...] = ()
    delete_ids: tuple[str, ...] = ()

    @property
    def changes_something(self) -> bool:
        """Whether any memory that is there is touched."""
        return bool(self.expire or self.shorter or self.longer or self.delete)


def policies() -> Policies:
    """Return all kinds in force."""
    return overlaid(to_policy(row) for row in read_rows(Row, "", []))


def policy_names() -> tuple[str, ...]:
    """Return the names of all kinds, in order."""
    return tuple(sorted(policies().by_name))


def list_policies(*, now: datetime | None = None) -> tuple[PolicyView, ...]:
    """Return all kinds with their use, by name."""
    rows = {row.name: row for row in Row.objects.all()}
    kinds = overlaid(map(to_policy, rows.values())).by_name
    live = Memory.objects.filter(current(now or hub_now())).order_by()
    counts = dict(live.values_list("policy").annotate(count=Count("pk")))
    return tuple(_view(kind, rows.get(name), counts.get(name, 0)) for name, kind in sorted(kinds.items()))


def read_policy(*, name: str, now: datetime | None = None) -> PolicyView:
    """Return one kind.

    Raises:
        NotFound: there is no such kind.
    """
    row = Row.objects.filter(pk=name).first() if "\0" not in name else None
    kind = BUILT_IN.get(name) if row is None else to_policy(row)
    if kind is None:
        raise NotFound("There is no such life time.")
    return _view(kind, row, Memory.objects.filter(current(now or hub_now()), policy=name).count())


def advice(*, kind: str, failure_cost: Cost, interval_seconds: int | None) -> Advice:
    """Return numbers proposed for a kind of life time, with reasons; see `knowledge.engine.policies.advise`."""
    return advise(kind=kind, failure_cost=failure_cost, interval_seconds=interval_seconds)


def built_in_kinds() -> tuple[str, ...]:
    """Return the names of the kinds the hub knows by itself."""
    return tuple(TTL_RANGES)


def built_in_sentences() -> frozenset[str]:
    """Return what the hub itself says about its own kinds: reasons, and why a wrong answer costs something."""
    return frozenset(text for one in BUILT_IN.values() for text in (one.reason, one.failure_note) if text)


def effect(*, before: Policy | None, after: Policy, now: datetime | None = None) -> Effect:
    """Return what saving a kind would do to memories that are there.

    Args:
        before: as it is in force; None for a new one, which touches nothing.
        after: as it would be.
        now: the moment to look from; None reads the hub clock.
    """
    if before is None:
        return Effect()
    now = now or hub_now()
    expire: list[str] = []
    counts = {"expire": 0, "shorter": 0, "longer": 0}
    if before.ttl_seconds != after.ttl_seconds:
        counts, expire = _by_time(before, after, now)
    kept = (before.versions_kept, before.retention_days) == (after.versions_kept, after.retention_days)
    gone = [] if kept else surplus_versions(after, now=now, most=1_000_000)
    return Effect(
        **counts,
        delete=len(gone),
        expire_ids=tuple(expire),
        delete_ids=tuple(name for _, name in gone[:EXAMPLES]),
    )


def _by_time(before: Policy, after: Policy, now: datetime) -> tuple[dict[str, int], list[str]]:
    """Return how many rows another life time touches, and the first that would expire."""
    rows = following(after.name, [before.ttl_seconds], now=now, until=now)
    expire: list[str] = []
    counts = {"expire": 0, "shorter": 0, "longer": 0}
    for row in rows.order_by("number").iterator(chunk_size=2_000):
        due = new_expiry(row.expires_at, row.said_from, row.ingested_at, before.ttl_seconds, after.ttl_seconds)
        if due is not None and due <= now:
            counts["expire"] += 1
            if len(expire) < EXAMPLES:
                expire.append(row.id)
        elif due is not None and (row.expires_at is None or due < row.expires_at):
            counts["shorter"] += 1
        elif due != row.expires_at:
            counts["longer"] += 1
    return counts, expire


def following(name: str, ttls: Sequence[int | None], *, now: datetime, until: datetime | None) -> Any:
    """Return the rows that live by one of some life times of a kind and go along when it changes.

    A row that named a life time of its own has another one and is left alone, and so is one whose time is over.

    Args:
        name: of the kind.
        ttls: life times the kind had, in seconds or None for no end.
        now: moment that decides what is over.
        until: only rows that were learned by then; None when no change is under way.
    """
    if until is None:
        return Memory.objects.none()
    lived = Q(ttl_seconds__in=[one for one in ttls if one is not None])
    if None in ttls:
        lived |= Q(ttl_seconds__isnull=True)
    unexpired = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    going_on = Q(valid_until__isnull=True) | Q(valid_until__gt=now)
    live = Memory.objects.filter(unexpired, going_on, standing=BELIEVED, token_count__gt=0)
    return live.filter(lived, policy=name, ingested_at__lte=until).only(*_TIMES)


def new_expiry(
    expires_at: datetime | None,
    said_from: datetime,
    learned_at: datetime,
    before: int | None,
    after: int | None,
) -> datetime | None:
    """Return when a statement expires after its kind got another life time; it counts from the same moment as before.

    Args:
        expires_at: when it expires by now.
        said_from, learned_at: from when it holds, and when it was learned.
        before, after: life times in seconds, None for no end.
    """
    if after is None:
        return None
    if expires_at is not None and before is not None:
        began = expires_at - timedelta(seconds=before)
    else:
        began = max(said_from, learned_at)
    try:
        return began + timedelta(seconds=after)
    except OverflowError:
        return None


def surplus_versions(policy: Policy, *, now: datetime, most: int, agent: str | None = None) -> list[tuple[int, str]]:
    """Return (number, id) of ended rows of one kind that are no longer kept, at most so many.

    Args:
        policy: the kind.
        now: the moment to look from.
        most: rows at most.
        agent: of which agent; None for all.
    """
    adapt = connection.ops.adapt_datetimefield_value
    params: dict[str, Any] = {"policy": policy.name, "most": most}
    of_agent = ""
    if agent is not None:
        of_agent = "AND m.agent_id = (SELECT id FROM knowledge_agent WHERE name = %(agent)s)"
        params["agent"] = agent
    found: dict[int, str] = {}
    with connection.cursor() as cursor:
        if policy.versions_kept is not None:
            params |= {"end": adapt(now), "kept": policy.versions_kept}
            same = of_agent.replace("m.agent_id", "k.agent_id")
            cursor.execute(_VERSIONS.format(of_agent=of_agent, of_same_agent=same, over=_OVER), params)
            found |= dict(cursor.fetchall())
        if policy.retention_days is not None:
            params["end"] = adapt(now - timedelta(days=policy.retention_days))
            cursor.execute(_ENDED.format(of_agent=of_agent, over=_OVER), params)
            found |= dict(cursor.fetchall())
    return sorted(found.items())[:most]


def agents_of(numbers: Collection[int]) -> list[str]:
    """Return the names of the agents that some rows belong to, in order."""
    names: set[str] = set()
    listed = sorted(numbers)
    for start in range(0, len(listed), 400):
        rows = Memory.objects.filter(number__in=listed[start : start + 400])
        names |= set(rows.values_list("agent__name", flat=True))
    return sorted(names)


def held_back(numbers: Collection[int]) -> set[int]:
    """Return those rows that must not be deleted: they, or their agents, are under legal hold."""
    found: set[int] = set()
    listed = sorted(numbers)
    whole = set(LegalHold.objects.filter(memory=None).values_list("agent", flat=True))
    for start in range(0, len(listed), 400):
        some = listed[start : start + 400]
        found |= set(LegalHold.objects.filter(memory__in=some).values_list("memory_id", flat=True))
        if whole:
            owners = Memory.objects.filter(number__in=some).values_list("number", "agent")
            found |= {number for number, agent in owners if agent in whole}
    return found


@dataclass(frozen=True, slots=True)
class HoldView:
    """One legal hold: of an agent, or of one memory of it."""

    agent: str
    memory_id: str
    reason: str
    held_by: str
    at: datetime


def legal_holds(*, agents: Collection[str] | None = None) -> tuple[HoldView, ...]:
    """Return the legal holds, agents first; None means of every agent."""
    rows = LegalHold.objects.order_by("agent__name", F("memory").asc(nulls_first=True))
    if agents is not None:
        rows = rows.filter(agent__name__in=agents)
    return tuple(HoldView(*one) for one in rows.values_list("agent__name", "memory__id", "reason", "held_by", "at"))


def to_policy(row: Row) -> Policy:
    """Return a stored kind as the engine knows it."""
    return Policy(
        name=row.name,
        reason=row.reason,
        ttl_seconds=row.ttl_seconds,
        failure_cost=row.failure_cost,  # type: ignore[arg-type]  # a constraint of the table
        failure_note=row.failure_note,
        min_confidence=row.min_confidence,
        versions_kept=row.versions_kept,
        retention_days=row.retention_days,
        on_conflict=row.on_conflict,  # type: ignore[arg-type]  # as above
        layer=row.layer,
        predicates=tuple(row.predicates),
        tags=tuple(row.tags),
    )


def _view(kind: Policy, row: Row | None, memories: int) -> PolicyView:
    return PolicyView(
        policy=kind,
        built_in=kind.name in BUILT_IN,
        changed=row is not None,
        memories=memories,
        updated_by="" if row is None else row.updated_by,
        updated_at=None if row is None else row.updated_at,
    )
