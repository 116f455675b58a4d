"""Commands in a folder that holds no hub yet."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings


@pytest.mark.parametrize("command", [["demo"], ["token", "list"], ["verify_audit"]])
def test_one_sentence_says_what_to_do(command: list[str], tmp_path: Path) -> None:
    # The folder is that of a hub with SQLite, whatever the suite runs on.
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment["MEMORYHUB_DATA"] = str(tmp_path / "nothing")
    ran = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 1
    assert "python3 manage.py up" in ran.stderr
    assert str(tmp_path / "nothing") in ran.stderr
    assert "Traceback" not in ran.stderr
