"""Making DuDuClaw files as they occur: with all columns, with the first ones only, or with half of them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

FIRST = (
    "id TEXT PRIMARY KEY, agent_id TEXT NOT NULL, content TEXT NOT NULL, timestamp TEXT NOT NULL,"
    " tags TEXT NOT NULL DEFAULT '[]', created_at TEXT NOT NULL DEFAULT (datetime('now')),"
    " layer TEXT NOT NULL DEFAULT 'episodic', importance REAL NOT NULL DEFAULT 5.0,"
    " access_count INTEGER NOT NULL DEFAULT 0, last_accessed TEXT, source_event TEXT DEFAULT ''"
)
LATER = (
    "valid_from TEXT", "valid_until TEXT", "superseded_by TEXT", "supersedes TEXT", "subject TEXT", "predicate TEXT",
    "object TEXT", "confidence REAL NOT NULL DEFAULT 1.0", "metadata TEXT NOT NULL DEFAULT '{}'", "origin TEXT",
    "origin_trust REAL DEFAULT 1.0", "derived_from TEXT", "ingested_at TEXT", "invalidated_by_event TEXT",
    "invalidated_at TEXT", "quarantined INTEGER NOT NULL DEFAULT 0", "embedding BLOB",
)  # fmt: skip


def stamp(moment: datetime) -> str:
    """As chrono writes it."""
    return moment.isoformat(timespec="microseconds")


def make(path: Path, rows: Sequence[Any], *, later: tuple[str, ...] = LATER, agent: str = "dudu") -> Path:
    """Write a file; values that are no text or number become JSON."""
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(f"CREATE TABLE memories ({FIRST})")
        for column in later:
            file.execute(f"ALTER TABLE memories ADD COLUMN {column}")
        for row in rows:
            values = {"agent_id": agent, **row}
            values = {name: stamp(value) if isinstance(value, datetime) else value for name, value in values.items()}
            values = {
                name: json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value
                for name, value in values.items()
            }
            names = ", ".join(f'"{name}"' for name in values)
            marks = ", ".join("?" * len(values))
            file.execute(f"INSERT INTO memories ({names}) VALUES ({marks})", list(values.values()))
    return path
