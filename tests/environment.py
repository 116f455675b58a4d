"""Loaded before Django's settings: a data folder of its own for every test process."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile


def _prepare() -> None:
    folder = tempfile.mkdtemp(prefix="memoryhub-test-")
    os.environ["MEMORYHUB_DATA"] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


_prepare()
