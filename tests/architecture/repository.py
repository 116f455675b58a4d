"""The files of this repository, and the syntax trees of its Python."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("memoryhub", "curation", "knowledge")
OURS = (*PACKAGES, "templates", "static", "tests", ".ci")
TOP_FILES = (
    "manage.py",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "THREAT_MODEL.md",
    ".gitignore",
)


def files(*suffixes: str, inside: tuple[str, ...] = OURS, top: bool = True) -> Iterator[Path]:
    """Our files with one of these suffixes (all when none is given), relative to the root."""
    for name in inside:
        for path in sorted((ROOT / name).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and (not suffixes or path.suffix in suffixes):
                yield path.relative_to(ROOT)
    if top:
        for name in TOP_FILES:
            if not suffixes or Path(name).suffix in suffixes:
                yield Path(name)


def python(*, inside: tuple[str, ...] = PACKAGES) -> Iterator[Path]:
    """Our Python without migrations, which are generated."""
    return (path for path in files(".py", inside=inside, top=False) if "migrations" not in path.parts)


@cache
def text(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(text(path))
