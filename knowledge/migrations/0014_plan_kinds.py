"""Plans of other kinds than forgetting a source."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("knowledge", "0013_policies"),
    ]

    operations = [
        migrations.AddField(
            model_name="forgetplan",
            name="kind",
            field=models.CharField(
                choices=[
                    ("forget", "forget a source"),
                    ("migrate", "move a namespace"),
                    ("hand_over", "hand memories over"),
                    ("erase", "erase a person"),
                ],
                default="forget",
                max_length=10,
            ),
        ),
    ]
