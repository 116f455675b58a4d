"""The overview, ready for its template; on an empty hub the first steps instead."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from curation import access
from curation.audit_page import target_of
from curation.charts import bar_figure, parts_figure, share_figure
from curation.figures import pct
from curation.queries.overview import Overview, overview
from knowledge.command_lines import command_line
from knowledge.queries.jobs import overdue_jobs
from knowledge.queries.limits import limits_in_force

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from django.http import HttpRequest

    from knowledge.services.types import Actor

AGENTS_SHOWN = 12
EXAMPLE_AGENT = "alice"
BANDS = {
    "fresh": (gettext_lazy("Fresh"), gettext_lazy("Recalled or learned lately.")),
    "fading": (gettext_lazy("Fading"), gettext_lazy("Not recalled for a while.")),
    "faint": (gettext_lazy("Faint"), gettext_lazy("Not recalled for long; still found, and it stays.")),
    "nearly gone": (gettext_lazy("Nearly gone"), gettext_lazy("Unimportant and faint: the archive may take it.")),
}
"""Words for the bands of the forgetting curve."""


def page(request: HttpRequest) -> tuple[str, dict[str, Any]]:
    """Return the template and everything it shows for one request.

    Raises:
        Refused: the person has no role.
        NotFound: the chosen agent is unknown or not the person's.
    """
    actor = access.actor_of(request)
    access.check_may_look(actor)
    now = timezone.now()
    agent = request.GET.get("agent", "")
    found = overview(agents=actor.agents, agent=agent, curator=access.may_curate(actor), today=_today(now), now=now)
    if not agent and access.may_curate(actor):
        request.__dict__["_hub_waiting"] = found.waiting_count  # the frame shows the same number
    context = {"now": now, "agents": [one.name for one in found.visible.agents], "agent": agent}
    context |= _health(actor)
    if not found.visible.total:
        return "curation/first_steps.html", context | _first_steps(request, actor)
    return "curation/overview.html", context | _figures(found) | _needs(found, actor)


def _today(now: datetime) -> datetime:
    return timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)


def _needs(found: Overview, actor: Actor) -> dict[str, Any]:
    return {
        "curator": access.may_curate(actor),
        "waiting": found.waiting,
        "waiting_count": found.waiting_count,
        "waiting_more": found.waiting_count - len(found.waiting),
        "ages": [(age, count, pct(100 * count / max(found.ages.values()))) for age, count in found.ages.items()],
        "queue": _address("curation:queue"),
        "changes": [(one, *target_of(one.event, curates=access.may_curate(actor))) for one in found.changes],
        "sizes": sorted(found.shown.agents, key=lambda one: -one.live)[:AGENTS_SHOWN],
        "sizes_more": max(0, len(found.shown.agents) - AGENTS_SHOWN),
    }


def _figures(found: Overview) -> dict[str, Any]:
    fresh = found.freshness
    return {
        "live": found.shown.live,
        "total": found.shown.total,
        "learned": found.learned,
        "learned_days": list(zip(reversed(found.days), reversed(found.learned), strict=True)),
        "learned_week": sum(found.learned[-7:]),
        "learned_month": sum(found.learned),
        "first_day": found.days[0],
        "bars": bar_figure(found.learned),
        "freshness": fresh,
        "fresh_share": fresh.shares["fresh"] + fresh.shares["fading"] if fresh.looked_at else None,
        "bands": [(share, *BANDS[share.name]) for share in share_figure(fresh.shares)],
        "updates": found.updates,
        **_expiry(found.expiring, found.now),
        **_statements(found),
    }


def _expiry(counts: Sequence[int], now: datetime) -> dict[str, Any]:
    """Return how many life times ended and end on each day around now; the days are those of the clock's 24 hours."""
    week = len(counts) // 2
    starts = [now + timedelta(days=place - week) for place in range(len(counts))]
    return {
        "expiring": bar_figure(counts),
        "expiring_days": list(zip(starts, counts, strict=True)),
        "expired_week": sum(counts[:week]),
        "expiring_week": sum(counts[week:]),
    }


def _statements(found: Overview) -> dict[str, Any]:
    """Return how many statements each of the last days brought, and how many of them replaced something."""
    days = found.updates.by_day
    bars, top = parts_figure(days)
    starts = [found.now - timedelta(days=len(days) - place) for place in range(len(days))]
    rows = [(start, stated, replaced) for start, (stated, replaced) in zip(starts, days, strict=True)]
    return {"statement_bars": bars, "statement_top": top, "statement_days": list(reversed(rows))}


def _health(actor: Actor) -> dict[str, Any]:
    """Return what is wrong: the reasons for administrators, for the others only that something is."""
    beat, late = import_string(settings.WORKER_STATE)()
    administers = access.may_administer(actor)
    warnings = [*dict.fromkeys([*settings.CONFIG_WARNINGS, *limits_in_force()[1]])] if administers else []
    # Of a worker that stands still all jobs are overdue, which says no more.
    missing = [] if late else [_(title) for title in overdue_jobs()]
    return {
        "beat": beat,
        "worker_late": late,
        "jobs_missing": missing,
        "administers": administers,
        "warnings": warnings,
    }


def _first_steps(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    """Return the commands that bring a hub to life; people who cannot run them are told whom to ask."""
    address = request.build_absolute_uri("/api/v1/memories")
    example = {
        "content": _("Mika moved to Kyoto."),
        "subject": "Mika",
        "predicate": _("lives in"),
        "object": _("Kyoto"),
    }
    # One field a line: nothing of it is cut off beside the button that copies it.
    body = json.dumps(example, ensure_ascii=False, indent=0).replace("{\n", "{").replace("\n}", "}")
    body = body.replace("\n", "\n      ")
    return {
        "demo": command_line("demo"),
        "mint": command_line(f"token mint {EXAMPLE_AGENT} \\\n  --scopes memory:read,memory:write"),
        "connect_page": _address("connect"),
        "connect": (
            f"curl {address} \\\n"
            '  -H "Authorization: Bearer TOKEN" \\\n'
            '  -H "Content-Type: application/json" \\\n'
            f"  -d '{body}'"
        ),
        "import_file": command_line(f"import_memories notes.jsonl \\\n  --agent {EXAMPLE_AGENT} --dry-run"),
        "empty_hub": access.may_administer(actor),
    }


def _address(name: str) -> str:
    """Return the address of a page, empty as long as there is no such page."""
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""
