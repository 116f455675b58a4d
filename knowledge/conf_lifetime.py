"""Settings of what is forgotten, and of what is learned from mistakes, as tables of the settings file."""

from __future__ import annotations

from dataclasses import dataclass

from knowledge.conf_rules import Between, Rule, YesOrNo


@dataclass(frozen=True, slots=True)
class ForgettingSettings:
    """The table `[forgetting]`.

    Attributes:
        plan_minutes: how long a plan to forget a source may be approved and applied.
        most_rows: rows that one plan may delete.
        undo_days: how long the taking back of an origin can be undone.
        vacuum_megabytes: a database file up to this size is written anew after a forgetting; a larger one keeps
            everybody waiting too long for that, and what was deleted in it is overwritten in place anyway.
        archive_days: how long the archive keeps what was forgotten or has faded.
    """

    plan_minutes: int = 30
    most_rows: int = 60_000
    undo_days: int = 30
    vacuum_megabytes: int = 500
    archive_days: int = 90


@dataclass(frozen=True, slots=True)
class ReflexionSettings:
    """The table `[reflexion]`.

    Attributes:
        minimum: unresolved mistakes of one category that make a rule.
        strict: whether that also takes evidence, from at least two conversations.
        most_unresolved: mistakes one agent keeps; the least grave and oldest go first.
        resolved_days: how long mistakes are kept after a rule was made of them.
        text_characters: characters of each text of a mistake at most.
    """

    minimum: int = 3
    strict: bool = False
    most_unresolved: int = 50
    resolved_days: int = 30
    text_characters: int = 4_000


REFLEXION_RANGES: dict[str, Rule] = {
    "minimum": Between(2, 50),
    "strict": YesOrNo(),
    "most_unresolved": Between(1, 1_000),
    "resolved_days": Between(1, 3_650),
    "text_characters": Between(100, 20_000),
}
FORGETTING_RANGES: dict[str, Rule] = {
    "plan_minutes": Between(1, 1_440),
    "most_rows": Between(1, 1_000_000),
    "undo_days": Between(0, 366),
    "vacuum_megabytes": Between(0, 1_000_000),
    "archive_days": Between(1, 3_650),
}
