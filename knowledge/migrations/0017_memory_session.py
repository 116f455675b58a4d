"""Which conversation a memory never leaves; a plain new column, so that nothing is rewritten. What ran out, by its end."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("knowledge", "0016_wiki_spaces"),
    ]

    operations = [
        migrations.AddField(
            model_name="memory",
            name="session",
            field=models.CharField(
                blank=True,
                help_text="Key of the conversation that the memory never leaves; empty for one that lasts.",
                max_length=512,
                null=True,
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("session__isnull", False)),
                fields=["agent", "session"],
                name="memory_session",
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("expires_at__isnull", False), ("standing", "believed"), ("token_count", 0)),
                fields=["valid_until"],
                name="memory_ran_out",
            ),
        ),
    ]
