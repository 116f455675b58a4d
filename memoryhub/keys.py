"""The hub's own keys: files in the data folder that only its owner may read; never in the database."""

from __future__ import annotations

import os
import secrets
from functools import cache
from pathlib import Path

from django.conf import settings

SECRET_KEY = "secret_key"  # noqa: S105 - the name of a file
TOKEN_PEPPER = "token_pepper"  # noqa: S105 - the name of a file
DIGEST_KEY = "digest_key"
ALL = (SECRET_KEY, TOKEN_PEPPER, DIGEST_KEY)
KEY_CHARACTERS = 64


def load_or_create(folder: Path, name: str) -> str:
    """The key called ``name``, made when it does not exist yet.

    Two processes that start together get the same key: the file appears complete, under its name, or not at all.

    Args:
        folder: the data folder; it must exist.
        name: one of ``ALL``.

    Returns:
        At least 50 characters of URL-safe text.

    Raises:
        OSError: the folder cannot be written or the file cannot be read.
        ValueError: the file is there but too short to be a key.
    """
    path = folder / name
    if not path.exists():
        draft = folder / f".{name}.{os.getpid()}.{secrets.token_hex(4)}"
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(KEY_CHARACTERS))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first: its key counts
        finally:
            draft.unlink()
    key = path.read_text(encoding="ascii").strip()
    if len(key) < 50:
        raise ValueError(f"The key file {name} in the data folder is damaged: restore it from a backup.")
    return key


@cache
def _cached(folder: Path, name: str) -> bytes:
    return load_or_create(folder, name).encode("ascii")


def token_pepper() -> bytes:
    """Mixed into the digest of every token and sign-in link, so that a copy of the database is worth nothing."""
    return _cached(settings.MEMORYHUB_DATA, TOKEN_PEPPER)


def digest_key() -> bytes:
    """Keys digests of content in the audit, so that they cannot be guessed back."""
    return _cached(settings.MEMORYHUB_DATA, DIGEST_KEY)
