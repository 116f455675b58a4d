"""The burst guard: new facts of origins that are trusted little are counted in the transaction that stores them.

The agent's row is locked by then, so no two writers count past one another. What trips a bound goes to quarantine
together with what the same origin said about the subject in that window before, and what they had replaced is true
again. If it cannot be counted, it goes to quarantine too.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from django.db import connection, transaction

from knowledge.conf import guard_settings, keyed_digest
from knowledge.engine import burst
from knowledge.engine.forms import bare, skeleton
from knowledge.engine.trust import CURATED, origin_class
from knowledge.errors import HubError
from knowledge.models import GuardSighting, Memory
from knowledge.models.memory import BELIEVED
from knowledge.queries import sightings
from knowledge.services import bulk, quarantine
from knowledge.services.agents import lock_agent
from knowledge.services.likeness import form_of
from knowledge.services.permissions import check_may_write
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.models import Agent
    from knowledge.services.drafts import Prepared
    from knowledge.services.transactions import WriteTransaction

FAILED: Final = "guard_failed"
RELEASED: Final = "released"
LEARNED: Final = "conversation:"
"""How the source event of what was read from a conversation begins."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Stopped:
    """What the guard did to one write.

    Attributes:
        rows: every row that changed, by id, as it is now.
        reasons: of the rows put in quarantine, by id.
        reviews: the request about each, by id.
        turned_away: ids of rows for which the quarantine of their origin had no room.
    """

    rows: dict[str, Memory] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    reviews: dict[str, str] = field(default_factory=dict)
    turned_away: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Seen:
    """One new fact of this write."""

    memory: Memory
    subject: str
    content: str


@dataclass(frozen=True, slots=True)
class _Tripped:
    """A bound that was reached: by whom (an origin or a class), about what (a digest), with which counts."""

    reason: str
    origin: str = ""
    about: str = ""
    counts: burst.Counts | None = None
    whole_class: bool = False

    @property
    def details(self) -> dict[str, Any]:
        """What a person is told."""
        return {} if self.counts is None else {"counts": asdict(self.counts)}


def is_watched(one: Prepared, actor: Actor) -> bool:
    """Tell whether a new row of a draft is counted."""
    if actor.door == "import" or not burst.is_counted(one.origin):
        return False
    return one.has_triple or one.source_event.startswith(LEARNED)


def lock_texts(prepared: Sequence[Prepared | HubError], actor: Actor) -> None:
    """Let only one writer at a time count the same texts; call it before an agent is locked."""
    if guard_settings().enabled and connection.vendor == "postgresql":
        watched = [one for one in prepared if not isinstance(one, HubError) and is_watched(one, actor)]
        sightings.lock_texts({keyed_digest(skeleton(one.content)) for one in watched})


class Guard:
    """Counts the new facts of one write for one locked agent."""

    def __init__(self, opened: WriteTransaction, actor: Actor, agent: Agent) -> None:
        self.opened = opened
        self.actor = actor
        self.agent = agent
        self.settings = guard_settings()
        self.bounds = burst.Bounds(window_secs=self.settings.window_secs, max_per_subject=self.settings.max_per_subject)
        self._new: list[tuple[Memory, Prepared]] = []
        self._groups: dict[tuple[str, str, str, str], quarantine.Group] = {}
        self._trusted: dict[str, bool] = {}
        self.stopped = Stopped()

    def note(self, memory: Memory, one: Prepared) -> None:
        """Remember a new row that may have to be counted."""
        if self.settings.enabled and is_watched(one, self.actor):
            self._new.append((memory, one))

    def wait(self, memory: Memory, reason: str, details: dict[str, Any]) -> None:
        """Remember a row that was stored inert, to be announced once it is written."""
        self._group(self.agent.name, memory.origin, reason).rows[memory.id] = details
        self.stopped.reasons[memory.id] = reason

    def settle(self) -> Stopped:
        """Count what was written and stop what is too much; everything must be flushed. Announces what waits."""
        if self._new:
            try:
                with _undone_if_it_fails():
                    tripped = self._count()
            except Exception:  # noqa: BLE001 - see below
                # Whatever the reason: what cannot be counted is not believed.
                _log.exception("burst guard failed")
                self._stop([memory for memory, _ in self._new], _Tripped(FAILED))
            else:
                for one in tripped:
                    self._act(one)
        for group in self._groups.values():
            review = group.announce(self.opened, self.actor)
            if review:
                self.stopped.reviews |= dict.fromkeys(group.rows, review)
        return self.stopped

    # ---- counting

    def _count(self) -> list[_Tripped]:
        """Write down what was seen; return what is too much, each once."""
        seen = self._sightings()
        bulk.insert(
            [
                bulk.new(
                    GuardSighting,
                    agent_id=self.agent.pk,
                    memory_id=one.memory.number,
                    origin=one.memory.origin,
                    origin_class=origin_class(one.memory.origin),
                    subject=one.subject,
                    content=one.content,
                    at=self.opened.now,
                )
                for one in seen
            ]
        )
        by_origin, by_class = sightings.counts(
            agent_id=self.agent.pk,
            subjects={one.subject for one in seen},
            short_since=self._since(self.bounds.window_secs),
            long_since=self._since(self.bounds.long_secs),
        )
        spread = sightings.spread(contents={one.content for one in seen}, since=self._since(self.bounds.spread_secs))
        found: dict[tuple[str, str, str], _Tripped] = {}
        for one in seen:
            origin, name = one.memory.origin, origin_class(one.memory.origin)
            short, long = by_origin[one.subject, origin]
            agents = spread.get((one.content, origin), 1)
            of_class = by_class[one.subject, name]
            disputed = of_class >= self.bounds.disputed_max and burst.is_low(origin) and self._is_trusted(one.memory)
            counts = burst.Counts(short, long, of_class, agents, disputed)
            reason, whole_class = burst.verdict(counts, self.bounds, low=burst.is_low(origin))
            if reason:
                who = name if whole_class else origin
                about = one.content if reason == "spread" else one.subject
                found.setdefault((reason, who, about), _Tripped(reason, who, about, counts, whole_class=whole_class))
        return list(found.values())

    def _is_trusted(self, memory: Memory) -> bool:
        """Tell whether something trusted is known of the subject of a new fact, however it is spelled."""
        key = memory.subject_key
        if key and key not in self._trusted:
            rows = Memory.objects.filter(
                agent=self.agent, standing=BELIEVED, subject_form=form_of(memory.subject or "")
            )
            self._trusted[key] = rows.filter(origin_trust__gte=CURATED).exists()
        return self._trusted.get(key, False)

    def _sightings(self) -> list[_Seen]:
        keys = {one.names[0] for _, one in self._new if one.names[0]}
        names = sightings.canonical_names(agent_id=self.agent.pk, keys=keys)
        return [
            _Seen(memory, keyed_digest(bare(self._subject(one, names))), keyed_digest(skeleton(one.content)))
            for memory, one in self._new
        ]

    @staticmethod
    def _subject(one: Prepared, names: dict[str, str]) -> str:
        if one.subject is None:
            return burst.leading_name(one.content)
        return names.get(one.names[0], one.subject)

    def _since(self, seconds: int) -> datetime:
        return self.opened.now - timedelta(seconds=seconds)

    # ---- stopping

    def _act(self, one: _Tripped) -> None:
        """Stop what tripped a bound, with what was counted with it."""
        if one.reason == "spread":
            same = GuardSighting.objects.filter(
                content=one.about, origin=one.origin, at__gt=self._since(self.bounds.spread_secs)
            )
        else:
            seconds = self.bounds.long_secs if one.reason == "drip" else self.bounds.window_secs
            counted = GuardSighting.objects.filter(agent=self.agent, subject=one.about, at__gt=self._since(seconds))
            same = counted.filter(**{"origin_class" if one.whole_class else "origin": one.origin})
        rows: defaultdict[str, list[Memory]] = defaultdict(list)
        for row in _stoppable(Memory.objects.filter(sightings__in=same).select_related("agent")):
            rows[row.agent.name].append(row)
        for name in sorted(rows):
            self._stop(rows[name], one)

    def _stop(self, rows: list[Memory], one: _Tripped) -> None:
        """Put rows of one agent in quarantine."""
        fresh = _stoppable(Memory.objects.filter(number__in=[row.number for row in rows]).select_related("agent"))
        if not fresh:
            return
        agent = lock_agent(self.opened, fresh[0].agent.name)
        over = self._without_room(agent, fresh)
        self.stopped.rows |= quarantine.take_out(self.opened, self.actor, agent, fresh, one.reason)
        quarantine.turn_away(self.opened, self.actor, agent, over)
        self.stopped.turned_away |= {row.id for row in over}
        for row in fresh:
            if row.id not in self.stopped.turned_away:
                self._group(
                    "" if one.reason == "spread" else self.agent.name,
                    one.origin or row.origin,
                    one.reason,
                    one.about if one.reason == "spread" else "",
                ).rows[row.id] = one.details
                self.stopped.reasons[row.id] = one.reason

    def _without_room(self, agent: Agent, rows: list[Memory]) -> list[Memory]:
        """Return the new rows of this write for which the quarantine of their origin has no room today."""
        new = {memory.id for memory, _ in self._new}
        by_origin: defaultdict[str, list[Memory]] = defaultdict(list)
        for row in rows:
            by_origin[row.origin].append(row)
        over: list[Memory] = []
        for origin, mine in by_origin.items():
            room = max(0, quarantine.room_today(agent, origin, self.opened.now))
            earlier = sum(row.id not in new for row in mine)
            over += [row for row in mine if row.id in new][max(0, room - earlier) :]
        return over

    def _group(self, agent: str, origin: str, reason: str, about: str = "") -> quarantine.Group:
        key = (agent, origin, reason, about)
        return self._groups.setdefault(key, quarantine.Group(*key))


def _undone_if_it_fails() -> AbstractContextManager[object]:
    """Keep a failed count from failing the whole write; SQLite needs nothing for that."""
    return transaction.atomic() if connection.vendor == "postgresql" else nullcontext()


def _stoppable(rows: Any) -> list[Memory]:
    """Return the believed ones of some rows, without those a person let in."""
    found = rows.filter(standing=BELIEVED).exclude(spans__event=RELEASED).order_by("number").distinct()
    return list(found)


def kept_seconds() -> int:
    """Return how long sightings count at most."""
    bounds = burst.Bounds()
    return max(bounds.long_secs, bounds.spread_secs, guard_settings().window_secs)


def old_sightings(*, before: datetime) -> int:
    """Return how many sightings no window reaches any more."""
    return GuardSighting.objects.filter(at__lt=before).count()


def forget_old(*, actor: Actor, before: datetime) -> int:
    """Delete sightings that no window reaches any more; return how many.

    Args:
        actor: who clears up.
        before: earlier ones go.
    """
    check_may_write(actor)
    with write_transaction():
        return GuardSighting.objects.filter(at__lt=before).delete()[0]
