"""Rules that the database can check by itself, one statement each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import apps
from django.db import connection

from knowledge.engine.trust import UNATTRIBUTED, ceiling
from knowledge.queries.consistency.findings import Finding, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_BELIEVED_FACT = "standing = 'believed' AND NOT (fact_key = '')"


def one_open_row() -> Iterator[Finding]:
    """Look for facts with more than one open believed row."""
    rule = "A fact has at most one open row."
    for key, ids in rows_of(
        f"SELECT fact_key, {_joined('id')} FROM knowledge_memory"  # noqa: S608 - fixed words
        f" WHERE {_BELIEVED_FACT} AND valid_until IS NULL GROUP BY agent_id, fact_key HAVING COUNT(*) > 1"
    ):
        yield Finding(rule, f"fact {key}: {ids}")


def no_overlap() -> Iterator[Finding]:
    """Look for believed rows of one fact that hold at the same moment, and for reversed intervals."""
    rule = "Rows of one fact never hold at the same moment."
    for first, second in rows_of(
        "SELECT id, next_id FROM (SELECT id, valid_until,"  # noqa: S608 - fixed words
        " LEAD(id) OVER facts AS next_id, LEAD(valid_from) OVER facts AS next_from FROM knowledge_memory"
        f" WHERE {_BELIEVED_FACT} AND (valid_until IS NULL OR valid_until <> valid_from)"
        " WINDOW facts AS (PARTITION BY agent_id, fact_key ORDER BY valid_from, number)) axis"
        " WHERE next_from IS NOT NULL AND (valid_until IS NULL OR valid_until > next_from)"
    ):
        yield Finding(rule, f"{first} and {second}")
    for (row,) in rows_of("SELECT id FROM knowledge_memory WHERE valid_until < valid_from"):
        yield Finding("An interval does not end before it begins.", row)


def last_span() -> Iterator[Finding]:
    """Compare each row with the last entry of its second clock."""
    rule = "A row's columns are its last span."
    for (row,) in rows_of(
        "SELECT m.id FROM knowledge_memory m LEFT JOIN knowledge_memoryspan s"
        " ON s.id = (SELECT MAX(id) FROM knowledge_memoryspan WHERE memory_id = m.number)"
        " WHERE s.id IS NULL OR s.valid_from <> m.valid_from"
        " OR COALESCE(s.valid_until, s.valid_from) <> COALESCE(m.valid_until, s.valid_from)"
        " OR (s.valid_until IS NULL) <> (m.valid_until IS NULL)"
        " OR COALESCE(s.expires_at, s.valid_from) <> COALESCE(m.expires_at, s.valid_from)"
        " OR (s.expires_at IS NULL) <> (m.expires_at IS NULL)"
        " OR s.believed <> (m.standing = 'believed')"
    ):
        yield Finding(rule, row)
    for row, earlier in rows_of(
        "SELECT m.id, s.id FROM (SELECT id, memory_id, at, LAG(at) OVER (PARTITION BY memory_id ORDER BY id) AS before"
        " FROM knowledge_memoryspan) s JOIN knowledge_memory m ON m.number = s.memory_id WHERE s.at < s.before"
    ):
        yield Finding("The second clock never goes back.", f"{row}, span {earlier}")


def chains() -> Iterator[Finding]:
    """Look at the links between believed rows: both ways, one successor each, within one fact, counted on."""
    linked = (
        "SELECT a.id, b.id FROM knowledge_memory a JOIN knowledge_memory b ON b.id = a.superseded_by_id"
        " WHERE a.standing = 'believed' AND b.standing = 'believed' AND "
    )
    back = (
        "SELECT a.id, b.id FROM knowledge_memory a JOIN knowledge_memory b ON b.id = a.supersedes_id"
        " WHERE a.standing = 'believed' AND b.standing = 'believed'"
        " AND (b.superseded_by_id IS NULL OR b.superseded_by_id <> a.id)"
    )
    for rule, statement in (
        ("A row and its successor name each other.", f"{linked}(b.supersedes_id IS NULL OR b.supersedes_id <> a.id)"),
        ("A row and its predecessor name each other.", back),
        ("A chain stays within one fact.", f"{linked}(a.fact_key <> b.fact_key OR a.agent_id <> b.agent_id)"),
        ("A successor does not begin before its predecessor.", f"{linked}b.valid_from < a.valid_from"),
        ("A successor's version is one more.", f"{linked}b.version <> a.version + 1"),
    ):
        for first, second in rows_of(statement):
            yield Finding(rule, f"{first} and {second}")
    for column in ("superseded_by_id", "supersedes_id"):
        for target, ids in rows_of(
            f"SELECT {column}, {_joined('id')} FROM knowledge_memory WHERE standing = 'believed'"  # noqa: S608 - fixed words
            f" AND {column} IS NOT NULL GROUP BY {column} HAVING COUNT(*) > 1"
        ):
            yield Finding("A row has one successor and one predecessor.", f"{target}: {ids}")


def belongings() -> Iterator[Finding]:
    """Look for parts without their row, and rows without a source."""
    for table, column in (
        ("knowledge_memorysource", "memory_id"),
        ("knowledge_memoryspan", "memory_id"),
        ("knowledge_memorytag", "memory_id"),
        ("knowledge_reaffirmation", "memory_id"),
        ("knowledge_derivation", "child_id"),
        ("knowledge_derivation", "parent_id"),
    ):
        for part, row in rows_of(
            f"SELECT t.id, t.{column} FROM {table} t LEFT JOIN knowledge_memory m ON m.number = t.{column}"  # noqa: S608 - fixed words
            " WHERE m.number IS NULL"
        ):
            yield Finding(
                "Sources, spans, tags, confirmations and derivations belong to a row.", f"{table} {part}: {row}"
            )
    for (row,) in rows_of(
        "SELECT m.id FROM knowledge_memory m WHERE NOT EXISTS"
        " (SELECT 1 FROM knowledge_memorysource s WHERE s.memory_id = m.number)"
    ):
        yield Finding("Every row knows where it was learned.", row)


def trust() -> Iterator[Finding]:
    """Compare trust with the ceiling of its origin and with the trust of parents."""
    rule = "A row is trusted no more than its origin allows."
    origins = list(rows_of("SELECT origin, MAX(origin_trust) FROM knowledge_memory GROUP BY origin"))
    for origin, most in origins:
        # Rows brought over from before origins were known keep the trust they had.
        if origin == UNATTRIBUTED or most <= ceiling(origin):
            continue
        for (row,) in rows_of(
            "SELECT id FROM knowledge_memory WHERE origin = %s AND origin_trust > %s", [origin, ceiling(origin)]
        ):
            yield Finding(rule, row)
    for child, parent in rows_of(
        "SELECT c.id, p.id FROM knowledge_derivation d JOIN knowledge_memory c ON c.number = d.child_id"
        " JOIN knowledge_memory p ON p.number = d.parent_id WHERE c.origin_trust > p.origin_trust"
    ):
        yield Finding("A row is trusted no more than what it was made from.", f"{child} from {parent}")


def counters() -> Iterator[Finding]:
    """Compare each agent's counters with its rows."""
    for name, live, tokens, total, is_live, is_tokens, is_total in rows_of(
        "SELECT a.name, a.live_memories, a.live_tokens, a.total_memories, COALESCE(m.live, 0), COALESCE(m.tokens, 0),"
        " COALESCE(m.total, 0) FROM knowledge_agent a LEFT JOIN (SELECT agent_id, COUNT(*) AS total,"
        " SUM(CASE WHEN token_count > 0 THEN 1 ELSE 0 END) AS live, SUM(token_count) AS tokens"
        " FROM knowledge_memory GROUP BY agent_id) m ON m.agent_id = a.id"
    ):
        if (live, tokens, total) != (is_live, is_tokens, is_total):
            yield Finding(
                "An agent's counters are what its rows add up to.",
                f"{name}: rows {total}, not {is_total}; live {live}, not {is_live}; tokens {tokens}, not {is_tokens}",
            )


def promised_by_the_database() -> Iterator[Finding]:
    """Look for constraints and indexes that the tables should have."""
    rule = "The database enforces what the tables promise."
    for config in apps.get_app_configs():
        if config.name not in ("knowledge", "curation", "memoryhub"):
            continue
        for model in config.get_models():
            options = model._meta  # noqa: SLF001 - Django's documented way to describe a model
            with connection.cursor() as cursor:
                found = set(connection.introspection.get_constraints(cursor, options.db_table))
            wanted = [one.name for one in options.constraints] + [str(one.name) for one in options.indexes]
            for name in wanted:
                if name not in found:
                    yield Finding(rule, f"{options.db_table} lacks {name}")
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_constraint WHERE conname = 'memory_no_overlap'")
            if cursor.fetchone() is None:
                yield Finding(rule, "knowledge_memory lacks memory_no_overlap")


def _joined(column: str) -> str:
    separator = "STRING_AGG({0}, ', ')" if connection.vendor == "postgresql" else "GROUP_CONCAT({0}, ', ')"
    return separator.format(column)
