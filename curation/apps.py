"""People's rooms."""

from __future__ import annotations

from django.apps import AppConfig


class CurationConfig(AppConfig):
    """Pages, forms and judgement of people."""

    name = "curation"
    verbose_name = "Curation"
