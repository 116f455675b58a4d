"""Every sentence of the pages exists in Japanese, and what runs is what was translated."""

from __future__ import annotations

import gettext
import io
import shutil
import subprocess

import pytest

from tests.architecture import repository

SOURCES = sorted((repository.ROOT / "memoryhub" / "locale").rglob("*.po"))
COMPILER = shutil.which("msgfmt")


def catalogue(data: bytes) -> dict[object, object]:
    return dict(gettext.GNUTranslations(io.BytesIO(data))._catalog)  # type: ignore[attr-defined]


@pytest.mark.skipif(COMPILER is None, reason="gettext is not installed here")
@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.parts[-3])
def test_compiled_file_is_complete_and_fresh(source):
    assert COMPILER is not None
    done = subprocess.run(
        [COMPILER, "--check-format", "--statistics", "-o", "-", str(source)], capture_output=True, check=True
    )
    statistics = done.stderr.decode()
    assert "untranslated" not in statistics, statistics
    assert "fuzzy" not in statistics, statistics
    assert catalogue(done.stdout) == catalogue(source.with_suffix(".mo").read_bytes())
