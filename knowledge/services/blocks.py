"""Sources that may never be learned from again: asked of everything that is written, inside its transaction.

A block knows its source by a digest under the hub's own key. Without that key nobody can tell what is blocked, so
nothing is learned then, and the hub does not start.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from django.db import connection

from knowledge.conf import keyed_mac
from knowledge.engine.lineage import BlockKey, block_keys, is_fenced
from knowledge.errors import Refused
from knowledge.models import Agent, MemorySource, SourceBlock
from knowledge.services import audit, bulk
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from datetime import datetime

    from knowledge.engine.lineage import Selector
    from knowledge.engine.types import Actor, SourceRef
    from knowledge.models import Memory, WikiSource
    from knowledge.services.drafts import Prepared
    from knowledge.services.transactions import WriteTransaction

FORGOTTEN: Final = "source_blocked"
KEY_LOST: Final = "digest_key_lost"
REFUSED: Final = "source.refused"
MESSAGE: Final = "This source was forgotten for good, and nothing is learned from it again."
_LOST: Final = (
    "Sources of this agent were forgotten under another digest key; put that key file back into the data folder."
)
_AT_ONCE: Final = 400
_known_to_be_ours: set[tuple[str, int, int, str]] = set()


def digest_of(key: BlockKey) -> str:
    """Return the keyed digest by which a source is known to be blocked."""
    return keyed_mac("source", key.family, key.session, key.item)


def key_check() -> str:
    """Return what tells one digest key from another, without telling the key."""
    return keyed_mac("digest key")[:16]


def foreign_blocks(agent: Agent | None = None) -> int:
    """Return how many blocks were made under a digest key that is not the hub's own."""
    rows = SourceBlock.objects.exclude(key_check=key_check())
    return (rows if agent is None else rows.filter(agent=agent)).count()


def add(opened: WriteTransaction, agent: Agent, keys: Iterable[BlockKey], selector: Selector, plan: str) -> None:
    """Block sources for a locked agent, a session up to the watermark of the selector."""
    rows = []
    for key in sorted(keys):
        whole = key.family == "session" and bool(selector.session)
        rows.append(
            bulk.new(
                SourceBlock,
                agent_id=agent.pk,
                digest=digest_of(key),
                family=key.family,
                up_to=selector.up_to if whole else None,
                until=selector.until if whole else None,
                key_check=key_check(),
                plan=plan,
                at=opened.now,
            )
        )
    bulk.insert(rows)
    agent.forgettings += 1


def all_blocked(agent: Agent, keys: Collection[BlockKey]) -> bool:
    """Tell whether every one of some sources is blocked already."""
    digests = [digest_of(key) for key in keys]
    known: set[str] = set()
    for start in range(0, len(digests), _AT_ONCE):
        some = SourceBlock.objects.filter(agent=agent, digest__in=digests[start : start + _AT_ONCE])
        known |= set(some.values_list("digest", flat=True))
    return bool(digests) and known.issuperset(digests)


def follow(opened: WriteTransaction, source: Agent, target: Agent) -> int:
    """Let the blocks of one agent hold for another that takes over its memories; both are locked.

    Returns:
        How many blocks there are now that were not there before.
    """
    known = set(SourceBlock.objects.filter(agent=target).values_list("digest", "plan"))
    rows = [row for row in SourceBlock.objects.filter(agent=source) if (row.digest, row.plan) not in known]
    for row in rows:
        row.pk, row.agent_id, row.at = None, target.pk, opened.now
    bulk.insert(rows)
    target.forgettings += 1 if rows else 0
    return len(rows)


def note_refused(
    actor: Actor, agents: Iterable[Agent], sources: Iterable[SourceRef], now: datetime | None = None
) -> None:
    """Write down that something was refused, where the write that was refused has been undone with its record."""
    listed = list(sources)
    with write_transaction(now) as opened:
        for agent in agents:
            fence = Fence(opened, actor, agent)
            with suppress(Refused):
                fence.check_sources(listed)


def fence_for_looking(actor: Actor, agent: str) -> Fence | None:
    """Return what an agent may not learn from, for whoever only looks; None for one that is not there yet."""
    found = Agent.objects.filter(name=agent).first()
    return None if found is None else Fence(None, actor, found)


class Fence:
    """What one agent's write may not learn from; costs nothing while nothing is blocked."""

    def __init__(self, opened: WriteTransaction | None, actor: Actor, agent: Agent) -> None:
        self._opened = opened
        self._actor = actor
        self._agent = agent
        self._known: dict[str, list[SourceBlock]] = {}
        self._asked: dict[BlockKey, str] = {}
        self.is_up = agent.forgettings > 0
        if self.is_up:
            _check_key(agent)

    def learn(self, drafts: Iterable[Prepared]) -> None:
        """Look up in few queries what the sources of some drafts are blocked by."""
        if self.is_up:
            refs = [ref for one in drafts for ref in _refs(one)]
            self._look_up({key for ref in refs for key in _keys_of(ref)})

    def check(self, one: Prepared) -> None:
        """Refuse a draft that comes from a blocked source; the refusal is audited by the digest alone.

        Raises:
            Refused: `source_forgotten`.
        """
        if self.is_up:
            for ref in _refs(one):
                self._refuse(self._block(ref))

    def check_sources(self, sources: Sequence[MemorySource | SourceRef]) -> None:
        """Refuse what is made from a memory that came from a blocked source; see `check`."""
        if not self.is_up or not sources:
            return
        self._look_up({key for one in sources for key in _keys_of(one)})
        for one in sources:
            self._refuse(self._block(one))

    def refusal(self, row: Memory) -> Refused | None:
        """Return why a stored row may not come back, audited; None when it may."""
        try:
            self.check_sources(list(MemorySource.objects.filter(memory=row)))
        except Refused as error:
            return error
        return None

    def stops(self, source: SourceRef | MemorySource | WikiSource) -> bool:
        """Tell whether a source is blocked; nothing is audited."""
        if not self.is_up:
            return False
        self._look_up(set(_keys_of(source)))
        return self._block(source) is not None

    def blocked_rows(self, numbers: Collection[int]) -> set[int]:
        """Return those rows that have a blocked source; nothing is audited."""
        if not self.is_up or not numbers:
            return set()
        listed, found = sorted(numbers), set()
        for start in range(0, len(listed), _AT_ONCE):
            rows = list(MemorySource.objects.filter(memory__in=listed[start : start + _AT_ONCE]))
            found |= {one.memory_id for one in self._blocked(rows)}
        return found

    def blocked_sources(self) -> list[int]:
        """Return the keys of all recorded sources of the agent's memories that are blocked; nothing is audited."""
        keys = list(MemorySource.objects.filter(memory__agent=self._agent).values_list("pk", flat=True))
        found: list[int] = []
        for start in range(0, len(keys), _AT_ONCE):
            rows = list(MemorySource.objects.filter(pk__in=keys[start : start + _AT_ONCE]))
            found += [one.pk for one in self._blocked(rows)]
        return found

    # ---- parts

    def _blocked(self, rows: list[MemorySource]) -> list[MemorySource]:
        self._look_up({key for one in rows for key in _keys_of(one)})
        return [one for one in rows if self._block(one) is not None]

    def _look_up(self, keys: Collection[BlockKey]) -> None:
        fresh = {key: digest_of(key) for key in keys if key not in self._asked}
        self._asked |= fresh
        wanted = sorted(fresh.values())
        for start in range(0, len(wanted), _AT_ONCE):
            found = SourceBlock.objects.filter(agent=self._agent, digest__in=wanted[start : start + _AT_ONCE])
            for block in found:
                self._known.setdefault(block.digest, []).append(block)

    def _block(self, source: SourceRef | MemorySource | WikiSource) -> SourceBlock | None:
        for key in _keys_of(source):
            for block in self._known.get(self._asked[key], ()):
                if key.family != "session" or is_fenced(
                    source.sequence, source.observed_at, up_to=block.up_to, until=block.until
                ):
                    return block
        return None

    def _refuse(self, block: SourceBlock | None) -> None:
        if block is None:
            return
        if self._opened is not None:
            details = {"digest": block.digest, "plan": block.plan}
            entry = audit.AuditRecord(REFUSED, agent=self._agent.name, target=block.plan, details=details)
            audit.record(self._opened, self._actor, entry)
        raise Refused(MESSAGE, field="source", code=FORGOTTEN)


def _check_key(agent: Agent) -> None:
    """Refuse to go on without the key the blocks were made with; asked once per process and forgetting."""
    state = (str(connection.settings_dict["NAME"]), agent.pk, agent.forgettings, key_check())
    if state in _known_to_be_ours:
        return
    if foreign_blocks(agent):
        raise Refused(_LOST, code=KEY_LOST)
    _known_to_be_ours.add(state)


def _refs(one: Prepared) -> list[SourceRef]:
    return [one.source] if one.arrival is None else [one.source, one.arrival]


def _keys_of(source: SourceRef | MemorySource | WikiSource) -> list[BlockKey]:
    keys = list(block_keys(source.kind, source.session, source.item))
    turn = getattr(source, "turn", "")
    return [*keys, *(block_keys("tool_turn", source.session, turn)[:1] if turn else ())]
