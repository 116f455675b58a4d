"""Standard library only: make the environment a hub runs in, then run the same command inside it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path


def ensure_environment(*, root: Path, arguments: Sequence[str]) -> None:
    """Return when Django can be imported."""


def make_data_folder(*, root: Path) -> Path:
    """Make the folder that holds everything of this hub, readable by its owner alone."""
    folder = Path(os.environ.get("MEMORYHUB_DATA") or root / ".memoryhub").expanduser().absolute()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
