"""What the browser gets: small, complete, and text that is nothing but text."""

from __future__ import annotations

import gzip
import json

import pytest

from curation.graph_figure import entity_named, figure, places_of, predicate_named, reference
from curation.graph_select import Wish, choose
from curation.text import one_line
from tests.curation.graph_facts import large, table_of

LONG = "あ" * 500
FAMILY = "👩‍👩‍👧‍👦"


def told(table, wish: Wish | None = None) -> dict:
    choice = choose(table, wish or Wish())
    found: dict = json.loads(figure(table, choice, places_of(table, choice)))
    return found


def test_columns_belong_together():
    table = table_of(
        [
            ("Ann", "knows", "Ben", {"trust": 0.95}),
            ("Ann", "knows", "Ben", {"trust": 0.2}),
            ("Ann", "likes", "tea", {"trust": 0.5, "standing": "held"}),
            ("Ben", "sleeps", None),
        ],
        [("Annie", "Ann")],
    )
    found = told(table)
    assert found["names"] == ["Ann", "Ben", "tea"]
    assert found["degree"] == [2, 2, 1]
    assert found["kind"] == [2 + 4, 0, 1 + 4]
    assert (found["subject"], found["object"]) == ([0, 0], [1, 2])
    assert [found["predicates"]["names"][n] for n in found["predicate"]] == ["knows", "likes"]
    assert (found["trust"], found["standing"], found["count"]) == ([4, 2], [0, 1], {"0": 2})
    assert len(found["x"]) == len(found["y"]) == 3
    assert found["focus"] == -1
    assert told(table, Wish(focus="tea"))["focus"] == 0


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("x" * 24, "x" * 24),
        ("x" * 25, "x" * 23 + "…"),
        ("漢字" * 20, "漢字" * 11 + "漢…"),
        (FAMILY * 25, FAMILY * 23 + "…"),
        ("e\u0301" * 30, "e\u0301" * 23 + "…"),
    ],
    ids=["fits", "latin", "han", "emoji", "accents"],
)
def test_names_are_cut_by_what_a_reader_counts(name, short):
    found = told(table_of([(name, "is", "x")]))
    assert found["names"][0] == short
    assert found["whole"].get("0", found["names"][0]) == name


def test_hidden_characters_are_named_and_lines_joined():
    assert one_line("a\u202eb\u200bc\nd") == "a[RLO]b[ZWSP]c d"
    found = told(table_of([("evil\u202eexe", "is", "x")]))
    assert found["names"][0] == "evil[RLO]exe"
    assert found["refs"]["0"] == "evil\u202eexe"


def test_a_long_name_is_cut_in_the_picture_and_named_by_a_digest_in_addresses():
    table = table_of([("Ann", "wrote", LONG), ("Ann", LONG[:300], "Ben")])
    found = told(table)
    place = found["names"].index("あ" * 23 + "…")
    assert len(found["whole"][str(place)]) == 160
    ref = found["refs"][str(place)]
    assert len(ref) == 25
    assert entity_named(table, ref) == table.find(LONG)
    assert predicate_named(table, reference(LONG[:300], LONG[:300])) == 1
    assert len(json.dumps(found, ensure_ascii=False)) < 1_500


def test_names_and_references_lead_back():
    table = table_of([("Ann", "lives in", "#1 street"), ("#1 street", "in", "Ｋyoto")], [("Annie", "Ann")])
    for place, name in enumerate(table.names):
        assert entity_named(table, reference(name, table.keys[place])) == place
    assert entity_named(table, "ANNIE") == entity_named(table, "ann") == 0
    assert entity_named(table, "kyoto") == 2
    assert entity_named(table, "nobody") is entity_named(table, "#none") is predicate_named(table, "none") is None
    assert predicate_named(table, "lives in") == 0


def test_five_hundred_of_twenty_thousand_names_are_small():
    table = large(20_000)
    assert len(table.keys) > 19_000
    choice = choose(table, Wish(most=500))
    sent = figure(table, choice, places_of(table, choice)).encode()
    assert len(choice.entities) == 500
    assert len(gzip.compress(sent)) < 30_000
