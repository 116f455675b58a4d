"""How often pages of each wiki were changed; on PostgreSQL the text index of pages is kept as it is, not compressed.

A ranking looks into the text of each page found; taking each out of its compressed form first took most of its time.
"""

from __future__ import annotations

from django.db import migrations, models


def keep_plain(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE knowledge_wikitext ALTER COLUMN tokens SET STORAGE EXTERNAL", params=None)
        schema_editor.execute("ALTER TABLE knowledge_wikitext SET (toast_tuple_target = 8160)", params=None)
        # Put together anew, or each row would stay as it was.
        schema_editor.execute("UPDATE knowledge_wikitext SET tokens = tokens || ''::tsvector", params=None)


def compress(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE knowledge_wikitext RESET (toast_tuple_target)", params=None)
        schema_editor.execute("ALTER TABLE knowledge_wikitext ALTER COLUMN tokens SET STORAGE EXTENDED", params=None)


def count(apps, schema_editor):
    spaces = apps.get_model("knowledge", "WikiPage").objects.order_by().values_list("space", flat=True).distinct()
    rows = apps.get_model("knowledge", "WikiSpace").objects
    rows.bulk_create([rows.model(number=space, changes=1) for space in spaces])


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0015_agent_writes")]

    operations = [
        migrations.CreateModel(
            name="WikiSpace",
            fields=[
                (
                    "number",
                    models.BigIntegerField(
                        help_text="Of the agent whose wiki it is; 0 for the shared one.",
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("changes", models.BigIntegerField(default=0)),
            ],
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
        migrations.RunPython(keep_plain, compress),
    ]
