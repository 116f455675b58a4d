"""One request in full, and the step before many are decided at once, ready for their templates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from curation import access
from curation.plan_page import source_of
from curation.queries.board import digests_of
from curation.queries.cards import PAGE, PLAN, VOUCH
from curation.queries.cards_in_full import request_in_full
from curation.queries.queue import MOST_AT_ONCE, RISKS, matching_ids, weigh
from curation.queue_card import Desk
from curation.queue_page import Asked, ids_of, read
from curation.queue_words import PLANNED, REJECTIONS
from curation.services.deciders import is_own
from curation.source_words import MOVE_COUNTS
from curation.wording import trust_word, word
from knowledge.errors import Invalid, NotFound, Refused, TooLarge
from knowledge.queries.sources import plan_in_full
from knowledge.queries.wiki_review import page_pictures, revision_pictures

if TYPE_CHECKING:
    from datetime import datetime

    from curation.queries.cards_in_full import RequestInFull
    from curation.queries.queue import QueueEntry, Weight
    from curation.queue_card import CardShown
    from knowledge.queries.wiki_review import PagePicture, RevisionPicture
    from knowledge.services.types import Actor

TYPED_ABOVE = 100
"""Letting more than this in at once takes typing their number."""


def page_context(request_id: str, params: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return everything the page of one request shows.

    Raises:
        Refused: the person has no role.
        NotFound: unknown or foreign.
    """
    asked = read(params, actor)
    found = request_in_full(agents=actor.agents, request_id=request_id, now=asked.now)
    entry = found.entry
    desk = Desk(actor, asked.now, carried=asked.carried)
    card = desk.card(entry, found.items, more_items=found.more_items, digest=found.digest)
    waiting = entry.status == "pending"
    revisions = _revisions(found, actor)
    outdated = bool(revisions) and all(one.is_stale for one in revisions)
    return {
        "now": asked.now,
        "agents": access.visible_agents(actor),
        "agent": asked.filters.agent,
        "curator": access.may_curate(actor),
        "found": found,
        "card": card,
        "entry": entry,
        "waiting": waiting,
        "decides": waiting and card.may_decide,
        "may_withdraw": waiting and _may_withdraw(actor, entry),
        "remind_at": _reminder(entry),
        "undo_until": _undo_until(found) if card.may_decide else None,
        "here": asked.carried.removeprefix("?"),
        "back": reverse("curation:queue") + asked.carried,
        "rejections": REJECTIONS,
        "similar_ids": " ".join(dict.fromkeys(one.request_id for one in found.similar)),
        "effect": "" if outdated else _effect(card),
        "outdated": outdated,
        "plan": _plan(entry, actor, asked.now),
        "revisions": revisions,
        "vouched": _vouched(found, actor),
    }


def many_context(sent: QueryDict, actor: Actor) -> dict[str, Any]:
    """Return what the step before many are decided shows: how many, how far they are trusted, how risky they are.

    Raises:
        Refused: the person only reads.
        Invalid, TooLarge: none is chosen, or too many.
    """
    access.check_may_curate(actor)
    asked = _asked(sent.get("here", ""), actor)
    ids = _chosen(sent, asked)
    shown = digests_of(agents=actor.agents, ids=ids, now=asked.now)
    gone = sum(one not in shown for one in ids)
    ids = [one for one in ids if one in shown]
    if not ids:
        raise NotFound("There is no such request.")
    weight = weigh(agents=actor.agents, ids=ids, now=asked.now)
    return {
        "now": asked.now,
        "agents": access.visible_agents(actor),
        "agent": asked.filters.agent,
        "verdict": sent.get("verdict", ""),
        "ids": " ".join(f"{one}:{shown[one]}" for one in ids),
        "weight": weight,
        "gone": gone,
        "by_trust": _by_trust(weight),
        "by_risk": [(word("risk", risk), weight.by_risk[risk]) for risk in RISKS if weight.by_risk.get(risk)],
        "typed": weight.items > TYPED_ABOVE and sent.get("verdict") == "approve",
        "here": asked.carried.removeprefix("?"),
        "back": reverse("curation:queue") + asked.carried,
        "rejections": REJECTIONS,
    }


def check_may_withdraw(request_id: str, actor: Actor) -> None:
    """Refuse whoever has not raised a request and does not administer.

    Raises:
        Refused: the person has no role, or it is somebody else's request.
        NotFound: unknown or foreign.
    """
    access.check_may_look(actor)
    found = request_in_full(agents=actor.agents, request_id=request_id)
    if not _may_withdraw(actor, found.entry):
        raise Refused("Only whoever raised a request, or an administrator, may withdraw it.")


def is_sure(sent: QueryDict) -> bool:
    """Whether the step before has been passed: sent, and with the number typed where that is asked for."""
    if sent.get("sure") != "yes":
        return False
    return "count" not in sent or sent.get("typed", "").strip() == sent["count"]


# ------------------------------------------------------------------ parts


def _asked(here: str, actor: Actor) -> Asked:
    return read(QueryDict(here), actor)


def _chosen(sent: QueryDict, asked: Asked) -> list[str]:
    """Return the ids that are meant: those that were ticked, those of a form sent again, or all that match."""
    if sent.get("all") == "yes":
        if not asked.filters.is_active:
            raise Invalid(_("Choose a filter first: the whole queue is never decided at once."), field="all")
        return list(matching_ids(agents=asked.actor.agents, filters=asked.filters, now=asked.now))
    named = [*sent.getlist("id"), *(one.partition(":")[0] for one in sent.get("ids", "").split())]
    ids = ids_of(" ".join(named))
    if len(ids) > MOST_AT_ONCE:
        raise TooLarge(f"At most {MOST_AT_ONCE} requests are decided at once.", field="ids")
    return ids


def _by_trust(weight: Weight) -> list[tuple[str, int]]:
    """Return how many items there are of each step of trust, the least trusted first."""
    counts: dict[str, int] = {}
    for trust, items in sorted(weight.by_trust.items(), key=lambda one: float(one[0])):
        label = str(trust_word(float(trust))[1].label)
        counts[label] = counts.get(label, 0) + items
    return list(counts.items())


def _may_withdraw(actor: Actor, entry: QueueEntry) -> bool:
    own = is_own(actor, raised_by_kind=entry.raised_by_kind, raised_by=entry.raised_by)
    return own or access.may_administer(actor)


def _reminder(entry: QueueEntry) -> datetime:
    """Return when the reminder is due: at two thirds of the life time."""
    return entry.created_at + (entry.expires_at - entry.created_at) * 2 / 3


def _undo_until(found: RequestInFull) -> datetime | None:
    """Return until when everything that can be undone still can."""
    ends = [item.undo_until for item in found.items if item.undo_until is not None]
    return min(ends) if ends else None


def _plan(entry: QueueEntry, actor: Actor, now: datetime) -> dict[str, Any] | None:
    """Return what a plan to forget a source would do; None for any other request, and for a plan that is gone."""
    if not entry.first.startswith(PLAN):
        return None
    try:
        found = plan_in_full(agents=actor.agents, plan_id=entry.first.removeprefix(PLAN), now=now)
    except NotFound:
        return None
    words = MOVE_COUNTS if found.kind == "migrate" else PLANNED
    counts = [(words[name].label, found.counts[name]) for name in words if found.counts.get(name)]
    source = [value for _label, value in source_of(found)]
    href = reverse("curation:plan", args=[found.id])
    return {"source": source, "counts": counts, "by": found.created_by, "href": href}


def _revisions(found: RequestInFull, actor: Actor) -> list[RevisionPicture]:
    """Return the revisions of pages that a request is about, beside what the pages say now."""
    names = [item.name.removeprefix(PAGE) for item in found.items if item.name.startswith(PAGE)]
    if not names:
        return []
    pictures = revision_pictures(names, agents=actor.agents, is_shared_too=actor.agents is None)
    return [pictures[name] for name in names if name in pictures]


def _vouched(found: RequestInFull, actor: Actor) -> list[PagePicture]:
    """Return the pages somebody is asked to vouch for, as they are now."""
    names = [item.name.removeprefix(VOUCH) for item in found.items if item.name.startswith(VOUCH)]
    return list(page_pictures(names, agents=actor.agents).values()) if names else []


_EFFECTS = {
    "fact_conflict": gettext_lazy(
        "Approved, it speaks with your voice: it is fully trusted and takes the place of what is true now."
    ),
    "forget_source": gettext_lazy("Approved, the plan may be carried out: what it names is then deleted for good."),
    "namespace_migration": gettext_lazy(
        "Approved, the plan may be carried out: its memories then belong to the other agent."
    ),
    "wiki_promotion": gettext_lazy(
        "Approved, you vouch for the page as it is now: its trust rises to 0.8, and it counts as verified."
    ),
    "wiki_review": gettext_lazy("Approved, the page says this from then on."),
    "alias_review": gettext_lazy(
        "Approved, both names mean the same: what is known under one of them counts for both."
    ),
    "knowledge_quarantine": gettext_lazy(
        "Approved, it finds its place by the rules and keeps its own trust. "
        "Against something stronger it waits again, as a conflict."
    ),
}


def _effect(card: CardShown) -> str:
    """Say what an approval would do."""
    return str(_EFFECTS.get(card.entry.kind, ""))
