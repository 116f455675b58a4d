"""Settings of the wiki as a table of the settings file."""

from __future__ import annotations

from dataclasses import dataclass

from knowledge.conf_rules import Between, Rule


@dataclass(frozen=True, slots=True)
class WikiSettings:
    """The table `[wiki]`.

    Attributes:
        filed_per_day: new pages that are filed from one agent's conversations in a day (UTC).
        changes_per_hour: so many changes of one filed page within an hour: the last of them waits for a person.
        stale_days: after how many days without a change a page counts as stale.
        drafts: what one person may have typed and not saved, in pages; the oldest goes when there are more.
    """

    filed_per_day: int = 20
    changes_per_hour: int = 5
    stale_days: int = 180
    drafts: int = 100


WIKI_RANGES: dict[str, Rule] = {
    "filed_per_day": Between(0, 10_000),
    "changes_per_hour": Between(1, 1_000),
    "stale_days": Between(1, 3_650),
    "drafts": Between(1, 1_000),
}
