"""What else waits that resembles some rows: said by the same, about the same, or in the same words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from knowledge.clock import hub_now
from knowledge.models import Memory
from knowledge.queries.review import WAITING
from knowledge.queries.views import to_view

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from knowledge.engine.types import MemoryView

_COMPARED = 50
_MAX_LIMIT = 200


@dataclass(frozen=True, slots=True)
class Alike:
    """One row that waits; `why` holds what it shares: `origin`, `subject`, `value`."""

    memory: MemoryView
    why: tuple[str, ...]


def alike(
    *, agents: frozenset[str] | None, ids: Collection[str], limit: int = 20, now: datetime | None = None
) -> list[Alike]:
    """Return rows that wait and resemble some others, those that share most first.

    Args:
        agents: names the reader may see, None for all.
        ids: the rows compared with, which are left out; at most 50 of them are looked at.
        limit: 1 to 200.
        now: moment for the state of each row; None reads the hub clock.
    """
    compared = Memory.objects.filter(id__in=sorted(one for one in ids if "\0" not in one)[:_COMPARED])
    traits = list(compared.values_list("agent_id", "origin", "subject_key", "value_key"))
    origins = {(agent, origin) for agent, origin, _, _ in traits}
    subjects = {(agent, subject) for agent, _, subject, _ in traits if subject}
    values = {(agent, value) for agent, _, _, value in traits if value}
    shares = Q(origin__in={one for _, one in origins})
    shares |= Q(subject_key__in={one for _, one in subjects}) | Q(value_key__in={one for _, one in values})
    rows = Memory.objects.filter(shares, agent__in={agent for agent, *_ in traits}, standing__in=WAITING)
    if agents is not None:
        rows = rows.filter(agent__name__in=agents)
    limit = min(max(limit, 1), _MAX_LIMIT)
    moment = now or hub_now()
    found = []
    for row in rows.exclude(id__in=ids).select_related("agent").order_by("-id")[:_MAX_LIMIT]:
        why = [
            name
            for name, trait, known in (
                ("value", row.value_key, values),
                ("subject", row.subject_key, subjects),
                ("origin", row.origin, origins),
            )
            if (row.agent_id, trait) in known
        ]
        if why:
            found.append(Alike(to_view(row, row.agent.name, moment), tuple(why)))
    return sorted(found, key=lambda one: -len(one.why))[:limit]
