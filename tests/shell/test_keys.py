"""The hub's own keys."""

from __future__ import annotations

import multiprocessing
import stat

import pytest

from memoryhub import keys


def test_a_key_is_made_once_for_its_owner_alone(tmp_path):
    first = keys.load_or_create(tmp_path, keys.SECRET_KEY)
    assert len(first) >= 50
    assert keys.load_or_create(tmp_path, keys.SECRET_KEY) == first
    assert stat.S_IMODE((tmp_path / keys.SECRET_KEY).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [keys.SECRET_KEY]


def test_processes_that_start_together_share_one_key(tmp_path):
    with multiprocessing.get_context("fork").Pool(8) as pool:
        found = pool.starmap(keys.load_or_create, [(tmp_path, keys.TOKEN_PEPPER)] * 32)
    assert len(set(found)) == 1


def test_a_damaged_key_is_refused(tmp_path):
    (tmp_path / keys.DIGEST_KEY).write_text("short")
    with pytest.raises(ValueError, match="restore it from a backup"):
        keys.load_or_create(tmp_path, keys.DIGEST_KEY)
