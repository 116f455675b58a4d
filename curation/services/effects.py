"""What a decision about each kind of request does. One entry per kind; a kind without one can only be turned away."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from curation.queries.cards import ALIAS, PAGE, PLAN, VOUCH
from curation.queries.cards import shown_now as _shown_now
from knowledge.engine.types import Actor
from knowledge.errors import Conflict, NotFound
from knowledge.queries.aliases import aliases_by_id
from knowledge.queries.wiki_review import page_pictures
from knowledge.services import alias_review, aliases, plans, release, wiki_review, wiki_trust

if TYPE_CHECKING:
    from curation.models import ApprovalItem, ApprovalRequest

APPROVED, REJECTED, STALE = "approved", "rejected", "stale"
GONE = "gone"


@dataclass(frozen=True, slots=True)
class Work:
    """A decision on its way: who makes it, about which request, and why."""

    actor: Actor
    request: ApprovalRequest
    reason: str = ""

    @property
    def raiser(self) -> Actor:
        """Who raised the request, for whatever the effect asks a person next."""
        row = self.request
        return Actor(kind=row.raised_by_kind, name=row.raised_by, door="job", token_id=row.raised_by_token)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one item.

    Attributes:
        status: `approved`, `rejected` or `stale`.
        outcome: in one word, for people (see `knowledge.services.release`).
        carried_by: what carries the statement now.
        superseded: what it replaced.
        review: the request that was opened about it.
        trace: what it takes to undo it; ids and times only.
    """

    status: str
    outcome: str
    carried_by: str = ""
    superseded: str = ""
    review: str = ""
    trace: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return what is kept with the item."""
        kept = ("outcome", "carried_by", "superseded", "review", "trace")
        return {name: value for name in kept if (value := getattr(self, name))}


class Effect(Protocol):
    """What decisions about one kind of request do, inside the write of the decision."""

    def approve(self, work: Work, item: ApprovalItem) -> Done:
        """Carry it out; `stale` when it is not what was shown."""

    def reject(self, work: Work, item: ApprovalItem) -> Done:
        """Turn it away; also when the time is over or the request was withdrawn."""

    def take_back(self, work: Work, item: ApprovalItem) -> str:
        """Put everything back as it was; return the name of the item that waits again."""


class OfMemory:
    """Held writes and rows in quarantine."""

    def approve(self, work: Work, item: ApprovalItem) -> Done:
        """Let the row in."""
        try:
            done = release.release(
                actor=work.actor, memory_id=item.memory, shown=item.digest, raiser=work.raiser, reason=work.reason
            )
        except NotFound:
            return Done(STALE, GONE)
        return Done(
            status=STALE if done.outcome == STALE else APPROVED,
            outcome=done.outcome,
            carried_by=done.memory_id,
            superseded=done.superseded_id or "",
            review=done.review_id or "",
            trace={} if done.outcome == STALE else done.trace,
        )

    def reject(self, work: Work, item: ApprovalItem) -> Done:
        """Close the row."""
        try:
            done = release.reject(actor=work.actor, memory_id=item.memory, reason=work.reason)
        except NotFound:
            return Done(REJECTED, GONE)
        return Done(REJECTED, done.outcome, trace=done.trace)

    def take_back(self, work: Work, item: ApprovalItem) -> str:
        """Let the row wait again."""
        trace = item.effect.get("trace")
        if not trace:
            raise Conflict("This decision changed nothing that could be undone.", code="changed_since")
        return release.undo(actor=work.actor, trace=trace, reason=work.reason)


class OfAlias:
    """Other names that wait."""

    def approve(self, work: Work, item: ApprovalItem) -> Done:
        """Let the name be true."""
        number, shown = _alias(item), _shown_now([item.memory]).get(item.memory)
        if shown is None or (item.digest and shown[0] != item.digest):
            if shown is not None:
                self.reject(work, item)
            return Done(STALE, STALE if shown is not None else GONE)
        before = aliases_by_id([number])[number]
        agent = work.request.agent
        try:
            done = aliases.approve_alias(actor=work.actor, agent=agent, alias_id=number, reason=work.reason)
        except NotFound:
            return Done(STALE, GONE)
        trace = {"id": done.id, "origin": before.origin, "origin_trust": before.origin_trust}
        return Done(APPROVED, "added", carried_by=f"{ALIAS}{done.id}", trace=trace)

    def reject(self, work: Work, item: ApprovalItem) -> Done:
        """Turn the name away."""
        number = _alias(item)
        before = aliases_by_id([number]).get(number)
        try:
            aliases.reject_alias(actor=work.actor, agent=work.request.agent, alias_id=number, reason=work.reason)
        except NotFound:
            return Done(REJECTED, GONE)
        assert before is not None
        trace = {"id": number, "origin": before.origin, "origin_trust": before.origin_trust}
        return Done(REJECTED, REJECTED, trace=trace)

    def take_back(self, work: Work, item: ApprovalItem) -> str:
        """Let the name wait again."""
        trace = item.effect.get("trace")
        if not trace:
            raise Conflict("This decision changed nothing that could be undone.", code="changed_since")
        number = alias_review.wait_again(
            actor=work.actor,
            agent=work.request.agent,
            alias_id=trace["id"],
            origin=trace["origin"],
            origin_trust=trace["origin_trust"],
            reason=work.reason,
        )
        return f"{ALIAS}{number}"


class OfPlan:
    """Plans to forget a source or to move a namespace: approved, they may be applied; a decision does nothing else."""

    def approve(self, work: Work, item: ApprovalItem) -> Done:
        """Let the plan be applied, if it is the one that was shown."""
        good = plans.approve(actor=work.actor, plan_id=_plan(item), seen=item.digest)
        return Done(APPROVED, APPROVED, trace={"plan": _plan(item)}) if good else Done(STALE, STALE)

    def reject(self, work: Work, item: ApprovalItem) -> Done:
        """Close the plan."""
        waited = plans.turn_away(plan_id=_plan(item))
        return Done(REJECTED, REJECTED if waited else GONE, trace={"plan": _plan(item)} if waited else {})

    def take_back(self, work: Work, item: ApprovalItem) -> str:
        """Let the plan wait again, unless it was applied."""
        if not item.effect.get("trace") or not plans.wait_again(plan_id=_plan(item)):
            raise Conflict("This decision changed nothing that could be undone.", code="changed_since")
        return item.memory


class OfPage:
    """Revisions of pages that wait."""

    def approve(self, work: Work, item: ApprovalItem) -> Done:
        """Make the revision the page's text, if the page is still the one it was made from."""
        try:
            trace = wiki_review.approve(actor=work.actor, revision_id=_revision(item), shown=item.digest)
        except NotFound:
            return Done(STALE, GONE)
        if trace is None:
            return Done(STALE, STALE)
        return Done(APPROVED, "stored", carried_by=item.memory, trace=trace)

    def reject(self, work: Work, item: ApprovalItem) -> Done:
        """Turn the revision away; it stays in the page's history for curators."""
        try:
            trace = wiki_review.reject(actor=work.actor, revision_id=_revision(item), reason=work.reason)
        except NotFound:
            return Done(REJECTED, GONE)
        return Done(REJECTED, REJECTED, trace=trace)

    def take_back(self, work: Work, item: ApprovalItem) -> str:
        """Let the revision wait again."""
        trace = item.effect.get("trace")
        if not trace:
            raise Conflict("This decision changed nothing that could be undone.", code="changed_since")
        return f"{PAGE}{wiki_review.wait_again(actor=work.actor, trace=trace, reason=work.reason)}"


class OfVouching:
    """Pages somebody is asked to vouch for."""

    def approve(self, work: Work, item: ApprovalItem) -> Done:
        """Vouch for the page, if it is the one that was shown."""
        try:
            good = wiki_trust.vouch(actor=work.actor, page_id=_page(item), shown=item.digest, reason=work.reason)
        except NotFound:
            return Done(STALE, GONE)
        return Done(APPROVED, APPROVED, trace={"page": _page(item)}) if good else Done(STALE, STALE)

    def reject(self, work: Work, item: ApprovalItem) -> Done:
        """Leave the page as it is."""
        return Done(REJECTED, REJECTED, trace={"page": _page(item)})

    def take_back(self, work: Work, item: ApprovalItem) -> str:
        """Take the promotion back, and ask again."""
        found = page_pictures([_page(item)], agents=work.actor.agents).get(_page(item))
        if found is None or not item.effect.get("trace"):
            raise Conflict("This decision changed nothing that could be undone.", code="changed_since")
        if item.status == APPROVED:
            wiki_trust.take_back(actor=work.actor, space=found.space, path=found.path, reason=work.reason)
        return item.memory


def _page(item: ApprovalItem) -> str:
    return item.memory.removeprefix(VOUCH)


def _revision(item: ApprovalItem) -> str:
    return item.memory.removeprefix(PAGE)


def _plan(item: ApprovalItem) -> str:
    return item.memory.removeprefix(PLAN)


def _alias(item: ApprovalItem) -> int:
    name = item.memory.removeprefix(ALIAS)
    return int(name) if name.isascii() and name.isdigit() else 0


EFFECTS: dict[str, Effect] = {
    "fact_conflict": OfMemory(),
    "knowledge_quarantine": OfMemory(),
    "alias_review": OfAlias(),
    "forget_source": OfPlan(),
    "namespace_migration": OfPlan(),
    "wiki_review": OfPage(),
    "wiki_promotion": OfVouching(),
}
ADMIN_ONLY = frozenset({"forget_source", "namespace_migration"})
"""Kinds that administrators alone decide."""
