"""Two names that mean the same become one."""

from __future__ import annotations

import html
import re

import pytest

from knowledge.models import EntityAlias
from knowledge.services import aliases
from tests.curation.graph_pages import PERSON, address, held, lines, link, merge_address, page, send, small_world

pytestmark = pytest.mark.django_db


def two_people() -> None:
    small_world()
    link("M. Tanaka", "lives in", "Nara")
    link("M. Tanaka", "works with", "Ben")


def form_of(text: str) -> dict[str, str]:
    """The hidden fields of the form that merges."""
    form = text[text.index('<form class="row row-end"') :]
    return {
        name: html.unescape(value) for name, value in re.findall(r'name="(keep|other|token)" value="([^"]*)"', form)
    }


def test_a_merge_is_seen_first_then_done_then_taken_back(curator):
    two_people()
    text = page(curator, merge_address("Mika", "M. Tanaka"))
    words = " ".join(re.sub(r"<[^>]+>", " ", html.unescape(text)).split())
    assert "All its names Mika , M. Tanaka" in words, words
    assert "Linked with both Ben" in words
    assert "Said of both alike 1 fact" in words
    assert "lives in : Kyoto against Nara" in words
    assert EntityAlias.objects.count() == 0
    done = curator.post(merge_address("Mika", "M. Tanaka"), form_of(text))
    assert done.status_code == 302
    alias = EntityAlias.objects.get()
    assert (alias.alias, alias.canonical) == ("M. Tanaka", "Mika")
    landed = page(curator, done.url)
    assert "“M. Tanaka” is now another name of “Mika”." in html.unescape(landed)
    assert ("Mika", "lives in", "Nara") in lines(landed)
    assert ("Mika", "lives in", "Kyoto") in lines(landed)
    back = send(curator, "/graph/merge/undo/", {"alias_id": str(alias.pk)}, node="Mika")
    assert "“M. Tanaka” is a name of its own again." in html.unescape(page(curator, back.url))
    assert ("M. Tanaka", "lives in", "Nara") in lines(page(curator, address()))
    assert send(curator, "/graph/merge/undo/", {"alias_id": str(alias.pk)}).status_code == 404
    for wrong in ("x", "-1", "9" * 30, "9" * 5_000, "²"):
        assert send(curator, "/graph/merge/undo/", {"alias_id": wrong}).status_code == 404


def test_a_name_of_which_only_something_that_waits_is_known_can_be_merged(curator):
    two_people()
    held()
    text = page(curator, merge_address("Nara", "Nagoya"))
    words = " ".join(re.sub(r"<[^>]+>", " ", html.unescape(text)).split())
    assert "All its names Nara , Nagoya" in words
    assert "Linked with both Mika" not in words, "what waits is compared with nothing"
    assert curator.post(merge_address("Nara", "Nagoya"), form_of(text)).status_code == 302
    alias = EntityAlias.objects.get()
    assert (alias.alias, alias.canonical) == ("Nagoya", "Nara")


def test_either_name_can_stay(curator):
    two_people()
    text = page(curator, merge_address("Mika", "M. Tanaka", keep="M. Tanaka"))
    assert text.index("M. Tanaka</a></h2>") < text.index(">Mika</a></h2>")
    curator.post(merge_address("Mika", "M. Tanaka", keep="M. Tanaka"), form_of(text))
    assert EntityAlias.objects.get().alias == "Mika"


def test_a_merge_of_something_else_than_was_seen_is_refused(curator):
    two_people()
    sent = form_of(page(curator, merge_address("Mika", "M. Tanaka")))
    aliases.add_alias(actor=PERSON, agent="alice", canonical="Mika", alias="Mi")
    answer = curator.post(merge_address("Mika", "M. Tanaka"), sent)
    assert answer.status_code == 409
    assert "have changed since you looked" in answer.content.decode()
    assert EntityAlias.objects.count() == 1


@pytest.mark.parametrize(
    ("picks", "said"),
    [
        (("Mika",), "Choose exactly two names."),
        ((), "Choose exactly two names."),
        (("Mika", "Ben", "Kyoto"), "Choose exactly two names."),
        (("Mika", "mika"), "These are one name already."),
        (("Mika", "Kyot"), "No name is “Kyot”."),
    ],
)
def test_other_than_two_names_are_not_merged(curator, picks, said):
    small_world()
    for answer in (curator.get(merge_address(*picks)), curator.post(merge_address(*picks), {})):
        assert answer.status_code == 422
        assert said in html.unescape(answer.content.decode())
    if "Kyot" in picks:
        assert 'href="/graph/merge/?agent=alice&amp;pick=Mika&amp;pick=Kyoto"' in answer.content.decode()
    assert EntityAlias.objects.count() == 0
