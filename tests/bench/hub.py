"""A hub of its own for measuring: a real database file in a folder that is thrown away."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def open_hub(folder: Path | None = None, *, settings: dict[str, dict[str, Any]] | None = None) -> Path:
    """Make this process a hub: settings loaded, tables made; nothing is asked of anybody's real hub.

    Args:
        folder: data folder to use (kept); None makes one that is removed when the process ends.
        settings: tables for its `hub.toml`.

    Returns:
        The data folder.
    """
    import atexit

    if folder is None:
        folder = Path(tempfile.mkdtemp(prefix="memoryhub-bench-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    if settings:
        lines = [
            f"[{table}]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in values.items())
            for table, values in settings.items()
        ]
        (folder / "hub.toml").write_text("\n".join(lines), encoding="utf-8")
    os.environ["MEMORYHUB_DATA"] = str(folder)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    return folder
