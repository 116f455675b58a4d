"""Who may import whom."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.architecture import repository

LINT = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]


def test_every_contract_is_kept():
    done = subprocess.run(LINT, cwd=repository.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_bootstrap_needs_the_standard_library_alone():
    script = "import sys; import memoryhub.bootstrap; print('site-packages' in str(sys.modules.values()))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", script], cwd=repository.ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
