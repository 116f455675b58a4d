"""Reading the notebook of mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db.models import Count

from knowledge.conf import reflexion_settings
from knowledge.engine import reflexion
from knowledge.errors import Invalid, NotFound, TooLarge
from knowledge.models import Mistake

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

MOST_RELEVANT: Final = 10
MESSAGE_CHARACTERS: Final = 20_000
_PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class MistakeView:
    """One entry of the notebook as doors show it.

    Attributes:
        origin, origin_trust: who wrote it down, and how far that is trusted, 0 to 1.
        resolved_at: when it was settled or a rule was made of it; None while it is read before answering.
        rule: id of the memory that was made of it; empty for none.
    """

    id: str
    agent: str
    category: str
    severity: str
    at: datetime
    session: str
    asked: str
    answered: str
    what_went_wrong: str
    truth: str
    evidence: str
    origin: str
    origin_trust: float
    resolved_at: datetime | None = None
    resolved_by: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class RelevantMistakes:
    """What to read before answering: the mistakes, and the passage that puts them before a model."""

    mistakes: tuple[MistakeView, ...]
    text: str


@dataclass(frozen=True, slots=True)
class CategoryCount:
    """How one category stands.

    Attributes:
        unresolved: mistakes that are read before answering.
        verified: how many of them have evidence.
        missing: how many more make a rule; 0 when there are enough.
        rules: memories made of mistakes of this category that are still kept here.
    """

    category: str
    unresolved: int
    verified: int
    missing: int
    rules: int


def mistake_view(row: Mistake, agent: str) -> MistakeView:
    """Return a row as doors show it."""
    return MistakeView(
        id=row.id,
        agent=agent,
        category=row.category,
        severity=row.severity,
        at=row.at,
        session=row.session,
        asked=row.asked,
        answered=row.answered,
        what_went_wrong=row.what_went_wrong,
        truth=row.truth,
        evidence=row.evidence,
        origin=row.origin,
        origin_trust=row.origin_trust,
        resolved_at=row.resolved_at,
        resolved_by=row.resolved_by,
        rule=row.rule_id or "",
    )


def entry_of(row: Mistake | MistakeView) -> reflexion.Mistake:
    """Return a row as the engine reads it."""
    return reflexion.Mistake(
        id=row.id,
        category=row.category,
        severity=row.severity,
        at=row.at,
        what_went_wrong=row.what_went_wrong,
        session=row.session,
        asked=row.asked,
        answered=row.answered,
        truth=row.truth,
        evidence=row.evidence,
        trust=row.origin_trust,
    )


def relevant_mistakes(*, agent: str, message: str, limit: int = 3) -> RelevantMistakes:
    """Return the mistakes an agent should read before it answers a message.

    Args:
        agent: whose.
        message: what is about to be answered, at most 20 000 characters.
        limit: how many, 1 to 10.

    Raises:
        Invalid, TooLarge: an argument breaks a rule.
    """
    if not 1 <= limit <= MOST_RELEVANT:
        raise Invalid(f"limit must be a whole number from 1 to {MOST_RELEVANT}.", field="limit")
    if len(message) > MESSAGE_CHARACTERS:
        raise TooLarge(f"message has at most {MESSAGE_CHARACTERS} characters.", field="message")
    views = {row.id: mistake_view(row, agent) for row in _unresolved(agent)}
    chosen = reflexion.relevant(message, [entry_of(view) for view in views.values()], most=limit)
    return RelevantMistakes(tuple(views[one.id] for one in chosen), reflexion.rendered(chosen))


def list_mistakes(
    *,
    agents: Collection[str] | None,
    category: str = "",
    resolved: bool | None = None,
    rule: str = "",
    before: str = "",
    limit: int = _PAGE,
) -> list[MistakeView]:
    """Return mistakes, the newest first.

    Args:
        agents: whose; None for all.
        category: only of this one; empty for all.
        resolved: only those resolved, or only those that are not; None for both.
        rule: only those that this memory was made of; empty for all.
        before: id of the last one of the page before, empty for the first page.
        limit: how many at most.

    Raises:
        Invalid: there is no such category.
    """
    rows = Mistake.objects.select_related("agent").order_by("-id")
    if agents is not None:
        rows = rows.filter(agent__name__in=agents)
    if category:
        if category not in reflexion.CATEGORIES:
            raise Invalid(f"category must be one of {', '.join(reflexion.CATEGORIES)}.", field="category")
        rows = rows.filter(category=category)
    if resolved is not None:
        rows = rows.filter(resolved_at__isnull=not resolved)
    if rule:
        rows = rows.filter(rule__id=rule.replace("\0", ""))
    if before:
        rows = rows.filter(id__lt=before.replace("\0", ""))
    return [mistake_view(row, row.agent.name) for row in rows[:limit]]


def read_mistake(*, agents: Collection[str] | None, mistake_id: str) -> MistakeView:
    """Return one mistake.

    Args:
        agents: names the reader may see; None for all.
        mistake_id: its id.

    Raises:
        NotFound: unknown and foreign alike.
    """
    row = None if "\0" in mistake_id else Mistake.objects.select_related("agent").filter(pk=mistake_id).first()
    if row is None or (agents is not None and row.agent.name not in agents):
        raise NotFound("There is no such mistake.")
    return mistake_view(row, row.agent.name)


def category_counts(*, agent: str) -> list[CategoryCount]:
    """Return how each category of one agent's notebook stands, the gravest first."""
    unresolved = [entry_of(row) for row in _unresolved(agent)]
    minimum = reflexion_settings().minimum
    made = Mistake.objects.filter(agent__name=agent, rule__isnull=False).values_list("category", "rule_id").distinct()
    rules: dict[str, int] = {}
    for category, _ in made:
        rules[category] = rules.get(category, 0) + 1
    counts = []
    for category in reflexion.CATEGORIES:
        some = [one for one in unresolved if one.category == category]
        verified = sum(one.is_verified for one in some)
        missing = max(0, minimum - len(some))
        counts.append(CategoryCount(category, len(some), verified, missing, rules.get(category, 0)))
    return counts


def count_resolved(*, before: datetime) -> int:
    """Return how many mistakes were resolved before a moment."""
    return Mistake.objects.filter(resolved_at__lt=before).count()


def agents_with_enough() -> list[str]:
    """Return the names of agents with enough unresolved mistakes to make a rule, whatever their categories."""
    minimum = reflexion_settings().minimum
    rows = Mistake.objects.filter(resolved_at=None).values("agent__name", "category").annotate(count=Count("pk"))
    return sorted({row["agent__name"] for row in rows if row["count"] >= minimum})


def _unresolved(agent: str) -> list[Mistake]:
    """Return the unresolved mistakes of an agent, the newest first; there are at most a settable few."""
    return list(Mistake.objects.filter(agent__name=agent, resolved_at=None).order_by("-at", "-id"))
