"""One card of the queue, ready for its template: what would become true, what is true now, and why it was stopped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from curation.memory_page import fact_address, graph_address, title_of
from curation.queries.cards import ALIAS, MEMORY, PAGE, PLAN, VOUCH
from curation.queries.suspicion import Suspicion, suspicion
from curation.services.deciders import is_own, objection
from curation.text import clip, one_line
from curation.wording import word
from knowledge.queries.sources import planned_sources
from knowledge.queries.wiki_review import page_pictures, revision_pictures

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from curation.queries.cards_in_full import ItemInFull
    from curation.queries.queue import QueueEntry
    from knowledge.services.types import Actor, MemoryView

SOON = timedelta(hours=3)
TITLE = 80


@dataclass(frozen=True, slots=True)
class ItemShown:
    """One item of a card.

    Attributes:
        item: everything known of it.
        suspicion: where it reads like an order, None where nothing was found.
        weaker: in what it is weaker than what is true now: `trust`, `confidence`.
        fact: address of the fact's time axis, empty for a memory that is no fact.
        graph: of another name, the address of what it would join in the graph.
        is_other: whether it is neither a memory nor a name (a plan, a page): it is looked at elsewhere first.
        about: of a page, its path; of a plan to forget, the source; else empty.
    """

    item: ItemInFull
    suspicion: Suspicion | None
    weaker: tuple[str, ...]
    fact: str
    graph: str
    is_other: bool
    about: str = ""


@dataclass(frozen=True, slots=True)
class CardShown:
    """One card.

    Attributes:
        entry: the request.
        items: what is shown of it; `more_items` are left out.
        digest: of all that is shown, empty when something is left out.
        title: what it is about, in a few words.
        href: address of the request.
        soon: whether its time is nearly over.
        counts: how much the guard had counted when it stopped it, as sentences.
        may_decide: whether this person may; `objection` says why not.
        siblings: how many cards wait of the same source and agent, this one too; `siblings_href` shows them.
    """

    entry: QueueEntry
    items: tuple[ItemShown, ...]
    more_items: int
    digest: str
    title: str
    href: str
    soon: bool
    counts: tuple[str, ...]
    may_decide: bool
    objection: str
    siblings: int = 0
    siblings_href: str = ""

    @property
    def fields(self) -> list[tuple[str, str]]:
        """Hidden fields of a decision: it is bound to what is shown."""
        return [("seen", self.digest), *(("item", shown.item.name) for shown in self.items)]

    @property
    def whole(self) -> list[tuple[str, str]]:
        """Hidden fields of a decision about everything that waits on it."""
        return [("seen", self.digest), ("which", "all")]

    @property
    def grouped(self) -> bool:
        """Whether it holds, or held, more than one item."""
        return self.entry.items > 1

    @property
    def in_full(self) -> bool:
        """Whether everything that waits on it is shown, so that it may be decided as it stands here."""
        return self.may_decide and not self.more_items and not any(shown.is_other for shown in self.items)


class Desk:
    """Makes cards for one person; what may be decided is asked once for each sort of request."""

    def __init__(
        self, actor: Actor, now: datetime, *, carried: str = "", paths: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.actor = actor
        self.now = now
        self.carried = carried
        self.paths = paths
        self._answers: dict[tuple[str, bool], str | None] = {}

    def card(
        self,
        entry: QueueEntry,
        items: Sequence[ItemInFull],
        *,
        more_items: int = 0,
        digest: str = "",
        siblings: tuple[int, str] = (0, ""),
    ) -> CardShown:
        """Return one card."""
        reason = self._objection(entry)
        return CardShown(
            entry=entry,
            items=tuple(replace(shown(item, entry.agent), about=self.paths.get(item.name, "")) for item in items),
            more_items=more_items,
            digest=digest,
            title=clip(one_line(self.paths[entry.first]), TITLE) if entry.first in self.paths else title(entry),
            href=reverse("curation:queue-request", args=[entry.id]) + self.carried,
            soon=entry.status == "pending" and entry.expires_at - self.now < SOON,
            counts=_counts([item.findings.get("counts") for item in items]),
            may_decide=reason is None,
            objection=reason or "",
            siblings=siblings[0],
            siblings_href=siblings[1],
        )

    def _objection(self, entry: QueueEntry) -> str | None:
        """Return why this person may not decide a request, None when they may."""
        own = is_own(self.actor, raised_by_kind=entry.raised_by_kind, raised_by=entry.raised_by)
        key = (entry.kind, own)
        if key not in self._answers:
            error = objection(
                self.actor, kind=entry.kind, raised_by_kind=entry.raised_by_kind, raised_by=entry.raised_by
            )
            self._answers[key] = None if error is None else _(error.message)
        return self._answers[key]


def paths_of(names: Iterable[str], actor: Actor) -> dict[str, str]:
    """Return, by the name of an item about a page or a plan, the path or the source; one query for each sort."""
    found: dict[str, str] = {}
    listed = list(names)
    for prefix, pictures in ((PAGE, revision_pictures), (VOUCH, page_pictures)):
        ids = [name.removeprefix(prefix) for name in listed if name.startswith(prefix)]
        if ids:
            seen = pictures(ids, agents=actor.agents, is_shared_too=actor.agents is None)
            found |= {prefix + one.id: one.path for one in seen.values()}
    plans = [name.removeprefix(PLAN) for name in listed if name.startswith(PLAN)]
    return found | {PLAN + name: _planned(*told) for name, told in planned_sources(plans).items()}


def _planned(selector: Mapping[str, Any], memories: int) -> str:
    """Return what a plan to forget a source is about, in few words."""
    keys = [key for one in selector.get("items", ()) for key in (one["session"], *one["items"]) if key]
    keys += [str(selector[name]) for name in ("session", "run", "file") if selector.get(name)]
    told = ngettext("%(n)s memory", "%(n)s memories", memories) % {"n": memories}
    return f"{clip(one_line(' · '.join(keys)), TITLE)} ({told})"


def shown(item: ItemInFull, agent: str) -> ItemShown:
    """Return one item of an agent's request with what its template needs."""
    memory, now, alias = item.memory, item.in_place, item.alias
    return ItemShown(
        item=item,
        suspicion=suspicion(memory, item.findings),
        weaker=() if memory is None or now is None else _weaker(memory, now),
        fact="" if memory is None else fact_address(memory),
        graph="" if alias is None or not agent else graph_address(agent, alias.canonical),
        is_other=not item.name.startswith((MEMORY, ALIAS)),
    )


def title(entry: QueueEntry) -> str:
    """Return what a request is about, in a few words."""
    if entry.alias is not None:
        names = {"alias": clip(one_line(entry.alias.alias), 30), "name": clip(one_line(entry.alias.canonical), 30)}
        return _("“%(alias)s” as another name of “%(name)s”") % names
    if entry.memory is None:
        if entry.first.startswith((MEMORY, ALIAS)):
            return _("What it was about is gone")
        return str(word("request_kind", entry.kind).label)
    if entry.items > 1:
        facts = ngettext("%d statement", "%d statements", entry.items) % entry.items
        about = entry.memory.subject
        if not about or entry.reason == "spread":
            return facts
        # The others of a group may be about something else: who decides must not be told otherwise.
        return _("%(facts)s, the first about %(subject)s") % {"facts": facts, "subject": clip(one_line(about), 50)}
    return clip(one_line(title_of(entry.memory)), TITLE)


def _weaker(memory: MemoryView, now: MemoryView) -> tuple[str, ...]:
    pairs = (
        ("trust", memory.origin_trust, now.origin_trust),
        ("confidence", memory.confidence, now.confidence),
    )
    return tuple(name for name, own, other in pairs if own < other)


def _counts(found: Sequence[Any]) -> tuple[str, ...]:
    """Return the most that the guard had counted, as sentences."""
    counted = [one for one in found if isinstance(one, dict)]
    short, long, agents = (
        max((int(one.get(name) or 0) for one in counted), default=0) for name in ("short", "long", "agents")
    )
    lines = []
    if short > 1:
        lines.append(ngettext("%d new fact within the hour", "%d new facts within the hour", short) % short)
    if long > short:
        lines.append(ngettext("%d within a week", "%d within a week", long) % long)
    if agents > 1:
        lines.append(ngettext("told to %d agent", "told to %d agents", agents) % agents)
    return tuple(lines)
