"""The embedder that the settings name."""

from __future__ import annotations

from knowledge.conf import vector_settings
from knowledge.engine.embedder import Embedder, NgramHash

BUILT_IN = NgramHash()


def chosen() -> Embedder | None:
    """Return the embedder in force, None when vectors are left out.

    Raises:
        EmbedderError: its package is not installed, or its settings do not suffice.
    """
    settings = vector_settings()
    if settings.embedder == "none":
        return None
    return BUILT_IN
