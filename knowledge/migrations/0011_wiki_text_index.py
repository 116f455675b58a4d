"""The text index of pages, which Django has no field for: the same form as that of memories, keyed by the page's number."""

from __future__ import annotations

from django.db import migrations

# Every printable ASCII character but quotes may be part of a token; only white space separates.
TOKEN_CHARACTERS = "!#$%&()*+,-./:;<=>?@[\\]^_`{|}~"

SQLITE = [
    f"""CREATE VIRTUAL TABLE knowledge_wikitext USING fts5(
            tokens, columnsize=0, tokenize="ascii tokenchars '{TOKEN_CHARACTERS}'")""",
    "CREATE VIRTUAL TABLE knowledge_wikitext_terms USING fts5vocab('knowledge_wikitext', 'instance')",
]
SQLITE_BACK = [
    "DROP TABLE knowledge_wikitext_terms",
    "DROP TABLE knowledge_wikitext",
]
POSTGRESQL = [
    """CREATE TABLE knowledge_wikitext (
            number bigint PRIMARY KEY REFERENCES knowledge_wikipage (number) ON DELETE CASCADE,
            tokens tsvector NOT NULL)""",
    "CREATE INDEX knowledge_wikitext_tokens ON knowledge_wikitext USING gin (tokens)",
]
POSTGRESQL_BACK = ["DROP TABLE knowledge_wikitext"]


def create(apps, schema_editor):
    statements = SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL
    for statement in statements:
        schema_editor.execute(statement, params=None)


def drop(apps, schema_editor):
    statements = SQLITE_BACK if schema_editor.connection.vendor == "sqlite" else POSTGRESQL_BACK
    for statement in statements:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0010_wiki")]
    operations = [migrations.RunPython(create, drop)]
