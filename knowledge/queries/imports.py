"""What an agent's memories were imported from: how a line is recognised when it comes again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection

from knowledge.models import Agent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from knowledge.engine.types import SourceRef

IMPORT_ITEM = "import_item"
MESSAGE = "message"
_CHUNK = 400


class ItemKey(NamedTuple):
    """What one line is recognised by.

    A line of a file is itself whatever the file is called, so `session` is empty for those; a
    message belongs to its conversation.
    """

    kind: str
    session: str
    item: str


@dataclass(frozen=True, slots=True)
class KnownItem:
    """A line that arrived before: the memory it is in, the digest of its text, its position."""

    memory_id: str
    content_digest: str
    sequence: int | None = None


def agent_number(name: str) -> int | None:
    """Return the number of an agent, None when there is no such agent yet."""
    return Agent.objects.filter(name=name).values_list("pk", flat=True).first()


def item_key(source: SourceRef) -> ItemKey:
    """Return what a line with this source is recognised by."""
    return ItemKey(source.kind, "" if source.kind == IMPORT_ITEM else source.session, source.item)


def known_items(agent_id: int, keys: Iterable[ItemKey]) -> dict[ItemKey, KnownItem]:
    """Return those of the keys that one agent's memories already come from.

    Args:
        agent_id: number of the agent.
        keys: of imported lines and of messages of transcripts.
    """
    found: dict[ItemKey, KnownItem] = {}
    lines = [key.item for key in keys if key.kind == IMPORT_ITEM]
    for start in range(0, len(lines), _CHUNK):
        found |= _lines(agent_id, lines[start : start + _CHUNK])
    messages = [key for key in keys if key.kind == MESSAGE]
    for start in range(0, len(messages), _CHUNK):
        found |= _messages(agent_id, messages[start : start + _CHUNK])
    return found


def _lines(agent_id: int, items: Sequence[str]) -> dict[ItemKey, KnownItem]:
    marks = ",".join(["(%s)"] * len(items))
    # The kind is written out so that the partial index answers, and the items are joined in this order: as a list in
    # the condition they would let SQLite read every line that was ever imported.
    rows = _rows(
        f"WITH wanted (item) AS (VALUES {marks})"  # noqa: S608 - only placeholders are joined
        " SELECT s.item, m.id, s.content_digest FROM wanted"
        " CROSS JOIN knowledge_memorysource s"
        " JOIN knowledge_memory m ON m.number = s.memory_id"
        " WHERE s.kind = 'import_item' AND s.item = wanted.item AND s.role <> 'inherited' AND m.agent_id = %s",
        [*items, agent_id],
    )
    return {ItemKey(IMPORT_ITEM, "", item): KnownItem(memory, content) for item, memory, content in rows}


def _messages(agent_id: int, keys: Sequence[ItemKey]) -> dict[ItemKey, KnownItem]:
    marks = ",".join(["(%s,%s)"] * len(keys))
    # A fact learned from a message is not the message: only turns that were imported count.
    rows = _rows(
        f"WITH wanted (session, item) AS (VALUES {marks})"  # noqa: S608 - only placeholders are joined
        " SELECT s.session, s.item, m.id, s.content_digest, s.sequence FROM wanted"
        " JOIN knowledge_memorysource s"
        " ON s.kind = 'message' AND s.session = wanted.session AND s.item = wanted.item"
        " JOIN knowledge_memory m ON m.number = s.memory_id"
        " WHERE s.role = 'direct' AND m.agent_id = %s AND m.source_event = 'transcript'",
        [*(value for key in keys for value in (key.session, key.item)), agent_id],
    )
    return {
        ItemKey(MESSAGE, session, item): KnownItem(memory, content, sequence)
        for session, item, memory, content, sequence in rows
    }


def last_positions(agent_id: int, sessions: Iterable[str]) -> dict[str, int]:
    """Return the highest position of an imported turn in each conversation that has any."""
    listed = list(sessions)
    found: dict[str, int] = {}
    for start in range(0, len(listed), _CHUNK):
        chunk = listed[start : start + _CHUNK]
        rows = _rows(
            "SELECT s.session, MAX(s.sequence) FROM knowledge_memorysource s"  # noqa: S608 - only placeholders are joined
            " JOIN knowledge_memory m ON m.number = s.memory_id"
            f" WHERE s.kind = 'message' AND s.session IN ({','.join(['%s'] * len(chunk))})"
            " AND s.role = 'direct' AND s.sequence IS NOT NULL AND m.agent_id = %s AND m.source_event = 'transcript'"
            " GROUP BY s.session",
            [*chunk, agent_id],
        )
        found |= dict(rows)
    return found


def _rows(statement: str, values: Sequence[str | int]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
