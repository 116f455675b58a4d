"""A plan to forget a source, ready for its template: what it would do, whether it may be done, what it did."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from curation import access, source_words
from curation.job_reports import in_words
from curation.queries.cards import raised_by
from curation.reach_figure import reach_figure
from curation.services.deciders import is_own, objection
from curation.wiki_links import page_href
from knowledge.queries.plan_reach import plan_reach
from knowledge.queries.sources import plan_in_full
from knowledge.services import forgetting, moving

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as LazyText

    from knowledge.queries.sources import PlanView
    from knowledge.services.types import Actor

_PARTS = ("target", "returns", "kept", "said")


@dataclass(frozen=True, slots=True)
class Count:
    """One number of a plan, in words."""

    label: LazyText | str
    n: int
    hint: LazyText | str = ""


def page_context(plan_id: str, actor: Actor) -> dict[str, Any]:
    """Return one plan in full.

    Raises:
        Refused: the person only reads.
        NotFound: unknown or foreign.
    """
    access.check_may_curate(actor)
    now = timezone.now()
    plan = plan_in_full(agents=actor.agents, plan_id=plan_id, now=now)
    reach = plan_reach(plan=plan, actor=actor, now=now)
    moves = plan.kind == "migrate"
    waits = plan.status in {"planned", "approved"}
    return {
        "now": now,
        "agents": access.visible_agents(actor),
        "agent": plan.agent,
        "plan": plan,
        "source": source_of(plan),
        "until": datetime.fromisoformat(plan.selector["until"]) if plan.selector.get("until") else None,
        "counts": [
            Count(word.label, plan.counts[name])
            for name, word in (source_words.MOVE_COUNTS if moves else source_words.PLAN_COUNTS).items()
            if plan.counts.get(name)
        ],
        "unreachable": [
            Count(word.label, plan.unreachable.get(name, 0), word.hint)
            for name, word in source_words.UNREACHABLE.items()
            if name in plan.unreachable
        ],
        "moves": moves,
        "depths": reach.depths,
        "parts": {part: [row for row in reach.rows if row.part == part] for part in _PARTS},
        "figure": reach_figure(reach.picture) if waits and not moves else None,
        "left_out": reach.picture.left_out,
        "pages": [(page, page_href(page.space, page.path)) for page in reach.pages],
        "mistakes": reach.mistakes,
        "waits": waits,
        "administers": access.may_administer(actor),
        "who_decides": _who_decides(plan, actor) if plan.status == "planned" and plan.request else "",
        "target_icon": "route" if moves else "trash-2",
        "steps": [(step, in_words(step["note"])) for step in plan.steps],
        "steps_done": sum(step["state"] == "done" for step in plan.steps),
    }


def source_of(plan: PlanView) -> list[tuple[LazyText | str, str]]:
    """Return what a plan is about, as its host names it."""
    told: list[tuple[LazyText | str, str]] = []
    for one in plan.selector.get("items", ()):
        told += [(source_words.SELECTOR["session"].label, one["session"])] if one["session"] else []
        told += [(source_words.BLOCK_FAMILIES["item"].label, item) for item in one["items"]]
    told += [
        (word.label, str(plan.selector[name]))
        for name, word in source_words.SELECTOR.items()
        if plan.selector.get(name) not in (None, "")
    ]
    return told


def _who_decides(plan: PlanView, actor: Actor) -> str:
    """Say who decides about a plan that waits, as the rule has it for this person."""
    if not access.may_administer(actor):
        return _("An administrator decides.")
    kind = "namespace_migration" if plan.kind == "migrate" else "forget_source"
    raised_by_kind, name = raised_by(plan.request)
    if not is_own(actor, raised_by_kind=raised_by_kind, raised_by=name):
        return _("You decide, or another administrator.")
    if objection(actor, kind=kind, raised_by_kind=raised_by_kind, raised_by=name) is None:
        return _("You planned it and are the only administrator, so you decide yourself; the audit says so.")
    return _("You planned it, so another administrator decides.")


def carry_out(plan_id: str, actor: Actor) -> str:
    """Carry an approved plan out; return what was done, in words.

    Raises:
        NotFound: unknown or foreign.
        Otherwise as `forgetting.apply` and `moving.apply_migration`.
    """
    if plan_in_full(agents=actor.agents, plan_id=plan_id).kind == "migrate":
        moved = moving.apply_migration(actor=actor, plan_id=plan_id).moved
        return ngettext("%(n)s row has moved.", "%(n)s rows have moved.", moved) % {"n": moved}
    deleted = forgetting.apply(actor=actor, plan_id=plan_id).deleted
    text = ngettext("%(n)s row is deleted for good.", "%(n)s rows are deleted for good.", deleted)
    return text % {"n": deleted}
