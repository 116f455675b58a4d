"""What a value of the settings file must be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Rule(Protocol):
    """What a value of the file must be; `meaning` completes the sentence "KEY must be …"."""

    @property
    def meaning(self) -> str: ...  # noqa: D102 - described above

    def fits(self, value: object) -> bool: ...  # noqa: D102 - described above


@dataclass(frozen=True, slots=True)
class Between:
    """A whole number from `low` to `high`."""

    low: int
    high: int

    @property
    def meaning(self) -> str:
        """The sentence's end."""
        return f"a whole number from {self.low} to {self.high}"

    def fits(self, value: object) -> bool:
        """Whether it is one."""
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]

    @property
    def meaning(self) -> str:
        """The sentence's end."""
        return f"one of {', '.join(self.words)}"

    def fits(self, value: object) -> bool:
        """Whether it is one."""
        return isinstance(value, str) and value in self.words


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text of at most `longest` characters."""

    longest: int = 500

    @property
    def meaning(self) -> str:
        """The sentence's end."""
        return f"one line of at most {self.longest} characters"

    def fits(self, value: object) -> bool:
        """Whether it is one."""
        return isinstance(value, str) and len(value) <= self.longest and value.isprintable()


@dataclass(frozen=True, slots=True)
class YesOrNo:
    """True or false."""

    meaning: str = "true or false"

    def fits(self, value: object) -> bool:
        """Whether it is one of the two."""
        return isinstance(value, bool)
