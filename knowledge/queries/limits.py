"""Which limits and weights are in force, and where each of them comes from."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Literal

from django.conf import settings

from knowledge.conf import SECTIONS, all_warnings, read_section
from knowledge.engine.scoring import Weights

if TYPE_CHECKING:
    from collections.abc import Sequence

Source = Literal["hub.toml", "default"]


@dataclass(frozen=True, slots=True)
class LimitView:
    """One limit of `hub.toml`, of the table `[memory]` or `[graph]`.

    Attributes:
        table: the table it stands in.
        low, high: what the file may set it to.
        source: `hub.toml` when the file says so and the value could be used, else `default`.
    """

    name: str
    value: int
    default: int
    low: int
    high: int
    source: Source
    table: str


def limits_in_force() -> tuple[Sequence[LimitView], Sequence[str]]:
    """Return every limit, and one sentence for each value of the file that could not be used."""
    tables = getattr(settings, "HUB_TOML", {})
    views: list[LimitView] = []
    for name, (kind, ranges) in SECTIONS.items():
        found, _ = read_section(tables, name, kind, ranges)
        table = tables.get(name, {})
        written = table if isinstance(table, dict) else {}
        for field in fields(kind):
            low, high = ranges[field.name]
            value, default = getattr(found, field.name), int(field.default)  # type: ignore[arg-type]
            given = written.get(field.name)
            from_file = given == value and not isinstance(given, bool)
            source: Source = "hub.toml" if from_file else "default"
            views.append(LimitView(field.name, value, default, low, high, source, name))
    return views, all_warnings(tables)


def weights_in_force() -> dict[str, float]:
    """Return the weight of each signal of recall, and of trust, each 0 to 1; they are built in."""
    weights = Weights()
    return {field.name: getattr(weights, field.name) for field in fields(Weights)}
