"""The shell's application."""

from __future__ import annotations

from django.apps import AppConfig


class MemoryHubConfig(AppConfig):
    """Registers the start-up checks."""

    name = "memoryhub"
    verbose_name = "MemoryHub"

    def ready(self) -> None:
        """Import the checks: importing registers them."""
        from memoryhub import checks  # noqa: F401, PLC0415 - needs the app registry
