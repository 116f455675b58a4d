"""A digest of what a semantic memory says, by which copies of it are recognised."""

from __future__ import annotations

from django.db import migrations, models

from knowledge.engine.novelty import copy_key


def fill(apps, schema_editor):
    memory = apps.get_model("knowledge", "Memory")
    rows = memory.objects.filter(layer="semantic", fact_key="").order_by("number")
    after = 0
    while batch := list(rows.filter(number__gt=after)[:1000]):
        for row in batch:
            row.copy_key = copy_key(row.content, row.subject_key, row.predicate_key, row.object_key)
        memory.objects.bulk_update(batch, ["copy_key"], batch_size=200)
        after = batch[-1].number


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0006_guard")]

    operations = [
        migrations.AddField(
            model_name="memory",
            name="copy_key",
            field=models.CharField(
                blank=True,
                help_text="Of a semantic memory without a triple: digest of what it says; equal for copies.",
                max_length=32,
                null=True,
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("copy_key__isnull", False)), fields=["agent", "copy_key"], name="memory_copies"
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
