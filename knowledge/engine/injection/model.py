"""What the scan works with and what it answers: rules, places in the text, verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Outcome = Literal["pass", "hold", "drop"]
Family = Literal[
    "override",
    "persona",
    "exfil",
    "tool_abuse",
    "memory_directive",
    "role_forgery",
    "paraphrase",
    "approval_spoof",
    "termination",
    "obfuscation",
    "split_spo",
    "embedded_long",
]

DROP_SCORE: Final = 0.6
"""From here on a text is dropped."""
HOLD_SCORE: Final = 0.4
"""From here on it waits for a person."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One sign of an attack.

    Attributes:
        name: stable, `language.family.what`; shown to curators and kept in the audit.
        family: what the attack wants.
        language: `en`, `ja`, `zh` (both scripts), `ko`, `eu` (other European), `tr`, or `any`.
        weight: 0 to 1; alone it drops from `DROP_SCORE`, holds from `HOLD_SCORE`, else it only adds up.
        pattern: word classes in order (see `grammar`), or for language `any` also a plain expression.
        examples: texts this rule finds.
        counter: harmless texts near it, which it does not find.
        literals: of a plain expression, one of these stands in every match (lower case).
        signs: of a plain expression, when given one of these does too.
    """

    name: str
    family: Family
    language: str
    weight: float
    pattern: str
    examples: tuple[str, ...] = ()
    counter: tuple[str, ...] = ()
    literals: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()

    @property
    def needs_words(self) -> bool:
        """Whether it is a pattern of word classes, not a plain expression."""
        return not self.literals

    @property
    def loose(self) -> bool:
        """Whether its words may stand in any order, some perhaps outside a quotation."""
        return self.pattern.startswith("& ")


@dataclass(frozen=True, slots=True)
class Span:
    """Where a rule was met.

    Attributes:
        start, end: characters of the text as given, half open.
        rule: its name.
        family: what the attack wants.
        weight: what it counted for here, 0 to 1: less than the rule's where the text only speaks of attacks.
        reading: how the text had to be read to see it: `plain`, or the disguise's name.
        shown: what was read there, disguise removed, at most 200 characters.
        field: the part of the memory it stands in, empty for a single text.
    """

    start: int
    end: int
    rule: str
    family: Family
    weight: float
    reading: str = "plain"
    shown: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer: `score` 0 to 1, names of the rules by weight, where they were met, and what follows."""

    score: float
    rules: tuple[str, ...]
    spans: tuple[Span, ...]
    outcome: Outcome

    @property
    def families(self) -> tuple[Family, ...]:
        """Distinct families, strongest first."""
        return tuple(dict.fromkeys(span.family for span in self.spans))


PASSED: Final = Verdict(score=0.0, rules=(), spans=(), outcome="pass")


def outcome_of(score: float) -> Outcome:
    """What follows from a score."""
    return "drop" if score >= DROP_SCORE else "hold" if score >= HOLD_SCORE else "pass"
