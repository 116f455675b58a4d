"""Who may import whom."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from memoryhub.management.commands.test import WITHOUT_DATABASE
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


def test_the_tests_of_the_engine_reach_no_database():
    """They run with one database only, so they may have nothing to do with it."""
    for path in repository.python(inside=WITHOUT_DATABASE):
        words = {node.id for node in ast.walk(repository.tree(path)) if isinstance(node, ast.Name)}
        words |= {node.attr for node in ast.walk(repository.tree(path)) if isinstance(node, ast.Attribute)}
        words |= {node.arg for node in ast.walk(repository.tree(path)) if isinstance(node, ast.arg)}
        assert not words & {"db", "django_db", "transactional_db", "live_server"}, path
