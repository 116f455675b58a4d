"""Only services write; the shell writes its own tables in the modules named here."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.architecture import repository

SERVICES = (("knowledge", "services"), ("curation", "services"))
# The shell's own tables: links and tries, tokens, sign of life, roles, sessions.
SHELL = {
    "memoryhub/signin.py",
    "memoryhub/jobs.py",
    "memoryhub/roles.py",
    "memoryhub/tokens.py",
    "memoryhub/idempotency.py",
    "memoryhub/throttle.py",
    "memoryhub/backup/settle.py",
    "memoryhub/management/commands/up.py",
}
ALWAYS = {"bulk_create", "bulk_update", "get_or_create", "update_or_create", "abulk_create", "asave", "adelete"}
ON_QUERYSETS = {"create", "update", "delete"}
QUERYSET_WORDS = {"objects", "filter", "exclude", "all", "using", "order_by", "select_for_update"}
WRITING_SQL = re.compile(r"^\s*(insert|update|delete|replace|drop|alter|create|truncate)\b", re.IGNORECASE)


def words_of(node: ast.expr) -> set[str]:
    """Every name on the left of a call: ``Memory.objects.filter(…)`` gives Memory, objects, filter."""
    found = set()
    while True:
        if isinstance(node, ast.Call):
            node = node.func
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
            node = node.value
        else:
            return found


def writes(tree: ast.AST) -> set[int]:
    """The lines where something is written to the database."""
    lines = set()
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        name, left = node.func.attr, words_of(node.func.value)
        first = node.args[0] if node.args else None
        sql = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
        is_save = name == "save" and not node.args
        if (
            name in ALWAYS
            or (name in ON_QUERYSETS and left & QUERYSET_WORDS)
            or is_save
            or (name in {"execute", "executemany"} and WRITING_SQL.match(sql))
        ):
            lines.add(node.lineno)
    return lines


def allowed(path: Path) -> bool:
    return path.parts[:2] in SERVICES or str(path) in SHELL


def test_only_services_write():
    found = {
        f"{path}:{line}" for path in repository.python() if not allowed(path) for line in writes(repository.tree(path))
    }
    assert found == set()


def test_the_search_sees_what_it_should():
    planted = """
Memory.objects.create(a=1)
Memory.objects.filter(a=1).update(a=2)
rows.filter(a=1).delete()
memory.save()
memory.save(update_fields=["a"])
cursor.execute("UPDATE memories SET a = 1")
Memory.objects.bulk_create(rows)
"""
    innocent = """
seen.update(names)
digest.update(b"x")
image.save(path)
cursor.execute("SELECT 1")
Memory.objects.filter(a=1).count()
"""
    assert len(writes(ast.parse(planted))) == 7
    assert writes(ast.parse(innocent)) == set()
