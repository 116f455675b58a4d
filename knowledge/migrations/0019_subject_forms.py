"""What subjects look like, so that a name which could be mistaken for a known one is noticed."""

from django.db import migrations, models

from knowledge.engine.forms import bare
from knowledge.engine.ids import digest

_AT_ONCE = 2_000


def fill(apps, schema_editor):
    """Work out the form of every subject that facts are known of; rows of one subject together."""
    memory = apps.get_model("knowledge", "Memory")
    facts = memory.objects.filter(subject_form=None).exclude(fact_key="")
    after = 0
    while True:
        some = list(facts.filter(number__gt=after).order_by("number").values_list("number", "subject")[:_AT_ONCE])
        if not some:
            return
        after = some[-1][0]
        rows = [memory(number=number, subject_form=digest(bare(subject or ""))) for number, subject in some]
        memory.objects.bulk_update(rows, ["subject_form"], batch_size=500)


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
