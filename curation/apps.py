"""People's rooms."""

from __future__ import annotations

from django.apps import AppConfig


class CurationConfig(AppConfig):
    """Pages, forms and judgement of people."""

    name = "curation"
    verbose_name = "Curation"

    def ready(self) -> None:
        """Answer the announcements of the memory."""
        from curation import receivers  # noqa: F401, PLC0415 - models must be loaded first
