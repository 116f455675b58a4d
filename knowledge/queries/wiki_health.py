"""What wants attention in a wiki, for a person to judge; nothing is merged by a number.

Pages nobody links to, links that lead nowhere, pages not touched for long, and pages that say nearly the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q

from knowledge.clock import hub_now
from knowledge.conf import wiki_settings
from knowledge.engine.wiki.likeness import alike
from knowledge.models import WikiLink, WikiPage
from knowledge.models.wiki import LIVE
from knowledge.queries.wiki_access import Reach
from knowledge.queries.wiki_views import HEAVY, PageView, page_view

if TYPE_CHECKING:
    from datetime import datetime

    from knowledge.engine.types import Actor

ALIKE = 0.5
"""Estimated share of common runs of words from which two pages are shown side by side."""


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """A link that leads nowhere: the page it stands on, and what it asks for."""

    page: PageView
    target: str


@dataclass(frozen=True, slots=True)
class LikePair:
    """Two pages that may say the same, and the estimated share of what they have in common, 0 to 1."""

    one: PageView
    other: PageView
    likeness: float


@dataclass(frozen=True, slots=True)
class Health:
    """What wants attention, each list with how many there are in all.

    Attributes:
        orphans: pages no other page links to.
        stale: not changed for as many days as the settings say, the oldest first.
    """

    orphans: tuple[PageView, ...]
    orphan_count: int
    broken: tuple[BrokenLink, ...]
    broken_count: int
    stale: tuple[PageView, ...]
    stale_count: int
    alike: tuple[LikePair, ...]


def health(*, actor: Actor, space: str | None = None, limit: int = 50, now: datetime | None = None) -> Health:
    """Return what wants attention; the number of queries does not grow with the pages.

    Args:
        actor: who looks; only pages they see count.
        space: name of an agent, empty for the shared wiki; None for all in reach.
        limit: of each list, 1 to 200.
        now: moment for what is stale; None reads the hub clock.
    """
    reach, limit = Reach(actor, space), max(1, min(limit, 200))
    pages = WikiPage.objects.filter(reach.visible, standing=LIVE)
    light = pages.defer(*HEAVY).select_related("agent")
    linked = WikiLink.objects.filter(page=OuterRef("pk"), source__standing=LIVE).exclude(source=OuterRef("pk"))
    orphans = light.filter(~Exists(linked)).order_by("path", "id")
    since = (now or hub_now()) - timedelta(days=wiki_settings().stale_days)
    stale = light.filter(updated_at__lt=since).order_by("updated_at", "id")
    visible = Q(source__space__in=reach.spaces) & ~Q(source__in=reach.hidden)
    nowhere = WikiLink.objects.filter(visible, source__standing=LIVE, page__isnull=True)
    heavy = [f"source__{name}" for name in HEAVY]
    listed = nowhere.select_related("source", "source__agent").defer(*heavy).order_by("source__path", "place")
    return Health(
        orphans=tuple(page_view(one) for one in orphans[:limit]),
        orphan_count=orphans.count(),
        broken=tuple(BrokenLink(page_view(one.source), one.target) for one in listed[:limit]),
        broken_count=nowhere.count(),
        stale=tuple(page_view(one) for one in stale[:limit]),
        stale_count=stale.count(),
        alike=_alike(reach, limit),
    )


def _alike(reach: Reach, limit: int) -> tuple[LikePair, ...]:
    pages = WikiPage.objects.filter(reach.visible, standing=LIVE)
    rows = list(pages.order_by("number").values_list("number", "sketch"))
    pairs = alike([bytes(one) for _, one in rows], least=ALIKE, limit=limit)
    wanted = {rows[place][0] for a, b, _ in pairs for place in (a, b)}
    seen = {one.number: page_view(one) for one in pages.filter(number__in=wanted).defer(*HEAVY).select_related("agent")}
    found = [(rows[a][0], rows[b][0], share) for a, b, share in pairs]
    return tuple(LikePair(seen[a], seen[b], share) for a, b, share in found if a in seen and b in seen)
