"""Removed versions have one name, for one and for many."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0019_subject_forms")]

    operations = [
        migrations.AlterModelOptions(
            name="removedversions",
            options={"verbose_name": "removed versions", "verbose_name_plural": "removed versions"},
        ),
    ]
