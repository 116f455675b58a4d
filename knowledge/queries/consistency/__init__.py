"""Whether the tables keep every rule: read all of them, name the rows that break one."""

from __future__ import annotations

from knowledge.queries.consistency.checks import Analysis, Check, checks_of_tables
from knowledge.queries.consistency.findings import Finding, one_picture

__all__ = ["Analysis", "Check", "Finding", "checks_of_tables", "one_picture"]
