"""The shell's application."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from memoryhub import roles


class MemoryHubConfig(AppConfig):
    """Registers the start-up checks and keeps the roles there."""

    name = "memoryhub"
    verbose_name = "MemoryHub"

    def ready(self) -> None:
        """Import the checks and what answers announcements: importing registers them."""
        from memoryhub import checks, receivers  # noqa: F401, PLC0415 - needs the app registry

        # The last application to migrate is not ours; the groups' own table is there by then.
        post_migrate.connect(roles.ensure_roles, dispatch_uid="memoryhub.roles")
