"""A present that stands still, and people who may see one agent."""

from __future__ import annotations

import pytest
import time_machine
from django.contrib.auth.models import Group, User
from django.test import Client

from curation.models import AgentAssignment
from tests.knowledge.helpers import NOW, hold_the_clock


@pytest.fixture
def at_now(monkeypatch: pytest.MonkeyPatch):
    """Every page is read at the same present, and every statement made in it."""
    with time_machine.travel(NOW, tick=False):
        hold_the_clock(monkeypatch, NOW)
        yield


@pytest.fixture
def viewer(db) -> Client:
    person = User.objects.create_user("vera")
    person.groups.add(Group.objects.get(name="viewer"))
    AgentAssignment.objects.create(user=person, agent="alice")
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def curator(as_bob: Client, bob: User) -> Client:
    AgentAssignment.objects.create(user=bob, agent="alice")
    return as_bob
