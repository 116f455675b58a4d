"""Numbers that count over the whole hub, written so that nobody can count with them.

The place of a record in the audit trail says how much was written in between. Whoever sees some agents only gets it
veiled: each number becomes another one of the same size, for this hub's key alone, and back.
"""

from __future__ import annotations

import hashlib

from django.conf import settings

_HALF = 1 << 32
_ROUNDS = 4


def veil(number: int) -> int:
    """Return another number for this one, 0 to 2**64 - 1; no two numbers get the same."""
    left, right = divmod(number, _HALF)
    for step in range(_ROUNDS):
        left, right = right, left ^ _mix(step, right)
    return left * _HALF + right


def unveil(number: int) -> int:
    """Return the number that `veil` was given."""
    left, right = divmod(number % (_HALF * _HALF), _HALF)
    for step in reversed(range(_ROUNDS)):
        left, right = right ^ _mix(step, left), left
    return left * _HALF + right


def _mix(step: int, half: int) -> int:
    key = hashlib.blake2b(settings.SECRET_KEY.encode(), digest_size=32, person=b"hub.veil").digest()
    found = hashlib.blake2b(bytes([step]) + half.to_bytes(4, "big"), digest_size=4, key=key)
    return int.from_bytes(found.digest(), "big")
