"""Three people and their browsers, for every test.

Alice administers, Bob curates, Charlie has an account and no role; a stranger has none.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, User
from django.db.backends.base.introspection import BaseDatabaseIntrospection
from django.test import Client
from django.utils import timezone, translation

TABLES_WITHOUT_MODELS = ["knowledge_memorytext", "knowledge_wikitext"]


@pytest.fixture(scope="session", autouse=True)
def _emptying_reaches_every_table() -> Iterator[None]:
    """Tests that commit empty all tables afterwards; Django knows only those that have a model."""
    with pytest.MonkeyPatch.context() as patch:
        named = BaseDatabaseIntrospection.django_table_names

        def all_named(self, only_existing=False, include_views=True):
            return [*named(self, only_existing, include_views), *TABLES_WITHOUT_MODELS]

        patch.setattr(BaseDatabaseIntrospection, "django_table_names", all_named)
        yield


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_looked_up_when_asked_for() -> Iterator[None]:
    """Every test client is a server of its own: listing all static files for each took a fifth of the suite's time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "WHITENOISE_AUTOREFRESH", True)
        yield


def _person(name: str, role: str | None, **fields: bool) -> User:
    person = User.objects.create_user(name, None, None, **fields)
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


@pytest.fixture(autouse=True)
def _nothing_left_outside_the_tables(request):
    """What lives outside Django's tables starts empty: the audit's head and the text index."""
    marker = request.node.get_closest_marker("django_db")
    if marker is None:
        return
    from knowledge.queries.graph_cache import cache
    from knowledge.services import access, audit, index

    cache.clear()
    # A test holds its own transaction open: the thread that writes traces would wait for it for ever.
    access.write_only_when_told()
    access.discard()
    if marker.kwargs.get("transaction"):
        request.getfixturevalue("transactional_db")
        index.clear()
        index.clear_pages()
    else:
        request.getfixturevalue("db")
    audit.head_file().unlink(missing_ok=True)


@pytest.fixture(autouse=True)
def _language_and_zone_of_the_settings() -> Iterator[None]:
    """A page read in another language or zone leaves them on in this thread; the next test begins without."""
    translation.deactivate()
    timezone.deactivate()
    yield
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(autouse=True)
def _no_list_of_blocks_is_left() -> Iterator[None]:
    """The list beside the database outlives it, and so would reach the next test."""
    yield
    (settings.MEMORYHUB_DATA / "blocks.jsonl").unlink(missing_ok=True)
