"""Who makes a statement, as far as the time axis needs to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from knowledge.engine.types import SourceRef

if TYPE_CHECKING:
    from knowledge.models import Memory


class Voice(Protocol):
    """What the axis needs to know of whoever makes a statement."""

    @property
    def source_event(self) -> str:
        """What produced the statement."""

    @property
    def origin(self) -> str:
        """Who made it."""

    @property
    def min_confidence(self) -> float:
        """Least confidence that needs no person, 0 to 1."""

    @property
    def counts_as_certain(self) -> bool:
        """Whether it counts although it is less certain than what it meets."""

    @property
    def source(self) -> SourceRef:
        """Where it was learned."""

    @property
    def content(self) -> str:
        """Its text."""


@dataclass(frozen=True, slots=True)
class Restated:
    """The voice of a row that is brought back: its own."""

    row: Memory

    @property
    def source_event(self) -> str:
        """What produced the row."""
        return self.row.source_event

    @property
    def origin(self) -> str:
        """Who wrote the row."""
        return self.row.origin

    @property
    def min_confidence(self) -> float:
        """A row that was accepted once is not asked for its confidence again."""
        return 0.0

    @property
    def counts_as_certain(self) -> bool:
        """A row that comes back meets what was learned meanwhile as it is."""
        return False

    @property
    def source(self) -> SourceRef:
        """The row's own sources stay; a confirmation it turns into comes from the archive."""
        return SourceRef(kind="system", session="archive", item=self.row.id)

    @property
    def content(self) -> str:
        """Text of the row."""
        return self.row.content
