"""Which limits and weights are in force, and where each of them comes from."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Literal

from django.conf import settings

from knowledge.conf import RANGES, MemoryLimits, read_limits
from knowledge.engine.scoring import Weights

if TYPE_CHECKING:
    from collections.abc import Sequence

Source = Literal["hub.toml", "default"]


@dataclass(frozen=True, slots=True)
class LimitView:
    """One limit of the table `[memory]` in `hub.toml`.

    Attributes:
        low, high: what the file may set it to.
        source: `hub.toml` when the file says so and the value could be used, else `default`.
    """

    name: str
    value: int
    default: int
    low: int
    high: int
    source: Source


def limits_in_force() -> tuple[Sequence[LimitView], Sequence[str]]:
    """Return every limit, and one sentence for each value of the file that could not be used."""
    tables = getattr(settings, "HUB_TOML", {})
    found, warnings = read_limits(tables)
    table = tables.get("memory", {})
    written = table if isinstance(table, dict) else {}
    views = []
    for field in fields(MemoryLimits):
        low, high = RANGES[field.name]
        value, default = getattr(found, field.name), int(field.default)  # type: ignore[arg-type]
        from_file = field.name in written and written[field.name] == value and not isinstance(written[field.name], bool)
        views.append(LimitView(field.name, value, default, low, high, "hub.toml" if from_file else "default"))
    return views, warnings


def weights_in_force() -> dict[str, float]:
    """Return the weight of each signal of recall, and of trust, each 0 to 1; they are built in."""
    weights = Weights()
    return {field.name: getattr(weights, field.name) for field in fields(Weights)}
