"""Public ids: opaque, unique across hubs, sortable by creation."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_PAIRS: Final = [first + second for first in _ALPHABET for second in _ALPHABET]
_TIME_CHARACTERS: Final = 10
_RANDOM_CHARACTERS: Final = 16
ID_LENGTH: Final = 2 + _TIME_CHARACTERS + _RANDOM_CHARACTERS


def _encode(value: int, characters: int) -> str:
    """Write a number in an even count of characters of five bits, the highest first."""
    return "".join([_PAIRS[value >> shift & 1023] for shift in range(5 * characters - 10, -1, -10)])


def new_id(prefix: str, at: datetime) -> str:
    """Return a new id: prefix, 10 characters of time in milliseconds, 16 random characters.

    Args:
        prefix: one letter for the kind of thing.
        at: moment of creation; ids of different milliseconds sort by it.
    """
    milliseconds = max(0, int(at.timestamp() * 1000)) % (1 << 48)
    return f"{prefix}_{_encode(milliseconds, _TIME_CHARACTERS)}{_encode(secrets.randbits(80), _RANDOM_CHARACTERS)}"


def first_id(prefix: str, at: datetime) -> str:
    """Return the id that sorts before every id made in the millisecond of a moment or later.

    Args:
        prefix: one letter for the kind of thing.
        at: the moment.
    """
    milliseconds = max(0, int(at.timestamp() * 1000)) % (1 << 48)
    return f"{prefix}_{_encode(milliseconds, _TIME_CHARACTERS)}"


def ids_in_order(prefix: str, at: datetime) -> Iterator[str]:
    """Yield ids of one moment, each sorting after the one before: a batch keeps its order.

    Args:
        prefix: one letter for the kind of thing.
        at: moment of creation.
    """
    milliseconds = max(0, int(at.timestamp() * 1000)) % (1 << 48)
    front = f"{prefix}_{_encode(milliseconds, _TIME_CHARACTERS)}"
    number = secrets.randbits(79)
    while True:
        yield front + _encode(number % (1 << 80), _RANDOM_CHARACTERS)
        number += 1 + secrets.randbits(40)


def digest(*parts: str | None) -> str:
    """Return a 32-character digest of several texts that cannot be confused with one another.

    Each part is prefixed with its length, and an absent part differs from an empty one, so that
    ("ab", "c") and ("a", "bc") never meet.
    """
    hasher = hashlib.blake2b(digest_size=16)
    for part in parts:
        if part is None:
            hasher.update(b"-")
        else:
            encoded = part.encode("utf-8", "surrogatepass")
            hasher.update(b"%d:" % len(encoded))
            hasher.update(encoded)
    return hasher.hexdigest()
