"""What forgetting a source reaches: found the same way for a plan, and again when it is applied."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.db import connection
from django.db.models import Q

from knowledge.engine.ids import digest
from knowledge.engine.lineage import MOST_GENERATIONS, BlockKey, Selector, block_keys, closure, normal_source_key
from knowledge.models import AuditEvent, Memory, MemorySource, Reaffirmation
from knowledge.models.source import DIRECT, INHERITED, REAFFIRMED
from knowledge.queries.origins import children_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from django.db.models import QuerySet

_AT_ONCE: Final = 400
_OF_ITEMS: Final = ("message", "run", "external_call", "system")
_DISTILLED: Final = "conversation.distilled"
_NAMED: Final = ~Q(item="")
_OF_MISTAKES: Final = Q(role=INHERITED, kind="message", item="") & ~Q(session="")
"""What a rule was made of names the conversation of each mistake, and no message in it."""
_COLUMNS: Final = ("pk", "memory_id", "kind", "session", "item", "role", "parent", "content_digest", "memory__agent_id")


class Found(NamedTuple):
    """One recorded source, as far as it matters here."""

    pk: int
    number: int
    kind: str
    session: str
    item: str
    role: str
    parent: str
    content_digest: str
    agent: int


@dataclass(slots=True)
class Reach:
    """What a source reaches in one agent's memory.

    Attributes:
        matched: sources that are to be forgotten, of this agent's rows.
        depths: per number of a row to be deleted, its depth: 0 learned there, else steps of derivation.
        kept: per number of a row that stays with another source, the key of the confirmation that carries it on.
        said: numbers of rows that stay and lose a confirmation.
        elsewhere: how many rows of other agents come from there.
        keys: what is to be blocked.
        recorded: whether the source was met at all, be it that nothing was learned from it.
    """

    matched: list[Found] = field(default_factory=list)
    depths: dict[int, int] = field(default_factory=dict)
    kept: dict[int, int] = field(default_factory=dict)
    said: set[int] = field(default_factory=set)
    elsewhere: int = 0
    keys: set[BlockKey] = field(default_factory=set)
    recorded: bool = False


def reach_among(matched: list[Found], *, keep_confirmed: bool = False, most: int | None = MOST_GENERATIONS) -> Reach:
    """Find what some recorded sources of one agent reach; what is to be blocked is left open.

    Raises:
        TooDeepError: see `engine.lineage.closure`.
    """
    reach = Reach(matched=matched)
    direct = {one.number for one in matched if one.role == DIRECT}
    if keep_confirmed:
        reach.kept = _confirmed_elsewhere(direct, matched)
    orphans = _orphans([one for one in matched if one.role == INHERITED])
    reach.depths = closure((direct | orphans) - reach.kept.keys(), children_of, kept=reach.kept, most=most)
    reach.said = {one.number for one in matched if one.role == REAFFIRMED} - reach.depths.keys()
    return reach


def reach_of(agent_id: int, agent: str, selector: Selector) -> Reach:
    """Find what a source reaches.

    Args:
        agent_id, agent: number and name of the agent.
        selector: in its normal spelling.

    Raises:
        TooDeepError: see `engine.lineage.closure`.
    """
    every = [found for named in meant(selector) for found in _read(named)]
    reach = reach_among([one for one in every if one.agent == agent_id], keep_confirmed=selector.keep_confirmed)
    direct = {one.number for one in reach.matched if one.role == DIRECT}
    reach.elsewhere = len({one.number for one in every if one.agent != agent_id and one.role != REAFFIRMED})
    reach.keys = {key for one in reach.matched for key in _keys_to_block(selector, one)} | _keys_of(selector)
    reach.keys |= _carriers(direct, selector)
    reach.recorded = bool(every) or _is_in_the_record(agent, selector)
    return reach


class Told(NamedTuple):
    """One row, without its text: a digest of everything it says."""

    number: int
    id: str
    fact_key: str
    standing: str
    digest: str


def told_of(numbers: Collection[int]) -> list[Told]:
    """Read what some rows are, in the order of their numbers, and the text of nothing."""
    names = ("content", "subject", "predicate", "object", "standing", "origin", "tags", "metadata")
    found: list[Told] = []
    for part in parts(sorted(numbers)):
        rows = Memory.objects.filter(number__in=part).order_by("number")
        for number, name, fact_key, *says in rows.values_list("number", "id", "fact_key", *names):
            told = digest(*(None if value is None else str(value) for value in says))
            found.append(Told(number, name, fact_key, says[4], told))
    return found


def row_digests(numbers: Collection[int]) -> dict[str, str]:
    """Return, by id, a digest of everything some rows say."""
    return {one.id: one.digest for one in told_of(numbers)}


def others_of(numbers: Collection[int], matched: Sequence[Found]) -> dict[int, set[tuple[str, str, str]]]:
    """Return the further sources of rows, besides those that are to be forgotten, and inherited ones."""
    own = {one.pk for one in matched}
    known = {(one.kind, one.session, one.item) for one in matched}
    found: defaultdict[int, set[tuple[str, str, str]]] = defaultdict(set)
    for part in parts(sorted(numbers)):
        rows = MemorySource.objects.filter(memory__in=part).filter(_NAMED | _OF_MISTAKES)
        for pk, number, *key in rows.values_list("pk", "memory_id", "kind", "session", "item"):
            if pk not in own and tuple(key) not in known and key[0] not in ("tool_turn", "import_item"):
                found[number].add((key[0], key[1], key[2]))
    return found


def untracked(agent_id: int, *, besides: Iterable[int] = ()) -> int:
    """Return how many of an agent's rows name no message, run or line, apart from some rows.

    Args:
        agent_id: whose rows.
        besides: numbers of rows of this agent that are reached in another way, through their conversation.
    """
    found = _count_untracked("agent_id = %s", [agent_id])
    for part in parts(sorted(besides)):
        found -= _count_untracked(f"number IN ({', '.join(['%s'] * len(part))})", list(part))
    return found


def _count_untracked(which: str, params: list[int]) -> int:
    statement = (
        f"SELECT COUNT(*) FROM knowledge_memory m WHERE m.{which} AND NOT EXISTS (SELECT 1"  # noqa: S608 - placeholders
        " FROM knowledge_memorysource s WHERE s.memory_id = m.number AND (s.item <> '' OR s.sequence IS NOT NULL))"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return int(cursor.fetchone()[0])


def parts(items: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Yield the items in pieces that fit into one statement."""
    for start in range(0, len(items), _AT_ONCE):
        yield items[start : start + _AT_ONCE]


def meant(selector: Selector) -> Iterator[Q]:
    """Yield filters of the sources that are meant, of whatever agent."""
    for part in parts(selector.items):
        named = Q()
        for session, item in part:
            named |= Q(session=session, item=item)
        yield Q(kind__in=_OF_ITEMS) & named
    if selector.session:
        named = Q(kind__in=(*_OF_ITEMS, "tool_turn", "import_item"), session=selector.session)
        if selector.up_to is not None:
            named &= Q(sequence__isnull=True) | Q(sequence__lte=selector.up_to)
        if selector.until is not None:
            named &= Q(observed_at__isnull=True) | Q(observed_at__lte=selector.until)
        yield named
    if selector.run:
        yield Q(kind="run") & (Q(item=selector.run) | Q(session=selector.run))
    if selector.file:
        yield Q(kind="import_item", session=selector.file)


# ------------------------------------------------------------------ parts


def _read(named: Q) -> list[Found]:
    return sources_found(MemorySource.objects.filter(named))


def sources_found(rows: QuerySet[MemorySource]) -> list[Found]:
    """Return recorded sources, in the order they were recorded."""
    return [Found(*row) for row in rows.order_by("pk").values_list(*_COLUMNS)]


def _orphans(inherited: Sequence[Found]) -> set[int]:
    """Return rows that inherited the source from a row that is not there any more."""
    names = sorted({one.parent for one in inherited})
    there: set[str] = set()
    for part in parts(names):
        there |= set(Memory.objects.filter(id__in=part).values_list("id", flat=True))
    return {one.number for one in inherited if one.parent not in there}


def _confirmed_elsewhere(direct: Collection[int], matched: Sequence[Found]) -> dict[int, int]:
    """Return the rows that another source said word for word, each with the confirmation that carries it on."""
    gone = {digest_of_source(one.kind, one.session, one.item) for one in matched}
    own = {one.pk for one in matched}
    found: dict[int, int] = {}
    for part in parts(sorted(direct)):
        texts = dict(Memory.objects.filter(number__in=part).values_list("number", "content"))
        again: defaultdict[int, set[str]] = defaultdict(set)
        sources = MemorySource.objects.filter(memory__in=part)
        for pk, number, kind, session, item, role, said in sources.values_list(
            "pk", "memory_id", "kind", "session", "item", "role", "content_digest"
        ):
            if role == REAFFIRMED and pk not in own and item and said == digest(texts[number]):
                again[number].add(digest_of_source(kind, session, item))
            elif role == INHERITED:
                again[number].add("")  # what was made from others goes with them
        said_again = Reaffirmation.objects.filter(memory__in=list(again), original=False)
        for one in said_again.order_by("valid_from", "pk"):
            may_stay = "" not in again[one.memory_id]
            if may_stay and one.source_key in again[one.memory_id] and one.source_key not in gone:
                found.setdefault(one.memory_id, one.pk)
    return found


def digest_of_source(kind: str, session: str, item: str) -> str:
    """Return the digest by which a confirmation knows its source; empty when it names no message of its own."""
    keys = block_keys(kind, session, item) if item else ()
    return digest(keys[0].family, keys[0].session, keys[0].item) if keys else ""


def _keys_of(selector: Selector) -> set[BlockKey]:
    """Return what is blocked whether or not anything was learned there."""
    found = {block_keys("message", session, item)[0] for session, item in selector.items}
    if selector.session:
        found.add(block_keys("message", selector.session, "")[0])
    if selector.run:
        found |= {block_keys("run", "", selector.run)[0], block_keys("run", selector.run, "")[0]}
    if selector.file:
        found.add(block_keys("import_item", selector.file, "")[0])
    return found


def _keys_to_block(selector: Selector, one: Found) -> tuple[BlockKey, ...]:
    """Return what is blocked of one source that was found: itself; of a session the watermark says it all."""
    if not one.item or (selector.session and one.kind not in ("tool_turn", "import_item")):
        return ()
    return block_keys(one.kind, one.session, one.item)[:1]


def _carriers(direct: Collection[int], selector: Selector) -> set[BlockKey]:
    """Return the turns and lines that brought the rows learned there: each of them names the source too."""
    found: set[BlockKey] = set()
    if selector.file:
        return found
    for part in parts(sorted(direct)):
        rows = MemorySource.objects.filter(memory__in=part, role=DIRECT).exclude(item="")
        for kind, session, item in rows.values_list("kind", "session", "item"):
            found |= set(block_keys(kind, session, item)[:1]) if kind in ("tool_turn", "import_item") else set()
    return found


def _is_in_the_record(agent: str, selector: Selector) -> bool:
    """Tell whether a conversation was read, though nothing was learned from it."""
    sessions = {session for session, _ in selector.items} | {selector.session}
    names = [digest(normal_source_key(one)) for one in sessions if one]
    return AuditEvent.objects.filter(action=_DISTILLED, agent=agent, target__in=names).exists()
