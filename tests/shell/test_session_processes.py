"""Limits hold across processes, because they are counted in the database."""

from __future__ import annotations

import multiprocessing
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.db import connections

from memoryhub import keys, signin

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
PROCESSES = 4

pytestmark = pytest.mark.django_db(transaction=True)


def in_processes(work, *arguments):
    """Run the same work in several processes at once; each begins with no connection of its own."""
    keys.token_pepper()
    connections.close_all()
    with multiprocessing.get_context("fork").Pool(PROCESSES) as pool:
        return pool.starmap_async(work, [arguments] * PROCESSES).get(timeout=60)


def try_many(times: int) -> int:
    return sum(signin.may_try(account="dora", address="192.0.2.1", now=NOON) for _ in range(times))


def redeem(token: str) -> bool:
    return signin.redeem(token=token, now=NOON) is not None


def test_of_fifty_tries_from_four_processes_ten_are_judged():
    assert sum(in_processes(try_many, 13)) == 10


def test_a_link_tried_by_four_processes_at_once_signs_in_one():
    for _ in range(5):
        person, _ = User.objects.get_or_create(username="admin", is_superuser=True)
        token = signin.mint_link(user=person, now=NOON)
        assert sorted(in_processes(redeem, token)) == [False, False, False, True]
