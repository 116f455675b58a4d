"""How often a program may call."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from knowledge.clock import hub_now
from knowledge.errors import TooMany
from memoryhub import throttle
from memoryhub.models import RateBucket
from tests.api.helpers import program


@pytest.mark.django_db
def test_calls_over_the_rate_wait(settings):
    settings.READS_PER_MINUTE, settings.WRITES_PER_MINUTE = 60, 6
    start = hub_now()
    with time_machine.travel(start, tick=False) as clock:
        caller, other = program("alice"), program("alice")
        statuses = [caller.get("/memories").status for _ in range(61)]
        assert statuses == [200] * 60 + [429]
        refused = caller.get("/memories")
        assert (refused.code, refused.headers["Retry-After"]) == ("too_many", "1")
        # Writes have an allowance of their own, and so has every other token.
        assert [caller.post("/memories", {"content": "x"}).status for _ in range(7)] == [201] * 6 + [429]
        assert caller.post("/memories", {"content": "x"}).headers["Retry-After"] == "10"
        assert other.get("/memories").status == 200
        clock.shift(timedelta(seconds=10))
        assert [caller.post("/memories", {"content": "x"}).status for _ in range(2)] == [201, 429]
        assert caller.get("/memories").status == 200


@pytest.mark.django_db
def test_a_clock_set_back_shuts_nobody_out_for_long(settings):
    settings.READS_PER_MINUTE = 6
    start = hub_now()
    with time_machine.travel(start, tick=False) as clock:
        caller = program("alice")
        assert [caller.get("/memories").status for _ in range(7)] == [200] * 6 + [429]
        clock.move_to(start - timedelta(hours=2))
        assert int(caller.get("/memories").headers["Retry-After"]) <= 10
        clock.shift(timedelta(seconds=10))
        assert caller.get("/memories").status == 200


@pytest.mark.django_db
def test_most_reads_write_nothing():
    caller = program("alice")
    caller.get("/memories")
    with CaptureQueriesContext(connection) as queries:
        for _ in range(20):
            assert caller.get("/memories").status == 200
    written = [one["sql"] for one in queries if one["sql"].split()[0] in {"INSERT", "UPDATE", "DELETE"}]
    assert written == []


@pytest.mark.django_db
def test_full_buckets_leave_no_rows(settings):
    settings.READS_PER_MINUTE = 6
    RateBucket.objects.bulk_create([RateBucket(key=f"old{n}", full_at=n) for n in range(5)])
    program("alice").get("/memories")
    assert RateBucket.objects.filter(key__startswith="old").count() == 0


@pytest.mark.django_db(transaction=True)
def test_side_by_side_callers_share_one_allowance(settings):
    settings.WRITES_PER_MINUTE = 19  # too small for shares: every call asks the table
    barrier = threading.Barrier(4)

    def hammer(_: int) -> int:
        barrier.wait()
        passed = 0
        try:
            for _ in range(10):
                try:
                    throttle.spend_write("t_shared")
                    passed += 1
                except TooMany:
                    pass
        finally:
            connection.close()
        return passed

    with ThreadPoolExecutor(4) as pool:
        passed = sum(pool.map(hammer, range(4)))
    assert 19 <= passed <= 21  # the bucket goes on filling while they run


@pytest.mark.django_db(transaction=True)
def test_reading_goes_on_while_somebody_writes_for_long(settings):
    settings.READS_PER_MINUTE = 20
    caller = program("alice")
    take = "BEGIN IMMEDIATE" if connection.vendor == "sqlite" else "BEGIN; LOCK knowledge_memory IN EXCLUSIVE MODE"
    ready, done = threading.Event(), threading.Event()

    def hold() -> None:
        with connection.cursor() as cursor:
            cursor.execute(take)
            ready.set()
            done.wait(30)
            cursor.execute("ROLLBACK")
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        assert ready.wait(10)
        before = hub_now()
        assert caller.get("/memories").status == 200
        assert hub_now() - before < timedelta(seconds=5)
    finally:
        done.set()
        holder.join()
