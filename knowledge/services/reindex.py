"""Building the text index and the vectors anew while the hub serves: a few rows at a time, each batch one write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import DatabaseError, connection
from django.db.models import Count, Q, Sum

from knowledge.errors import Busy, NotFound
from knowledge.models import Agent, Memory
from knowledge.models.memory import BELIEVED, STANDINGS
from knowledge.services import audit, index
from knowledge.services.agents import lock_agent
from knowledge.services.drafts import copy_key_of
from knowledge.services.embed import FillReport, fill_vectors
from knowledge.services.ledger import tokens_of
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from knowledge.engine.types import Actor
    from knowledge.services.transactions import WriteTransaction

BATCH = 500


@dataclass(slots=True)
class ReindexReport:
    """What a rebuild did.

    Attributes:
        rows: rows looked at.
        indexed: rows that are in the index now.
        mended: rows that were missing, were there in error, or had the wrong length.
        orphans: entries that belonged to no row.
        vectors: vectors that were made and stored; none for an embedder that makes them where they are needed.
        problem: why vectors could not be made anew; empty when they were.
    """

    rows: int = 0
    indexed: int = 0
    mended: int = 0
    orphans: int = 0
    vectors: int = 0
    problem: str = ""


def rebuild_index(
    *,
    actor: Actor,
    agent: str | None = None,
    progress: Callable[[ReindexReport], None] | None = None,
    now: datetime | None = None,
) -> ReindexReport:
    """Rebuild the text index, the counters, the keys of copies and the vectors from the tables.

    Searches keep working: a row leaves the index and comes back within one write, and vectors are replaced one by one.

    Args:
        actor: who asked for it.
        agent: only this agent's rows; None takes all, and entries that belong to no row.
        progress: called after every batch.
        now: moment of the writes; None reads the hub clock for each batch.

    Raises:
        NotFound: there is no such agent.
    """
    report = ReindexReport()
    names = list(Agent.objects.order_by("name").values_list("name", flat=True)) if agent is None else [agent]
    if agent is not None and not Agent.objects.filter(name=agent).exists():
        raise NotFound("There is no such agent.")
    _mend_structure()
    for name in names:
        for standing, _ in STANDINGS:
            after = ""
            while batch := _batch(name, standing, after, report, now):
                after = batch
                if progress is not None:
                    progress(report)
        _count(actor, name, report, now)
    if agent is None:
        _remove_orphans(report, now)
    _make_vectors(agent, report, progress, now)
    return report


def _make_vectors(
    agent: str | None, report: ReindexReport, progress: Callable[[ReindexReport], None] | None, now: datetime | None
) -> None:
    def tell(filled: FillReport) -> None:
        report.vectors = filled.made
        if progress is not None:
            progress(report)

    try:
        report.vectors = fill_vectors(agent=agent, anew=True, progress=tell, now=now).made
    except Busy as error:
        report.problem = error.message


def _mend_structure() -> None:
    """Let SQLite repair an index that is damaged inside, from the texts it keeps."""
    if connection.vendor != "sqlite":
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO knowledge_memorytext (knowledge_memorytext) VALUES ('integrity-check')")
    except DatabaseError:
        with write_transaction(), connection.cursor() as cursor:
            cursor.execute("INSERT INTO knowledge_memorytext (knowledge_memorytext) VALUES ('rebuild')")


def _batch(name: str, standing: str, after: str, report: ReindexReport, now: datetime | None) -> str:
    """Index the next rows of one agent; return the last id, empty at the end."""
    with write_transaction(now) as opened:
        agent = lock_agent(opened, name)
        rows = list(Memory.objects.filter(agent=agent, standing=standing, id__gt=after).order_by("id")[:BATCH])
        if not rows:
            return ""
        before = _indexed([row.number for row in rows])
        entries, lengths, says = [], [], []
        for row in rows:
            tokens = _wanted(row, opened)
            length = 0 if tokens is None else max(1, len(tokens))
            if tokens is not None:
                entries.append((row.number, agent.pk, tokens))
            if row.token_count != length:
                lengths.append((length, row.number))
            keys = (row.subject_key, row.predicate_key, row.object_key)
            said = copy_key_of(row.layer, row.content, keys) if row.session is None else None
            if row.copy_key != said:
                says.append((said, row.number))
            wrong = row.token_count != length or (row.number in before) != (tokens is not None)
            report.mended += wrong or row.copy_key != said
            agent.live_tokens += length - row.token_count
            agent.live_memories += (length > 0) - (row.token_count > 0)
        index.remove(before)
        index.add(entries)
        _set_each("token_count", lengths)
        _set_each("copy_key", says)
        # A counter that had drifted is set right at the end; until then it only must not be refused.
        agent.live_tokens, agent.live_memories = max(0, agent.live_tokens), max(0, agent.live_memories)
        report.rows += len(rows)
        report.indexed += len(entries)
        return rows[-1].id


def _wanted(row: Memory, opened: WriteTransaction) -> list[str] | None:
    """Return the tokens of a row that belongs in the index, None for any other."""
    if row.standing != BELIEVED or (row.valid_until is not None and row.valid_until <= opened.now):
        return None
    return tokens_of(row)


def _indexed(numbers: Sequence[int]) -> set[int]:
    key = "number" if connection.vendor == "postgresql" else "rowid"
    marks = ",".join(["%s"] * len(numbers))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {key} FROM knowledge_memorytext WHERE {key} IN ({marks})", list(numbers))  # noqa: S608 - only placeholders
        return {row[0] for row in cursor.fetchall()}


def _set_each(column: str, values: Sequence[tuple[int | str | None, int]]) -> None:
    """Write one column of rows: (value, number of the memory)."""
    if values:
        with connection.cursor() as cursor:
            cursor.executemany(f"UPDATE knowledge_memory SET {column} = %s WHERE number = %s", values)  # noqa: S608 - a fixed name


def _count(actor: Actor, name: str, report: ReindexReport, now: datetime | None) -> None:
    """Set an agent's counters to what its rows add up to."""
    with write_transaction(now) as opened:
        agent = lock_agent(opened, name)
        sums = Memory.objects.filter(agent=agent).aggregate(
            total=Count("number"), live=Count("number", filter=Q(token_count__gt=0)), tokens=Sum("token_count")
        )
        agent.total_memories, agent.live_memories = sums["total"], sums["live"]
        agent.live_tokens = sums["tokens"] or 0
        details = {"rows": report.rows, "mended": report.mended}
        audit.record(opened, actor, audit.AuditRecord("index.rebuilt", agent=name, details=details))


def _remove_orphans(report: ReindexReport, now: datetime | None) -> None:
    """Take out entries whose row is gone."""
    key = "number" if connection.vendor == "postgresql" else "rowid"
    after = 0
    while True:
        with write_transaction(now), connection.cursor() as cursor:
            cursor.execute(
                f"SELECT {key} FROM knowledge_memorytext WHERE {key} > %s ORDER BY {key} LIMIT 2000",  # noqa: S608 - a fixed word
                [after],
            )
            numbers = [row[0] for row in cursor.fetchall()]
            if not numbers:
                return
            known = set(Memory.objects.filter(number__in=numbers).values_list("number", flat=True))
            orphans = [number for number in numbers if number not in known]
            index.remove(orphans)
            report.orphans += len(orphans)
            after = numbers[-1]
