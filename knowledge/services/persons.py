"""Erasing a person: everything that names them, and what was made of it, leaves for good, all at once.

Unlike a forgotten source a person is not blocked: who is told of them again learns something new. What was true before
a row that goes stays over: erasing does not say that the row was false.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from django.db.models import F

from knowledge.conf import keyed_mac
from knowledge.engine.forms import normalize_key
from knowledge.engine.ids import digest, new_id
from knowledge.errors import Conflict, Invalid, NotFound
from knowledge.models import Agent, EntityAlias, ForgetPlan, Memory, Mistake, WikiDraft
from knowledge.models.forgetting import APPLIED, ERASE
from knowledge.models.memory import BELIEVED
from knowledge.queries.named import among
from knowledge.queries.reach import parts
from knowledge.services import audit, forget_steps, plans, wiki_forget
from knowledge.services.agents import check_may_administer, lock_agent
from knowledge.services.erasing import erase, note_removed, versions_of
from knowledge.services.facts import end_statements
from knowledge.services.ledger import Ledger
from knowledge.services.person_picture import PersonPicture, names_of, picture_of, shared_picture
from knowledge.services.transactions import write_transaction
from knowledge.services.veiling import veil

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

LONGEST: Final = 200
SHARED_WIKI: Final = ""
_HELD: Final = "Some of this is under legal hold; lift the hold first. Nothing was done."


@dataclass(frozen=True, slots=True)
class ErasureReport:
    """What erasing a person would do, or did.

    Attributes:
        hash: binds the act to exactly this.
        names: the names that were looked for.
        counts: per agent, what goes, in numbers; the empty name is the shared wiki.
        applied: whether it was done.
        plans: ids under which what is still to be done after the commit can be followed.
        steps: what that is, see `forget_steps`.
    """

    hash: str
    names: tuple[str, ...]
    counts: dict[str, dict[str, int]]
    applied: bool = False
    plans: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()

    @property
    def total(self) -> dict[str, int]:
        """The numbers of all agents together."""
        found: Counter[str] = Counter()
        for counts in self.counts.values():
            found.update(counts)
        return dict(found)


@dataclass(slots=True)
class _Found:
    """Pictures of all agents that know the person, and of the shared wiki under the empty name.

    `writes` is how often each agent had been written for, those that know nothing included.
    """

    pictures: dict[str, PersonPicture] = field(default_factory=dict)
    writes: dict[str, int] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)

    @property
    def hash(self) -> str:
        return digest(*(part for name in sorted(self.pictures) for part in (name, self.pictures[name].hash)))


def preview(*, actor: Actor, who: str, agent: str | None = None) -> ErasureReport:
    """Say what erasing a person would do; nothing is changed.

    Args:
        actor: an administrator.
        who: the person's name; the other names an agent knows count too.
        agent: only in this agent's memory and wiki; None means everywhere, the shared wiki included.

    Raises:
        Refused: not an administrator.
        Invalid: no name.
        NotFound: there is no such agent.
    """
    return _report(_find(_agents(actor, who, agent), who, shared=agent is None))


def erase_person(
    *, actor: Actor, who: str, agent: str | None = None, seen: str = "", reason: str = "", now: datetime | None = None
) -> ErasureReport:
    """Erase a person: all of it or nothing.

    Args:
        actor, who, agent: see `preview`.
        seen: hash of the preview; if anything differs, nothing is done. Empty: not compared.
        reason: for the audit, at most 1 000 characters; it must not repeat the name.
        now: moment of the act; None reads the hub clock.

    Raises:
        Refused, Invalid, NotFound: see `preview`.
        StaleError: something differs from the preview.
        Conflict: some of it is under legal hold.
    """
    names = _agents(actor, who, agent)
    plans.check_reason(reason)
    # Reading everything takes longest and keeps nobody waiting; what is written meanwhile is noticed below.
    found = _find(names, who, shared=agent is None)
    if seen and found.hash != seen:
        raise plans.StaleError([{"what": "rows", "count": _report(found).total.get("memories", 0)}])
    if any(picture.held for picture in found.pictures.values()):
        raise Conflict(_HELD, code="legal_hold")
    with write_transaction(now) as opened:
        locked = {name: lock_agent(opened, name) for name in sorted(names)}
        before, found = found, _again(found, locked, who, shared=agent is None)
        if seen and found.hash != before.hash:
            raise plans.StaleError([{"what": "rows", "count": _report(found).total.get("memories", 0)}])
        if any(picture.held for picture in found.pictures.values()):
            raise Conflict(_HELD, code="legal_hold")
        done = tuple(
            _erase(opened, actor, locked.get(name), picture, who, reason)
            for name, picture in found.pictures.items()
            if name != SHARED_WIKI
        )
        if SHARED_WIKI in found.pictures:
            _erase_pages(opened, actor, found.pictures[SHARED_WIKI], who, reason)
    report = _report(found)
    steps = tuple(one["name"] for one in forget_steps.waiting()) if done else ()
    return ErasureReport(report.hash, report.names, report.counts, True, done, steps)


# ------------------------------------------------------------------ finding


def _agents(actor: Actor, who: str, agent: str | None) -> list[str]:
    check_may_administer(actor)
    if not isinstance(who, str) or not normalize_key(who) or len(who) > LONGEST or "\0" in who:
        raise Invalid(f"Name the person, in 1 to {LONGEST} characters.", field="who")
    names = list(Agent.objects.order_by("name").values_list("name", flat=True))
    if agent is None:
        return [name for name in names if actor.may_touch(name)]
    if agent not in names or not actor.may_touch(agent):
        raise NotFound("There is no such agent.")
    return [agent]


def _find(names: Collection[str], who: str, *, shared: bool) -> _Found:
    found = _Found(names={who: None})
    for row in Agent.objects.filter(name__in=list(names)).order_by("name"):
        picture = picture_of(row, who)
        found.writes[row.name] = row.writes
        if not picture.is_empty:
            found.pictures[row.name] = picture
            found.names |= dict.fromkeys(names_of(row, who))
    pages = shared_picture(who) if shared else PersonPicture()
    if not pages.is_empty:
        found.pictures[SHARED_WIKI] = pages
    return found


def _again(found: _Found, locked: dict[str, Agent], who: str, *, shared: bool) -> _Found:
    """Find anew what may have changed before the locks were taken; the rest holds as it was found."""
    known = dict(Agent.objects.filter(name__in=list(locked)).values_list("name", "writes"))
    fresh = _Found(names=found.names)
    for name, agent in sorted(locked.items()):
        same = found.writes.get(name) == known[name]
        picture = found.pictures.get(name, PersonPicture()) if same else picture_of(agent, who)
        if not picture.is_empty:
            fresh.pictures[name] = picture
    pages = shared_picture(who) if shared else PersonPicture()
    if not pages.is_empty:
        fresh.pictures[SHARED_WIKI] = pages
    return fresh


def _report(found: _Found) -> ErasureReport:
    return ErasureReport(
        hash=found.hash,
        names=tuple(found.names),
        counts={name: picture.counts for name, picture in found.pictures.items()},
    )


# ------------------------------------------------------------------ erasing


def _erase(
    opened: WriteTransaction, actor: Actor, agent: Agent | None, picture: PersonPicture, who: str, reason: str
) -> str:
    """Erase what one agent knows; return the id under which the steps after the commit are kept."""
    assert agent is not None
    _keep_ended(opened, agent, picture.depths)
    wiki_forget.erase(opened, agent.name, picture.pages)
    versions = versions_of(agent.pk, picture.depths)
    erased = erase(opened, agent, picture.depths)
    note_removed(agent, versions)
    for some in parts(sorted(picture.mistakes)):
        Mistake.objects.filter(pk__in=some).delete()
    for numbers in parts(sorted(picture.aliases)):
        EntityAlias.objects.filter(pk__in=numbers).delete()
    for numbers in parts(picture.drafts):
        WikiDraft.objects.filter(pk__in=numbers).delete()
    veil(picture.keys)
    row = ForgetPlan.objects.create(
        id=new_id("p", opened.now),
        kind=ERASE,
        agent=agent,
        status=APPLIED,
        hash=picture.hash,
        epoch=agent.forgettings,
        selector={"person": _veiled(who)},
        counts={**picture.counts, "cuts": erased.cuts},
        steps=forget_steps.waiting(),
        pending=True,
        reason=reason,
        created_by=actor.name[:200],
        created_at=opened.now,
        expires_at=opened.now + timedelta(minutes=1),
        applied_by=actor.name[:200],
        applied_at=opened.now,
    )
    _record(opened, actor, agent.name, row.pk, picture, who, reason)
    return row.pk


def _erase_pages(opened: WriteTransaction, actor: Actor, picture: PersonPicture, who: str, reason: str) -> None:
    wiki_forget.erase(opened, SHARED_WIKI, picture.pages)
    for numbers in parts(picture.drafts):
        WikiDraft.objects.filter(pk__in=numbers).delete()
    veil(picture.keys)
    _record(opened, actor, SHARED_WIKI, "", picture, who, reason)


def _keep_ended(opened: WriteTransaction, agent: Agent, numbers: Collection[int]) -> None:
    """Let rows that were over because of one that goes stay over, without it."""
    ledger = Ledger(opened, agent)
    for some in parts(sorted(numbers)):
        going = among(Memory.objects.filter(number__in=some).exclude(fact_key=""), standing=BELIEVED)
        ends = dict.fromkeys(going.values_list("fact_key", "valid_from"))
        facts = {fact for fact, _ in ends}
        rows = Memory.objects.filter(agent=agent, fact_key__in=facts, valid_until__isnull=False)
        for row in among(rows, standing=BELIEVED).exclude(fact_key="").exclude(valid_until=F("stated_until")):
            if row.number not in numbers and (row.fact_key, row.valid_until) in ends and row.valid_until is not None:
                end_statements(row, row.valid_until)
                ledger.change(row)
    ledger.flush()


def _veiled(who: str) -> str:
    """Return what tells one erasure from another, and not of whom."""
    return keyed_mac("person", normalize_key(who))[:32]


def _record(
    opened: WriteTransaction, actor: Actor, agent: str, plan: str, picture: PersonPicture, who: str, reason: str
) -> None:
    details: dict[str, Any] = {"person": _veiled(who), "hash": picture.hash, **picture.counts}
    entry = audit.AuditRecord("person.erased", agent=agent, target=plan, reason=reason, details=details)
    audit.record(opened, actor, entry)
