"""Which limits and weights are in force, and where each of them comes from."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Literal

from django.conf import settings

from knowledge.conf import SECTIONS, all_warnings, read_section, recall_settings
from knowledge.conf_rules import Between, OneOf
from knowledge.engine.scoring import PROFILES, Weights

if TYPE_CHECKING:
    from collections.abc import Sequence

Source = Literal["hub.toml", "default"]


@dataclass(frozen=True, slots=True)
class LimitView:
    """One value of `hub.toml`, of a table such as `[memory]`.

    Attributes:
        table: the table it stands in.
        value, default: a whole number, a word, or yes or no.
        low, high: of a number, what the file may set it to; None for anything else.
        words: of a word, those it may be.
        source: `hub.toml` when the file says so and the value could be used, else `default`.
    """

    name: str
    value: int | str | bool
    default: int | str | bool
    low: int | None
    high: int | None
    words: tuple[str, ...]
    source: Source
    table: str


def limits_in_force() -> tuple[Sequence[LimitView], Sequence[str]]:
    """Return every setting of the memory, and one sentence for each value of the file that could not be used."""
    tables = getattr(settings, "HUB_TOML", {})
    views: list[LimitView] = []
    for name, (kind, ranges) in SECTIONS.items():
        found, _ = read_section(tables, name, kind, ranges)
        table = tables.get(name, {})
        written = table if isinstance(table, dict) else {}
        for field in fields(kind):
            rule, given = ranges[field.name], written.get(field.name)
            low, high = (rule.low, rule.high) if isinstance(rule, Between) else (None, None)
            words = rule.words if isinstance(rule, OneOf) else ()
            value, default = getattr(found, field.name), field.default
            from_file = field.name in written and rule.fits(given)
            source: Source = "hub.toml" if from_file else "default"
            views.append(LimitView(field.name, value, default, low, high, words, source, name))  # type: ignore[arg-type]
    return views, all_warnings(tables)


def weights_in_force() -> dict[str, float]:
    """Return the weight of each signal of recall, and of trust, each 0 to 1, under the profile the settings name."""
    weights = PROFILES[recall_settings().profile]
    return {field.name: getattr(weights, field.name) for field in fields(Weights)}
