"""Many writers of one page at once: one wins, the others keep what they typed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from knowledge.errors import HubError
from knowledge.models import WikiPage, WikiRevision
from knowledge.services.wiki import PageConflict
from tests.wiki.pages import write

pytestmark = pytest.mark.django_db(transaction=True)
WRITERS = 8


def attempt(number: int, base: int, path: str = "a.md"):
    try:
        return write(path, f"text of {number}", base=base).outcome
    except HubError as error:
        return error
    finally:
        connection.close()


@pytest.mark.parametrize("base", [0, 1])
def test_one_of_many_saves_wins(base):
    if base:
        write("a.md", "first")
    with ThreadPoolExecutor(WRITERS) as pool:
        done = list(pool.map(lambda number: attempt(number, base), range(WRITERS)))
    won = [number for number, one in enumerate(done) if isinstance(one, str)]
    assert len(won) == 1
    assert all(error.status == 409 for error in done if isinstance(error, HubError))
    page = WikiPage.objects.get()
    assert (page.text, page.revision) == (f"text of {won[0]}", base + 1)
    assert WikiRevision.objects.count() == base + 1
    if base:
        mine = {error.mine for error in done if isinstance(error, PageConflict)}
        assert mine == {f"text of {number}" for number in range(WRITERS) if number != won[0]}


def test_many_who_merge_at_once_are_all_in():
    write("a.md", " ".join(f"word{number} stays{number}" for number in range(WRITERS)))
    begun = WikiPage.objects.get().text

    def merged(number: int):
        try:
            return write("a.md", begun.replace(f"word{number} ", f"new{number} "), base=1, merges=True).outcome
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        done = list(pool.map(merged, range(WRITERS)))
    assert sorted(done) == ["merged"] * (WRITERS - 1) + ["saved"]
    page = WikiPage.objects.get()
    assert page.revision == WRITERS + 1
    assert page.text == " ".join(f"new{number} stays{number}" for number in range(WRITERS))
