"""Origins: who taught an agent what, and what taking one back would reach."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db import connection
from django.db.models import Count, Max

from knowledge.clock import hub_now
from knowledge.engine.lineage import closure
from knowledge.engine.trust import origin_class
from knowledge.errors import NotFound
from knowledge.models import Agent, Memory, OriginRollback, OriginRollbackItem
from knowledge.models.memory import BELIEVED
from knowledge.queries.leaving import axes_of, without
from knowledge.queries.named import among
from knowledge.queries.views import to_view

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from knowledge.engine.types import MemoryView

ROWS_SHOWN: Final = 200
NODES_SHOWN: Final = 500
_AT_ONCE: Final = 400


@dataclass(frozen=True, slots=True)
class OriginView:
    """One origin of one agent: how many believed rows it has, and when it last taught one."""

    agent: str
    origin: str
    origin_class: str
    rows: int
    last_at: datetime


@dataclass(frozen=True, slots=True)
class Returning:
    """A row that is true again, or longer, when others are taken back; `until` is its new end, None for none."""

    memory: MemoryView
    until: datetime | None


@dataclass(frozen=True, slots=True)
class ReachNode:
    """One row in the picture of the reach: `closed`, `derived` or `returns`, and how many steps away."""

    id: str
    part: str
    depth: int


@dataclass(frozen=True, slots=True)
class ReachEdge:
    """`derived`: target was made from source. `replaced`: target took the place of source."""

    source: str
    target: str
    kind: str


@dataclass(frozen=True, slots=True)
class Reach:
    """The picture, with at most 500 nodes; `left_out` are not in it."""

    nodes: tuple[ReachNode, ...]
    edges: tuple[ReachEdge, ...]
    left_out: int


@dataclass(frozen=True, slots=True)
class OriginPreview:
    """What taking an origin back would do; nothing is changed.

    Attributes:
        closed: how many rows would be closed.
        rows: the newest 200 of them.
        derived: how many rows made from them would be trusted less, by the number of steps, ascending.
        derived_rows: the 200 nearest.
        returns: what would be true again, or longer; at most 200 of `returning`.
    """

    agent: str
    origin: str
    since: datetime | None
    closed: int
    rows: tuple[MemoryView, ...]
    derived: tuple[tuple[int, int], ...]
    derived_rows: tuple[MemoryView, ...]
    returning: int
    returns: tuple[Returning, ...]
    reach: Reach


@dataclass(frozen=True, slots=True)
class RollbackView:
    """One origin that was taken back."""

    id: str
    agent: str
    origin: str
    since: datetime | None
    counts: dict[str, Any]
    reason: str
    by: str
    at: datetime
    undone_at: datetime | None
    undone_by: str
    undone: dict[str, Any]


def believed_of_origin(agent_id: int, origin: str, since: datetime | None) -> QuerySet[Memory]:
    """Return the believed rows whose origin is exactly this text, learned at or after a moment."""
    rows = Memory.objects.filter(agent=agent_id, standing=BELIEVED, origin=origin)
    return rows if since is None else rows.filter(ingested_at__gte=since)


def preview(*, agent: str, origin: str, since: datetime | None = None, now: datetime | None = None) -> OriginPreview:
    """Say what taking an origin back would do.

    Args:
        agent: whose memory.
        origin: the whole text of the origin; no part of another one matches.
        since: only what was learned at or after this moment.
        now: present moment; None reads the hub clock.

    Raises:
        NotFound: there is no such agent.
    """
    moment = now or hub_now()
    found = Agent.objects.filter(name=agent).first()
    if found is None:
        raise NotFound("There is no such agent.")
    rows = list(believed_of_origin(found.pk, origin, since).order_by("-number"))
    ids = {row.id for row in rows}
    depths = closure([row.number for row in rows], children_of, most=None)
    below = {number: depth for number, depth in depths.items() if depth}
    nearest = sorted(below, key=lambda number: (below[number], number))[:ROWS_SHOWN]
    derived = {row.number: row for row in Memory.objects.filter(number__in=nearest)}
    axes = axes_of(found.pk, {row.fact_key for row in rows}, rows)
    longer = [move for move in without(axes, lambda row: row.id in ids) if move.longer]
    returning = [Returning(to_view(one.row, agent, moment), one.new.until) for one in longer[:ROWS_SHOWN]]
    return OriginPreview(
        agent=agent,
        origin=origin,
        since=since,
        closed=len(rows),
        rows=tuple(to_view(row, agent, moment) for row in rows[:ROWS_SHOWN]),
        derived=tuple(sorted(Counter(below.values()).items())),
        derived_rows=tuple(to_view(derived[number], agent, moment) for number in nearest if number in derived),
        returning=len(longer),
        returns=tuple(returning),
        reach=_reach(rows, below, [(one.row, one.row.superseded_by_id) for one in longer]),
    )


def origins(*, agents: Collection[str] | None, limit: int = 500) -> list[OriginView]:
    """List origins with their believed rows, the one with most first.

    Args:
        agents: names of agents, None for all.
        limit: at most so many.
    """
    rows = Memory.objects.filter(standing=BELIEVED)
    if agents is not None:
        rows = rows.filter(agent__name__in=list(agents))
    groups = rows.values("agent__name", "origin").annotate(rows=Count("pk"), last=Max("ingested_at"))
    return [
        OriginView(one["agent__name"], one["origin"], origin_class(one["origin"]), one["rows"], one["last"])
        for one in groups.order_by("-rows", "agent__name", "origin")[:limit]
    ]


def rollbacks(*, agents: Collection[str] | None, limit: int = 100, before: str = "") -> list[RollbackView]:
    """List what was taken back, newest first; `before` is the last id of the page before."""
    rows = OriginRollback.objects.select_related("agent")
    if agents is not None:
        rows = rows.filter(agent__name__in=list(agents))
    if before and _is_id(before):
        rows = rows.filter(pk__lt=before)
    return [_view(row) for row in rows.order_by("-pk")[:limit]]


def rollback(*, agents: Collection[str] | None, rollback_id: str) -> tuple[RollbackView, tuple[tuple[str, str], ...]]:
    """Return one of them, and (id, part) of every row it touched; part is `closed`, `moved` or `lowered`.

    Raises:
        NotFound: unknown or foreign.
    """
    row = OriginRollback.objects.select_related("agent").filter(pk=rollback_id).first() if _is_id(rollback_id) else None
    if row is None or (agents is not None and row.agent.name not in agents):
        raise NotFound("There is no such rollback.")
    items = OriginRollbackItem.objects.filter(rollback=row).order_by("pk")
    return _view(row), tuple(items.values_list("memory", "part"))


def rollback_rows(*, agent: str, ids: Collection[str], now: datetime | None = None) -> dict[str, MemoryView]:
    """Return what rows that a rollback touched say, by id, as far as they are still there."""
    moment = now or hub_now()
    rows = among(Memory.objects.filter(id__in=list(ids)), agent_name=agent)
    return {row.id: to_view(row, agent, moment) for row in rows}


def children_of(numbers: Collection[int]) -> set[int]:
    """Return what was made directly from any of some rows."""
    found: set[int] = set()
    listed = sorted(numbers)
    with connection.cursor() as cursor:
        for start in range(0, len(listed), _AT_ONCE):
            part = listed[start : start + _AT_ONCE]
            marks = ", ".join(["%s"] * len(part))
            cursor.execute(f"SELECT child_id FROM knowledge_derivation WHERE parent_id IN ({marks})", part)  # noqa: S608 - marks only
            found |= {child for (child,) in cursor.fetchall()}
    return found


def _reach(rows: Sequence[Memory], below: dict[int, int], longer: Sequence[tuple[Memory, str | None]]) -> Reach:
    """Draw what is closed, what hangs on it, and what returns; the nearest first."""
    deep = sorted(below, key=lambda number: (below[number], number))
    closed = list(rows[:NODES_SHOWN])
    room = NODES_SHOWN - len(closed)
    shown = deep[: max(0, room - min(len(longer), room // 2))]
    back = list(longer[: room - len(shown)])
    names = {row.number: row.id for row in closed}
    names |= dict(Memory.objects.filter(number__in=shown).values_list("number", "id"))
    nodes = [ReachNode(row.id, "closed", 0) for row in closed]
    nodes += [ReachNode(names[number], "derived", below[number]) for number in shown if number in names]
    nodes += [ReachNode(row.id, "returns", 1) for row, _ in back]
    edges = [ReachEdge(names[parent], names[child], "derived") for child, parent in edges_among(list(names))]
    known = {node.id for node in nodes}
    edges += [ReachEdge(row.id, after, "replaced") for row, after in back if after in known]
    return Reach(tuple(nodes), tuple(edges), len(rows) + len(deep) + len(longer) - len(nodes))


def edges_among(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return (child, parent) among some rows, at most 500 of them."""
    if not numbers:
        return []
    marks = ",".join(["%s"] * len(numbers))
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT child_id, parent_id FROM knowledge_derivation WHERE child_id IN ({marks})"  # noqa: S608 - only placeholders are joined
            f" AND parent_id IN ({marks}) ORDER BY id",
            [*numbers, *numbers],
        )
        return list(cursor.fetchall())


def _view(row: OriginRollback) -> RollbackView:
    fields = ("id", "origin", "since", "counts", "reason", "by", "at", "undone_at", "undone_by", "undone")
    return RollbackView(agent=row.agent.name, **{name: getattr(row, name) for name in fields})


def _is_id(text: str) -> bool:
    return "\0" not in text
