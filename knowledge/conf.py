"""Settings of the memory itself, as one frozen value.

Read from the tables of `hub.toml`. A missing or malformed value falls back to its default and adds
a warning, so that no slip in a file turns a protection off.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from django.conf import settings
from django.utils.module_loading import import_string

_Section = TypeVar("_Section")


@dataclass(frozen=True, slots=True)
class MemoryLimits:
    """Bounds of the table `[memory]`; each has a range beside its default below."""

    content_characters: int = 20_000
    metadata_bytes: int = 65_536
    metadata_levels: int = 32
    tags: int = 100
    tag_characters: int = 100
    batch_items: int = 500
    fetch_ids: int = 100
    quota: int = 0
    held_per_day: int = 20
    access_log_days: int = 90


@dataclass(frozen=True, slots=True)
class GraphLimits:
    """Bounds of the table `[graph]`.

    Attributes:
        cached_above: agents with more current facts than this have their graph kept between queries.
        cache_megabytes: what all kept graphs of one process may take together; the one used longest ago goes first.
        most_aliases: other names one agent may have.
    """

    cached_above: int = 500
    cache_megabytes: int = 256
    most_aliases: int = 100_000


RANGES = {
    "content_characters": (1, 200_000),
    "metadata_bytes": (256, 1_048_576),
    "metadata_levels": (2, 64),
    "tags": (1, 1_000),
    "tag_characters": (1, 200),
    "batch_items": (1, 500),
    "fetch_ids": (1, 100),
    "quota": (0, 1_000_000_000),
    "held_per_day": (1, 10_000),
    "access_log_days": (1, 3_650),
}
GRAPH_RANGES = {
    "cached_above": (0, 1_000_000),
    "cache_megabytes": (0, 65_536),
    "most_aliases": (0, 10_000_000),
}
SECTIONS: dict[str, tuple[type[Any], Mapping[str, tuple[int, int]]]] = {
    "memory": (MemoryLimits, RANGES),
    "graph": (GraphLimits, GRAPH_RANGES),
}
"""Tables of whole numbers: what reads them, and the range of each number."""


def read_section(
    tables: Mapping[str, Any], name: str, kind: type[_Section], ranges: Mapping[str, tuple[int, int]]
) -> tuple[_Section, tuple[str, ...]]:
    """Read one table of whole numbers of the settings file.

    Args:
        tables: the file.
        name: the table.
        kind: a dataclass with a default for each number.
        ranges: lowest and highest value of each number.

    Returns:
        The values, and one warning sentence per value that was not usable.
    """
    table = tables.get(name, {})
    warnings: list[str] = []
    if not isinstance(table, dict):
        return kind(), (f"hub.toml: {name} must be a table; defaults are used.",)
    values: dict[str, int] = {}
    for key, value in table.items():
        if key not in ranges:
            warnings.append(f"hub.toml: [{name}] {key} is not a setting and is ignored.")
            continue
        low, high = ranges[key]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            warnings.append(
                f"hub.toml: [{name}] {key} must be a whole number from {low} to {high}; the default is used."
            )
            continue
        values[key] = value
    return kind(**values), tuple(warnings)


def read_limits(tables: Mapping[str, Any]) -> tuple[MemoryLimits, tuple[str, ...]]:
    """Read the limits of memories from the tables of the settings file; see `read_section`."""
    return read_section(tables, "memory", MemoryLimits, RANGES)


def all_warnings(tables: Mapping[str, Any]) -> tuple[str, ...]:
    """Return one sentence for each value of the settings file that cannot be used."""
    return tuple(
        sentence
        for name, (kind, ranges) in SECTIONS.items()
        for sentence in read_section(tables, name, kind, ranges)[1]
    )


def limits() -> MemoryLimits:
    """Return the limits in force."""
    return read_limits(getattr(settings, "HUB_TOML", {}))[0]


def graph_limits() -> GraphLimits:
    """Return the limits of graphs in force."""
    return read_section(getattr(settings, "HUB_TOML", {}), "graph", GraphLimits, GRAPH_RANGES)[0]


@lru_cache(maxsize=1)
def _digest_key() -> bytes:
    key: bytes = import_string(settings.KNOWLEDGE_DIGEST_KEY)()
    return key


def keyed_digest(*parts: str) -> str:
    """Digest texts with the hub's own key: equal texts match, nothing can be guessed back.

    Returns:
        32 hexadecimal characters.
    """
    hasher = hashlib.blake2b(digest_size=16, key=_digest_key()[:64])
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        hasher.update(b"%d:" % len(encoded))
        hasher.update(encoded)
    return hasher.hexdigest()
