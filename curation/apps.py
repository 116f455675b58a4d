"""People's rooms."""

from __future__ import annotations

from django.apps import AppConfig


class CurationConfig(AppConfig):
    """Pages, forms and judgement of people."""

    name = "curation"
    verbose_name = "Curation"

    def ready(self) -> None:
        """Answer the announcements of the memory, and say what `check_hub` checks here."""
        from curation import receivers  # noqa: F401, PLC0415 - models must be loaded first
        from curation.queries.waiting_check import waiting_is_on_a_card  # noqa: PLC0415 - the same
        from knowledge.services.check import also_check  # noqa: PLC0415 - the same

        also_check("cards of what waits", waiting_is_on_a_card)
