"""The whole hub in one file, and back: database, keys, settings, block list, head of the audit trail."""

from __future__ import annotations

PLAN = "restore_plan.json"
"""In the data folder: what a restore that became valid has left to do."""
