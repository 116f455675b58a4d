"""Three people and their browsers, for every test.

Alice administers, Bob curates, Charlie has an account and no role; a stranger has none.
"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client


def _person(name: str, role: str | None, **fields: object) -> User:
    person = User.objects.create_user(name, password=None, **fields)
    if role:
        person.groups.add(Group.objects.get(name=role))
    return person


@pytest.fixture
def alice(db) -> User:
    return _person("alice", "admin", is_staff=True, is_superuser=True)


@pytest.fixture
def bob(db) -> User:
    return _person("bob", "curator")


@pytest.fixture
def charlie(db) -> User:
    return _person("charlie", None)


def _client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def as_alice(alice) -> Client:
    return _client_of(alice)


@pytest.fixture
def as_bob(bob) -> Client:
    return _client_of(bob)


@pytest.fixture
def as_charlie(charlie) -> Client:
    return _client_of(charlie)


@pytest.fixture
def stranger(db) -> Client:
    return Client()
