"""What subjects look like, so that a name which could be mistaken for a known one is noticed."""

from functools import lru_cache

from django.db import migrations, models

from knowledge.engine.forms import bare
from knowledge.engine.ids import digest

_AT_ONCE = 5_000


def fill(apps, schema_editor):
    """Work out the form of the subject of every fact."""
    facts = apps.get_model("knowledge", "Memory").objects.filter(subject_form=None).exclude(fact_key="")
    form_of = lru_cache(maxsize=65_536)(lambda subject: digest(bare(subject)))
    after = 0
    while True:
        some = list(facts.filter(number__gt=after).order_by("number").values_list("number", "subject")[:_AT_ONCE])
        if not some:
            return
        after = some[-1][0]
        with schema_editor.connection.cursor() as cursor:
            cursor.executemany(
                "UPDATE knowledge_memory SET subject_form = %s WHERE number = %s",
                [(form_of(subject or ""), number) for number, subject in some],
            )


class Migration(migrations.Migration):
    dependencies = [
        ("knowledge", "0018_wiki_kept"),
    ]

    operations = [
        migrations.AddField(
            model_name="memory",
            name="subject_form",
            field=models.CharField(
                blank=True,
                help_text="Of a fact: digest of what its subject looks like; names that look like one share it.",
                max_length=32,
                null=True,
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("subject_form__isnull", False)),
                fields=["agent", "subject_form", "standing", "subject_key"],
                name="memory_subject_form",
            ),
        ),
    ]
