"""Whether a person looked at a page that was filed from a conversation."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("knowledge", "0017_memory_session"),
    ]

    operations = [
        migrations.AddField(
            model_name="wikipage",
            name="kept",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="A person looked at a filed page and lets it stay as it is.",
            ),
        ),
    ]
