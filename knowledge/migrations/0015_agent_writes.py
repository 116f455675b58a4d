"""How often an agent was written for."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("knowledge", "0014_plan_kinds"),
    ]

    operations = [
        migrations.AddField(
            model_name="agent",
            name="writes",
            field=models.BigIntegerField(
                db_default=0,
                default=0,
                help_text="Grows with every write that locked it: equal means nothing has changed.",
            ),
        ),
    ]
