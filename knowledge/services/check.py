"""Checking the whole hub: every rule of the tables, the text index and the audit trail."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from knowledge.clock import hub_now
from knowledge.queries.consistency import Analysis, Check, Finding, checks_of_tables, one_picture
from knowledge.services import audit, blocks, index
from knowledge.services.ledger import tokens_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

__all__ = ["CheckReport", "Finding", "check_hub"]

_KEPT = 100
_others: list[Check] = []


def also_check(name: str, run: Callable[[], Iterator[Finding]]) -> None:
    """Let `check_hub` check a rule of another room too; the same name again replaces it.

    Args:
        name: what is looked at, in a few words.
        run: yields what breaks the rule.
    """
    _others[:] = [*(one for one in _others if one.name != name), Check(name, run)]


@dataclass(slots=True)
class CheckReport:
    """What was found.

    Attributes:
        checks: name of each check and how many findings it had.
        findings: at most 100 of each check.
    """

    checks: dict[str, int] = field(default_factory=dict)
    findings: list[tuple[str, Finding]] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether every rule is kept."""
        return not any(self.checks.values())


def check_hub(
    *,
    quick: bool = False,
    tell: Callable[[str, int, int], None] | None = None,
    now: datetime | None = None,
) -> CheckReport:
    """Check every rule on the real data, as of one moment and without keeping anybody waiting.

    Args:
        quick: leave out the check that analyses every text again.
        now: moment at which a row counts as over; None reads the hub clock.
        tell: called before each check with its name, its number from 0, and how many there are.
        now: the moment at which a row counts as over; None reads the hub clock.
    """
    report = CheckReport()
    checks = checks_of_tables(now or hub_now(), None if quick else Analysis(tokens_of, index.prefixed))
    checks += [*_others, Check("blocked sources", _blocks), Check("audit trail", _audit)]
    found: Counter[str] = Counter()
    with one_picture():
        for number, check in enumerate(checks):
            if tell is not None:
                tell(check.name, number, len(checks))
            for finding in check.run():
                found[check.name] += 1
                if found[check.name] <= _KEPT:
                    report.findings.append((check.name, finding))
            report.checks[check.name] = found[check.name]
    return report


def _audit() -> Iterator[Finding]:
    result = audit.verify()
    if not result.intact:
        yield Finding("The audit trail is one unbroken chain.", result.problem)


def _blocks() -> Iterator[Finding]:
    foreign = blocks.foreign_blocks()
    if foreign:
        yield Finding("Blocked sources can be recognised with the hub's digest key.", f"{foreign} under another key")
