"""What came of the mistakes: how far each kind is from a rule, the rules that were made, and what each came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Count, Q

from knowledge.clock import hub_now
from knowledge.conf import reflexion_settings
from knowledge.engine.reflexion import CATEGORIES, STRICT_SESSIONS, lessons_in
from knowledge.models import Memory, MemorySource, Mistake
from knowledge.models.source import DIRECT
from knowledge.queries.filters import STANDINGS_FOR_CURATORS, STANDINGS_FOR_EVERYONE
from knowledge.queries.views import to_view

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from knowledge.engine.types import MemoryView

__all__ = ["CATEGORIES", "STRICT_SESSIONS", "KindView", "RuleView", "kinds", "rules"]

RULE_EVENT: Final = "reflexion_consolidation"
"""Source event of the memories that are made of mistakes."""


@dataclass(frozen=True, slots=True)
class KindView:
    """How one kind of mistake stands with one agent.

    Attributes:
        agent: its name.
        category: the kind.
        unresolved: mistakes that are read before answering.
        verified: how many of them have evidence.
        missing: how many more make a rule, 0 when there are enough.
        missing_sessions: in how many more conversations evidence has to turn up first; 0 outside the strict mode.
    """

    agent: str
    category: str
    unresolved: int
    verified: int
    missing: int
    missing_sessions: int

    @property
    def is_enough(self) -> bool:
        """Whether a rule can be made now."""
        return not self.missing and not self.missing_sessions


@dataclass(frozen=True, slots=True)
class RuleView:
    """One rule and what it came from.

    Attributes:
        memory: the memory that holds it.
        lessons: what it says, without the words that every rule begins with.
        category: the kind of the mistakes; empty when it is not known.
        raw: mistakes it was first made of.
        verified: how many of those had evidence.
        kept: mistakes of it that are still in the notebook, later ones that confirmed it included.
    """

    memory: MemoryView
    lessons: str
    category: str
    raw: int
    verified: int
    kept: int


def kinds(*, agents: Collection[str] | None) -> tuple[KindView, ...]:
    """Return every kind of which an agent has an unresolved mistake, by agent, the gravest first, in one query.

    Args:
        agents: whose; None for all.
    """
    bounds = reflexion_settings()
    proven = ~Q(evidence="")
    rows = Mistake.objects.filter(resolved_at=None)
    if agents is not None:
        rows = rows.filter(agent__name__in=agents)
    counted = rows.values_list("agent__name", "category").annotate(
        unresolved=Count("pk"),
        verified=Count("pk", filter=proven),
        sessions=Count("session", distinct=True, filter=proven & ~Q(session="")),
    )
    found = [
        KindView(
            agent=agent,
            category=category,
            unresolved=unresolved,
            verified=verified,
            missing=max(0, bounds.minimum - unresolved),
            missing_sessions=max(0, STRICT_SESSIONS - sessions) if bounds.strict else 0,
        )
        for agent, category, unresolved, verified, sessions in counted.order_by()
    ]
    return tuple(sorted(found, key=lambda one: (one.agent, CATEGORIES.index(one.category))))


def rules(
    *,
    agents: Collection[str] | None,
    curator: bool,
    before: str = "",
    limit: int = 20,
    now: datetime | None = None,
) -> list[RuleView]:
    """Return the rules that were made of mistakes, the newest first, in two queries.

    Args:
        agents: whose; None for all.
        curator: whether rules that wait for a decision, or were rejected, are among them.
        before: id of the last one of the page before, empty for the first page.
        limit: how many at most.
        now: the moment to look from; None reads the hub clock.
    """
    now = now or hub_now()
    made = MemorySource.objects.filter(kind="system", session=RULE_EVENT, role=DIRECT).values("memory")
    rows = Memory.objects.filter(
        pk__in=made,
        source_event=RULE_EVENT,
        standing__in=STANDINGS_FOR_CURATORS if curator else STANDINGS_FOR_EVERYONE,
    )
    if agents is not None:
        rows = rows.filter(agent__name__in=agents)
    if before:
        rows = rows.filter(id__lt=before.replace("\0", ""))
    found = list(rows.select_related("agent").order_by("-id")[:limit])
    kept = _kept([row.id for row in found])
    return [_rule(row, kept, now) for row in found]


def _kept(ids: Collection[str]) -> dict[str, int]:
    if not ids:
        return {}
    counted = Mistake.objects.filter(rule__id__in=ids).values_list("rule_id").annotate(Count("pk")).order_by()
    return {rule: count for rule, count in counted if rule is not None}


def _rule(row: Memory, kept: Mapping[str, int], now: datetime) -> RuleView:
    told = row.metadata if isinstance(row.metadata, dict) else {}
    category = told.get("category")
    return RuleView(
        memory=to_view(row, row.agent.name, now),
        lessons=lessons_in(row.content),
        category=category if category in CATEGORIES else "",
        raw=_count(told.get("raw")),
        verified=_count(told.get("verified")),
        kept=kept.get(row.id, 0),
    )


def _count(told: Any) -> int:
    """Read a number that people may have changed."""
    return told if isinstance(told, int) and not isinstance(told, bool) and told >= 0 else 0
