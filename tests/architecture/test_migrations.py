"""Migrations form one line per application, and the tables are what the models say."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader

from tests.architecture import repository


@pytest.mark.parametrize("app", repository.PACKAGES)
def test_one_line_with_its_end_written_down(app):
    numbers = [name for label, name in MigrationLoader(None).disk_migrations if label == app]
    if not numbers:
        pytest.skip("this application has no tables")
    prefixes = sorted(name[:4] for name in numbers)
    assert prefixes == [f"{number:04}" for number in range(1, len(numbers) + 1)]
    written = (repository.ROOT / app / "migrations" / "max_migration.txt").read_text().strip()
    assert written == max(numbers)


def test_no_migration_is_missing(db):
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
