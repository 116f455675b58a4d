"""A full disk: the write is refused with that reason, nothing is half written, and space is all it takes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import sys
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from knowledge.engine.types import Actor, MemoryDraft
from knowledge.errors import OutOfSpace
from knowledge.models import Memory
from knowledge.services.check import check_hub
from knowledge.services.store import store

folder = sys.argv[1]
actor = Actor(kind="agent", name="test", door="rest", agents=frozenset({"alice"}), origin="operator")
kept = 0
try:
    while kept < 5_000:
        store(actor=actor, agent="alice", draft=MemoryDraft(f"{kept} " + "word " * 3_000))
        kept += 1
except OutOfSpace as error:
    print("full", kept, Memory.objects.count() == kept, "free some space" in error.message)
for filler in __import__("pathlib").Path(folder).glob("filler*"):
    filler.unlink()
store(actor=actor, agent="alice", draft=MemoryDraft("after"))
print("after", Memory.objects.count() == kept + 1, check_hub().sound)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a small disk")
def test_a_full_disk_refuses_and_recovers(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(folder)], check=False)
    if mounted.returncode:
        pytest.skip("this machine mounts nothing")
    try:
        (folder / "filler").write_bytes(b"x" * 6_000_000)
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("MEMORYHUB", "DATABASE"))},
            "MEMORYHUB_DATA": str(folder),
            "DJANGO_SETTINGS_MODULE": "memoryhub.settings",
            "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
        }
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(folder)], env=environment, capture_output=True, text=True, check=False
        )
        lines = done.stdout.split("\n")
        assert lines[0].startswith("full"), done.stderr
        assert lines[0].endswith("True True")
        assert lines[1] == "after True True", done.stderr
    finally:
        subprocess.run(["umount", str(folder)], check=False)
