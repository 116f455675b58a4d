"""The memory itself."""

from __future__ import annotations

from django.apps import AppConfig


class KnowledgeConfig(AppConfig):
    """Usable with no web server."""

    name = "knowledge"
    verbose_name = "Knowledge"
