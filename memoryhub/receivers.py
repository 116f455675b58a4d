"""What the shell does when the memory announces something."""

from __future__ import annotations

from collections.abc import Sequence

from django.dispatch import receiver

from knowledge import events
from memoryhub import idempotency


@receiver(events.forgotten)
def blank_answers(*, memories: Sequence[str], agent: str, **_: object) -> None:
    """Rows were deleted for good: no answer that is kept for a second try tells them."""
    idempotency.let_go(memories, agent)
