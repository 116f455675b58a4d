"""The shell of a hub: settings, wiring, doors for programs. Imports nothing, so that bootstrap can run without Django."""

from __future__ import annotations
