"""The text index, which Django has no field for, and the guard against overlapping intervals.

SQLite gets an FTS5 table whose documents are the analysed tokens, separated by spaces; PostgreSQL
gets a tsvector of the same tokens. Both are keyed by the number of the memory.
"""

from __future__ import annotations

from django.db import migrations

# Every printable ASCII character but quotes may be part of a token; only white space separates.
TOKEN_CHARACTERS = "!#$%&()*+,-./:;<=>?@[\\]^_`{|}~"

SQLITE = [
    f"""CREATE VIRTUAL TABLE knowledge_memorytext USING fts5(
            tokens, columnsize=0, tokenize="ascii tokenchars '{TOKEN_CHARACTERS}'")""",
    "CREATE VIRTUAL TABLE knowledge_memorytext_terms USING fts5vocab('knowledge_memorytext', 'instance')",
]
SQLITE_BACK = [
    "DROP TABLE knowledge_memorytext_terms",
    "DROP TABLE knowledge_memorytext",
]
POSTGRESQL = [
    """CREATE TABLE knowledge_memorytext (
            number bigint PRIMARY KEY REFERENCES knowledge_memory (number) ON DELETE CASCADE,
            tokens tsvector NOT NULL)""",
    "CREATE INDEX knowledge_memorytext_tokens ON knowledge_memorytext USING gin (tokens)",
    "CREATE EXTENSION IF NOT EXISTS btree_gist",
    """ALTER TABLE knowledge_memory ADD CONSTRAINT memory_no_overlap EXCLUDE USING gist (
            agent_id WITH =, fact_key WITH =, tstzrange(valid_from, valid_until) WITH &&)
            WHERE (standing = 'believed' AND fact_key <> '') DEFERRABLE INITIALLY DEFERRED""",
]
POSTGRESQL_BACK = [
    "ALTER TABLE knowledge_memory DROP CONSTRAINT memory_no_overlap",
    "DROP TABLE knowledge_memorytext",
]


def create(apps, schema_editor):
    statements = SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL
    for statement in statements:
        schema_editor.execute(statement, params=None)


def drop(apps, schema_editor):
    statements = SQLITE_BACK if schema_editor.connection.vendor == "sqlite" else POSTGRESQL_BACK
    for statement in statements:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0001_memories")]
    operations = [migrations.RunPython(create, drop)]
