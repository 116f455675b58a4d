"""What an agent should read before it answers, apart from what it recalls: pages, rules, mistakes, the user."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Case, IntegerField, Q, Value, When

from knowledge.engine.assembling import Piece, fitted_pages
from knowledge.engine.burst import LOW_CEILING
from knowledge.engine.instants import format_instant
from knowledge.models import Memory, WikiPage
from knowledge.models.memory import IS_SIGNAL
from knowledge.models.wiki import LIVE
from knowledge.queries.lessons import RULE_EVENT
from knowledge.queries.mistakes import MistakeView, relevant_mistakes
from knowledge.queries.views import current, of_session
from knowledge.queries.wiki_access import Reach

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from knowledge.engine.types import Actor, MemoryView

MOST_PAGES: Final = 20
MOST_RULES: Final = 3
MOST_MISTAKES: Final = 3
MOST_FACTS: Final = 10
USER_KEY: Final = "user"
"""Subject of what is known about whoever an agent talks to; `user:` and a name stands for one of them."""
_LAYERS: Final = ("identity", "core")
_PAGE_REASONS: Final = {"identity": "Says who this agent is.", "core": "Always read."}


def pages_to_read(*, actor: Actor, agent: str) -> list[Piece]:
    """Return the identity and core pages that an agent reads, its own before shared ones.

    Args:
        actor: who asks; one without the right to read pages gets none.
        agent: whose view of the wiki counts.
    """
    if actor.kind == "agent" and actor.roles.isdisjoint({"wiki:read", "admin"}):
        return []
    seen_by = replace(actor, kind="agent", roles=frozenset(), agents=frozenset({agent}))
    rows = WikiPage.objects.filter(Reach(seen_by).visible, standing=LIVE, layer__in=_LAYERS, do_not_inject=False)
    rank = Case(When(layer="identity", then=Value(0)), default=Value(1), output_field=IntegerField())
    own = Case(When(space=0, then=Value(1)), default=Value(0), output_field=IntegerField())
    found: Any = rows.order_by(rank, own, "-trust", "path").only("id", "path", "plain", "layer", "trust", "space")
    pages = {page.id: page for page in found[:MOST_PAGES]}
    kept = fitted_pages([(page.id, page.plain) for page in pages.values() if page.plain.strip()])
    return [
        Piece(
            kind="page",
            id=page_id,
            text=text,
            reason=_PAGE_REASONS[pages[page_id].layer],
            title=pages[page_id].path,
            trust=pages[page_id].trust,
            about=f"wiki:{pages[page_id].path.removesuffix('.md')}" if pages[page_id].space else "",
        )
        for page_id, text in kept
    ]


def rules_to_read(*, agent: str, now: datetime) -> list[Piece]:
    """Return the newest rules made of mistakes, of equal age the more important.

    One made of what is trusted little stands above no answer; recall finds it like any other memory.
    """
    rows = Memory.objects.filter(
        current(now),
        of_session(None),
        agent__name=agent,
        source_event=RULE_EVENT,
        layer="semantic",
        origin_trust__gt=LOW_CEILING,
    )
    return [
        Piece("rule", row.id, row.content, "A rule made of mistakes that came again.", trust=row.origin_trust)
        for row in rows.order_by("-recorded_at", "-importance", "-number")[:MOST_RULES]
    ]


def mistakes_to_read(*, agent: str, message: str) -> list[Piece]:
    """Return the mistakes that fit a message; see `relevant_mistakes`."""
    found = relevant_mistakes(agent=agent, message=message, limit=MOST_MISTAKES).mistakes
    return [
        Piece(
            kind="mistake",
            id=one.id,
            text=_told(one),
            reason="A mistake that was not put right yet; it shares words with the message or is among the newest.",
            title=f"{one.category}, {one.severity}",
            trust=one.origin_trust,
        )
        for one in found
    ]


def facts_to_read(*, agent: str, now: datetime) -> list[Piece]:
    """Return what is known about the user, the newest first."""
    about = Q(subject_key=USER_KEY) | Q(subject_key__startswith=f"{USER_KEY}:")
    rows = Memory.objects.filter(current(now), about, ~IS_SIGNAL, agent__name=agent).exclude(fact_key="")
    return [
        Piece(
            kind="fact",
            id=row.id,
            text=row.content,
            reason="A fact about the user.",
            trust=row.origin_trust,
            note=f"since {format_instant(row.valid_from)[:10]}",
        )
        for row in rows.order_by("-valid_from", "-number")[:MOST_FACTS]
    ]


def recalled_to_read(hits: Iterable[tuple[MemoryView, float, str]], *, shared_session: bool) -> Iterator[Piece]:
    """Yield what was recalled.

    Args:
        hits: (memory, score, the signal that says most for it), best first.
        shared_session: whether others read along; then nothing about the user is told.
    """
    for memory, score, signal in hits:
        subject = (memory.subject or "").strip().casefold()
        if shared_session and (subject == USER_KEY or subject.startswith(f"{USER_KEY}:")):
            continue
        yield Piece(
            kind="memory",
            id=memory.id,
            text=memory.content,
            reason=f"Recalled for this message, most of all for its {signal}.",
            trust=memory.origin_trust,
            score=score,
            about=subject.removesuffix(".md") if subject.startswith("wiki:") else "",
            note=format_instant(memory.recorded_at)[:10],
        )


def _told(one: MistakeView) -> str:
    parts = (("asked", one.asked), ("answered", one.answered), ("wrong", one.what_went_wrong), ("right", one.truth))
    return " | ".join(f"{name}: {text.strip()}" for name, text in parts if text.strip())
