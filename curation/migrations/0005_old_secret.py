from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("curation", "0004_outbox_order"),
    ]

    operations = [
        migrations.AddField(
            model_name="webhooktarget",
            name="old_secret_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
