"""How often a caller may come: one allowance per caller and kind of call, shared by all processes.

The allowance is a bucket that fills evenly over a minute. A process takes a small share of it at a time and serves
calls from that, so that most calls, and reads above all, write nothing. A share lapses after a minute.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.db import OperationalError, connection

from knowledge.errors import Busy, TooMany
from knowledge.services.transactions import plain_database_errors
from memoryhub.models import RateBucket

MINUTE = 60_000_000
"""Microseconds in a minute: a bucket that is empty is full again after this long."""

SHARES = 20
SHARE_LAPSES_SECONDS = 60.0
WRONG_TOKENS_PER_MINUTE = 10
_KEPT_SHARES = 4_096
_TRIES = 20


@dataclass(slots=True)
class _Share:
    """What this process may still hand out of a bucket, and until when (monotonic seconds)."""

    left: int
    lapses: float


_shares: dict[tuple[str, int], _Share] = {}
_lock = threading.Lock()


def spend_read(caller: str) -> None:
    """Count one reading call; see `_spend`. A writer that holds the database does not hold up readers."""
    try:
        with without_waiting():
            _spend(f"{caller}:reads", settings.READS_PER_MINUTE)
    except OperationalError:
        # Somebody writes for long. Reading goes on: this process lends itself a share.
        _keep(f"{caller}:reads", settings.READS_PER_MINUTE, _share_size(settings.READS_PER_MINUTE) - 1)


def spend_write(caller: str) -> None:
    """Count one writing call; see `_spend`."""
    with plain_database_errors():
        _spend(f"{caller}:writes", settings.WRITES_PER_MINUTE)


def spend_wrong_token(address_digest: str) -> None:
    """Count one token that never existed, tried from an address.

    Raises:
        TooMany: too many such tries; good tokens from that address go on working.
    """
    with plain_database_errors():
        _spend(f"wrong:{address_digest}", WRONG_TOKENS_PER_MINUTE)


def _spend(key: str, per_minute: int) -> None:
    """Take one call off a bucket.

    Raises:
        TooMany: the bucket is empty; `retry_after` says when it no longer is.
        Busy: many processes changed the bucket at once.
    """
    with _lock:
        share = _shares.get((key, per_minute))
        if share is not None and share.left > 0 and share.lapses > time.monotonic():
            share.left -= 1
            return
    _keep(key, per_minute, _take(key, per_minute) - 1)


def _keep(key: str, per_minute: int, left: int) -> None:
    now = time.monotonic()
    with _lock:
        if len(_shares) >= _KEPT_SHARES:
            for stale in [one for one, share in _shares.items() if share.lapses <= now or not share.left]:
                del _shares[stale]
        known = _shares.get((key, per_minute))
        rest = known.left if known is not None and known.lapses > now else 0  # another thread was here as well
        _shares[key, per_minute] = _Share(left + rest, now + SHARE_LAPSES_SECONDS)


def _take(key: str, per_minute: int) -> int:
    """Take up to one share out of the bucket; return how many calls that is, at least 1."""
    step = MINUTE / per_minute
    for _ in range(_TRIES):
        now = time.time_ns() // 1_000
        full_at = RateBucket.objects.filter(key=key).values_list("full_at", flat=True).first()
        if full_at is None:
            # A row whose bucket is full says nothing: the table stays as small as the number of busy callers.
            RateBucket.objects.filter(full_at__lt=now - MINUTE).delete()
            RateBucket.objects.bulk_create([RateBucket(key=key)], ignore_conflicts=True)
            full_at = 0
        if full_at > now + MINUTE:
            # The clock was set back. That must not shut anybody out for longer than an empty bucket does.
            RateBucket.objects.filter(key=key, full_at=full_at).update(full_at=now + MINUTE)
            continue
        level_at = max(full_at, now)
        there = math.floor((now + MINUTE - level_at) / step + 1e-4)
        if there < 1:
            wait = (level_at + step - MINUTE - now) / 1_000_000
            raise TooMany("Too many calls; wait and go on.", retry_after=max(1, math.ceil(wait)))
        taken = min(there, _share_size(per_minute))
        if RateBucket.objects.filter(key=key, full_at=full_at).update(full_at=round(level_at + taken * step)):
            return taken
    raise Busy("The store is busy; try again in a few seconds. Nothing was written.", retry_after=1)


def _share_size(per_minute: int) -> int:
    return max(1, per_minute // SHARES)


@contextmanager
def without_waiting() -> Iterator[None]:
    """On SQLite, give up at once when another connection is writing instead of waiting for it.

    Raises:
        OperationalError: the write was not done.
    """
    if connection.vendor != "sqlite":
        yield
        return
    patience = int(settings.BUSY_TIMEOUT_SECONDS * 1_000)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 0")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {patience}")
