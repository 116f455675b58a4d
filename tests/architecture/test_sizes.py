"""Files and functions stay small enough to read at one sitting, those of tests as well."""

from __future__ import annotations

import ast

from tests.architecture import repository

FILE_LINES = 400
FUNCTION_LINES = 60
VIEW_LINES = 25
# What is over the limit today. This list may only shrink.
LARGE_FILES: set[str] = set()
LARGE_TESTS = {"tests/knowledge/test_export.py", "tests/knowledge/test_forgetting.py"}
LONG_FUNCTIONS: set[str] = set()


def functions():
    for path in repository.python():
        for node in ast.walk(repository.tree(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield path, node, (node.end_lineno or 0) - node.lineno + 1


def large(*inside: str) -> set[str]:
    paths = repository.python(inside=inside)
    return {str(path) for path in paths if len(repository.text(path).splitlines()) > FILE_LINES}


def test_files():
    assert large(*repository.PACKAGES) == LARGE_FILES


def test_tests():
    assert large("tests") <= LARGE_TESTS


def test_functions():
    long = {f"{path}::{node.name}" for path, node, lines in functions() if lines > FUNCTION_LINES}
    assert long == LONG_FUNCTIONS


def test_views():
    long = {
        f"{path}::{node.name}"
        for path, node, lines in functions()
        if path.parts[:2] == ("curation", "views") and lines > VIEW_LINES
    }
    assert long == set()
