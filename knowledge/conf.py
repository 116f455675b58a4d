"""Settings of the memory itself, as one frozen value.

Read from the tables of `hub.toml`. A missing or malformed value falls back to its default and adds
a warning, so that no slip in a file turns a protection off.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from collections.abc import Mapping

_TABLE = "memory"


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


def read_limits(tables: Mapping[str, Any]) -> tuple[MemoryLimits, tuple[str, ...]]:
    """Read the limits from the tables of the settings file.

    Returns:
        The limits, and one warning sentence per value that was not usable.
    """
    table = tables.get(_TABLE, {})
    warnings: list[str] = []
    if not isinstance(table, dict):
        return MemoryLimits(), (f"hub.toml: {_TABLE} must be a table; defaults are used.",)
    known = {field.name for field in fields(MemoryLimits)}
    values: dict[str, int] = {}
    for key, value in table.items():
        if key not in known:
            warnings.append(f"hub.toml: [{_TABLE}] {key} is not a setting and is ignored.")
            continue
        low, high = RANGES[key]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            warnings.append(
                f"hub.toml: [{_TABLE}] {key} must be a whole number from {low} to {high}; the default is used."
            )
            continue
        values[key] = value
    return MemoryLimits(**values), tuple(warnings)


def limits() -> MemoryLimits:
    """Return the limits in force."""
    return read_limits(getattr(settings, "HUB_TOML", {}))[0]


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
