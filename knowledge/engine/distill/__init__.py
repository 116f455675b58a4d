"""What a conversation says that is worth keeping, read by rules alone: no model, no network, the same every time."""

from __future__ import annotations

from knowledge.engine.distill.documents import grade, is_slug
from knowledge.engine.distill.extract import distill
from knowledge.engine.distill.model import (
    MOST_CHARACTERS,
    MOST_FACTS,
    USER,
    Attachment,
    Candidate,
    Distilled,
    Document,
    Skipped,
    Turn,
)

__all__ = [
    "MOST_CHARACTERS",
    "MOST_FACTS",
    "USER",
    "Attachment",
    "Candidate",
    "Distilled",
    "Document",
    "Skipped",
    "Turn",
    "distill",
    "grade",
    "is_slug",
]
