"""Settings: where they come from, and what a bad one does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from memoryhub.config import BadSettingError, Config, tidy


def read(tmp_path, text: bytes | None = None, **environ: str) -> Config:
    if text is not None:
        (tmp_path / "hub.toml").write_bytes(text)
    return Config(folder=tmp_path, environ=environ)


def threads(config: Config) -> int:
    return config.integer("WEB_THREADS", 4, low=1, high=32)


def test_environment_wins_over_file_wins_over_default(tmp_path):
    assert threads(read(tmp_path)) == 4
    assert threads(read(tmp_path, b"[hub]\nweb_threads = 6\n")) == 6
    assert threads(read(tmp_path, MEMORYHUB_WEB_THREADS="8")) == 8


def test_a_value_can_be_kept_in_a_file_of_its_own(tmp_path):
    (tmp_path / "key").write_text("from a file\n")
    config = read(tmp_path, MEMORYHUB_SECRET_KEY_FILE=str(tmp_path / "key"))
    assert config.text("SECRET_KEY", "") == "from a file"


@pytest.mark.parametrize("value", ["", "four", "0", "33", "4.0", "٤x"])
def test_a_bad_value_in_the_environment_stops_the_start_with_one_sentence(tmp_path, value):
    with pytest.raises(BadSettingError, match=r"^MEMORYHUB_WEB_THREADS must be a whole number from 1 to 32\.$"):
        threads(read(tmp_path, MEMORYHUB_WEB_THREADS=value))


@pytest.mark.parametrize(
    "text",
    [
        b"[hub]\nweb_threads = 0\n",
        b"[hub]\nweb_threads = -1\n",
        b'[hub]\nweb_threads = "5"\n',
        b"[hub]\nweb_threads = 1e9\n",
        b"[hub]\nweb_threads = true\n",
        b"hub = 3\n[other",
        b"\xff\xfe\x00\x01",
        b"[hub]\nweb_threads = 5\n[hub]\nweb_threads = 6\n",
        b"x = 1\n" * 200_000,
        b"[hub]\nweb_threads = " + b"9" * 6_000,
        b"x = " + b"[" * 20_000,
    ],
    ids=["zero", "negative", "text", "float", "bool", "broken", "binary", "double", "huge", "digits", "deep"],
)
def test_a_bad_file_falls_back_to_the_default_and_says_so(tmp_path, text):
    config = read(tmp_path, text)
    assert threads(config) == 4
    assert len(config.warnings) == 1
    assert config.warnings[0].startswith("hub.toml")


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_file_is_not_read(tmp_path, make):
    make(tmp_path / "hub.toml")
    config = read(tmp_path)
    assert threads(config) == 4
    assert config.warnings == ["hub.toml cannot be read; defaults are used."]


def test_warnings_can_be_shown_whatever_the_file_holds(tmp_path):
    text = "[hub]\n" + "".join(f'"k{number}\\u202e\\n{"x" * 1_000}" = 1\n' for number in range(200))
    config = read(tmp_path, text.encode())
    config.name_unknown()
    warnings = tidy(config.warnings)
    assert len(warnings) == 51
    assert warnings[-1] == "hub.toml: 150 more lines cannot be used."
    assert all(one.isprintable() and len(one) <= 300 for one in warnings)


@pytest.mark.parametrize("address", ["x", "mysql://a/b", "日本", "sqlite", "postgres", "://"])
def test_a_database_that_cannot_be_used_is_said_in_one_sentence(tmp_path, address):
    environ = {**os.environ, "MEMORYHUB_DATA": str(tmp_path), "DATABASE_URL": address}
    done = subprocess.run(
        [sys.executable, "-c", "import memoryhub.settings"],
        cwd=settings.BASE_DIR, env=environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1].startswith("django.core.exceptions.ImproperlyConfigured: DATABASE_URL ")


@pytest.mark.parametrize("text", [b"", b"\xef\xbb\xbf[hub]\nweb_threads = 4\n", b"[unknown]\nx = 1\n"])
def test_an_empty_file_a_byte_order_mark_and_other_tables_are_fine(tmp_path, text):
    config = read(tmp_path, text)
    assert threads(config) == 4
    assert config.warnings == []


def test_what_is_no_setting_is_named(tmp_path):
    config = read(tmp_path, b"[hub]\nweb_threads = 4\nweb_thread = 5\n")
    threads(config)
    config.name_unknown()
    assert config.warnings == ["hub.toml: [hub] web_thread is not a setting and is ignored."]


def test_a_word_has_to_be_one_of_the_known_ones(tmp_path):
    def level(config: Config) -> str:
        return config.choice("LOG_LEVEL", "INFO", fits=("INFO", "ERROR").__contains__, meaning="INFO or ERROR")

    assert level(read(tmp_path, MEMORYHUB_LOG_LEVEL="ERROR")) == "ERROR"
    with pytest.raises(BadSettingError, match=r"^MEMORYHUB_LOG_LEVEL must be INFO or ERROR\.$"):
        level(read(tmp_path, MEMORYHUB_LOG_LEVEL="loud"))
    assert level(read(tmp_path, b'[hub]\nlog_level = "loud"\n')) == "INFO"


def test_yes_no_and_lists(tmp_path):
    config = read(tmp_path, b'[hub]\nallowed_hosts = ["a.example", "b.example"]\nhttps = true\n', MEMORYHUB_DEBUG="off")
    assert config.names("ALLOWED_HOSTS", ()) == ("a.example", "b.example")
    assert config.flag("HTTPS", default=False) is True
    assert config.flag("DEBUG", default=True) is False
    assert config.known["MEMORYHUB_HTTPS"] == (True, "hub.toml")
