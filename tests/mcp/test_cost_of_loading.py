"""The protocol's library takes seconds to load: only its own door pays for that."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.conf import settings

PROGRAM = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "memoryhub.settings"
import django
django.setup()
from django.core.management import get_commands, load_command_class
import memoryhub.urls
for name, app in get_commands().items():
    if app in {"memoryhub", "curation", "knowledge"}:
        load_command_class(app, name)
print(sorted(name for name in sys.modules if name in {"mcp", "mcp_types", "starlette", "uvicorn", "httpx2"}))
"""


def _loaded(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=settings.BASE_DIR, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_no_page_and_no_command_loads_it():
    assert _loaded(PROGRAM) == "[]"


@pytest.mark.parametrize("module", ["memoryhub.wsgi", "memoryhub.serve", "memoryhub.client"])
def test_nor_does_any_other_way_to_run_a_hub(module):
    assert _loaded(f"import {module}, sys; print([name for name in sys.modules if name == 'mcp'])") == "[]"
