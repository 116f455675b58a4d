"""The shell of a hub: settings, wiring, doors for programs. Imports nothing: bootstrap runs without Django."""

from __future__ import annotations
