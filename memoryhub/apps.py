"""The shell's application."""

from __future__ import annotations

import sys

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate

from knowledge.command_lines import command_line
from memoryhub import backup, here, roles


class MemoryHubConfig(AppConfig):
    """Registers the start-up checks and keeps the roles there."""

    name = "memoryhub"
    verbose_name = "MemoryHub"

    def ready(self) -> None:
        """Import the checks and what answers announcements: importing registers them."""
        from memoryhub import checks, receivers  # noqa: F401, PLC0415 - needs the app registry

        if (settings.MEMORYHUB_DATA / backup.PLAN).exists() and sys.argv[1:2] != ["restore"]:
            raise ImproperlyConfigured(f"A restore was broken off at its end: run {command_line('restore --finish')}")

        connection_created.connect(here.keep_private, dispatch_uid="memoryhub.private")
        # The last application to migrate is not ours; the groups' own table is there by then.
        post_migrate.connect(roles.ensure_roles, dispatch_uid="memoryhub.roles")
