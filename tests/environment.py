"""Loaded before Django's settings: a data folder of its own for every test process, and nobody's settings."""

from __future__ import annotations

import os
import shutil
import tempfile


def _prepare() -> str:
    for name in [name for name in os.environ if name.startswith("MEMORYHUB_")]:
        del os.environ[name]
    folder = tempfile.mkdtemp(prefix="memoryhub-test-")
    os.environ["MEMORYHUB_DATA"] = folder
    return folder


FOLDER = _prepare()


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    shutil.rmtree(FOLDER, ignore_errors=True)
