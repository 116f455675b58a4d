"""What of a graph is shown at once: filters, the overview, the surroundings of a name, the lines that are drawn."""

from __future__ import annotations

import numpy as np
import pytest

from curation.graph_select import MOST_ENTITIES, Wish, choose, lines_of
from tests.curation.graph_facts import Fact, chain, large, table_of

HELD = {"standing": "held"}


def names(table, choice) -> list[str]:
    return [table.names[one] for one in choice.entities]


def lines(table, choice) -> set[tuple[str, str, str]]:
    found = choice.lines
    return {
        (table.names[found.subject[n]], table.predicate_names[found.predicate[n]], table.names[found.object[n]])
        for n in range(len(found))
    }


def test_a_small_graph_is_shown_whole_the_best_linked_name_first():
    table = table_of([*chain("Ann", "Ben", "Cai"), ("Ben", "likes", "tea"), ("Dan", "sleeps", None)])
    choice = choose(table, Wish())
    assert names(table, choice) == ["Ben", "Ann", "Cai", "tea", "Dan"]
    assert lines(table, choice) == {("Ann", "knows", "Ben"), ("Ben", "knows", "Cai"), ("Ben", "likes", "tea")}
    assert (choice.all_entities, choice.all_lines, choice.known_lines, choice.focused) == (5, 3, 3, False)
    assert choice.degree.tolist() == [3, 1, 1, 1, 1]


def test_an_overview_shows_at_most_so_many_names_and_counts_the_others():
    table = large(2_000)
    choice = choose(table, Wish(most=100))
    assert len(choice.entities) == len(set(choice.entities.tolist())) == 100
    assert choice.all_entities == len(table.keys) > 1_900
    best = np.sort(lines_of(table, Wish()).degree)[::-1][:30]
    assert np.sort(choice.degree)[::-1][:30].tolist() == best.tolist()
    assert len(choose(table, Wish(most=MOST_ENTITIES)).entities) == 500


def test_a_hub_of_small_neighbours_never_stands_alone():
    stars = [(f"hub {n}", "has", f"leaf {n} {k}") for n in range(40) for k in range(9)]
    table = table_of(stars)
    choice = choose(table, Wish(most=60))
    tied = set(choice.lines.subject) | set(choice.lines.object)
    hubs = [one for one in choice.entities if table.names[one].startswith("hub")]
    assert len(hubs) == 27
    assert set(hubs) <= tied


@pytest.mark.parametrize(
    ("wish", "left"),
    [
        (Wish(predicates=frozenset({"likes"})), {("Ann", "likes", "tea")}),
        (Wish(layer=0), {("Ann", "met", "Ben")}),
        (Wish(trust=0.5), {("Ann", "knows", "Ben"), ("Ann", "likes", "tea")}),
        (Wish(trust=0.51), {("Ann", "knows", "Ben")}),
        (Wish(held="only"), {("Ann", "met", "Ben")}),
        (Wish(held="without"), {("Ann", "knows", "Ben"), ("Ann", "likes", "tea")}),
        (Wish(layer=2), set()),
    ],
    ids=["property", "kind", "trust", "more trust", "waiting only", "without waiting", "nothing"],
)
def test_filters(wish, left):
    table = table_of(
        [
            ("Ann", "knows", "Ben"),
            ("Ann", "likes", "tea", {"trust": 0.5}),
            ("Ann", "met", "Ben", {"trust": 0.3, "layer": "episodic", **HELD}),
        ]
    )
    choice = choose(table, wish)
    assert lines(table, choice) == left
    assert choice.all_entities == len({end for one in left for end in (one[0], one[2])})


def test_equal_facts_are_one_line_with_the_best_trust_and_what_waits_is_a_line_of_its_own():
    table = table_of(
        [
            ("Ann", "Knows", "Ben", {"trust": 0.3}),
            ("ann", "knows", "BEN", {"trust": 0.6}),
            ("Ann", "knows", "Ben", {"trust": 0.9, **HELD}),
        ]
    )
    links = choose(table, Wish()).lines
    assert sorted(zip(links.trust.tolist(), links.count.tolist(), links.standing.tolist(), strict=True)) == [
        (0.6, 2, 0),
        (0.9, 1, 1),
    ]


@pytest.mark.parametrize(("depth", "found"), [(1, "BCA"), (2, "BCAD"), (3, "BCADE")])
def test_the_surroundings_of_a_name_nearest_first(depth, found):
    table = table_of(chain("A", "B", "C", "D", "E", "F"))
    choice = choose(table, Wish(focus="b", depth=depth))
    assert choice.focused
    assert names(table, choice) == list(found)
    assert choice.distance.tolist() == [0, 1, 1, 2, 3][: len(found)]


def test_surroundings_that_are_too_many_keep_the_best_linked():
    table = table_of([*(("hub", "has", f"leaf {n}") for n in range(50)), ("leaf 33", "likes", "tea")])
    choice = choose(table, Wish(focus="hub", depth=3, most=10))
    assert len(choice.entities) == 10
    assert names(table, choice)[:2] == ["hub", "leaf 33"]


def test_a_focus_that_the_filters_leave_nothing_of_gives_way_to_the_overview():
    table = table_of([("Ann", "knows", "Ben"), ("Cai", "likes", "tea")])
    choice = choose(table, Wish(focus="ann", predicates=frozenset({"likes"})))
    assert not choice.focused
    assert names(table, choice) == ["Cai", "tea"]
    assert not choose(table, Wish(focus="nobody")).focused


def test_other_names_are_one_entity_under_the_name_that_counts():
    table = table_of(
        [("Mika", "lives in", "Kyoto"), ("美香", "likes", "tea"), ("tea", "drunk by", "M. T.")],
        [("美香", "Mika"), ("M. T.", "Mika")],
    )
    choice = choose(table, Wish(focus="mika"))
    assert sorted(names(table, choice)) == ["Kyoto", "Mika", "tea"]
    assert table.find("ＭＩＫＡ") == table.find("美香") == table.find("m. t.")
    found = table.find("Mika")
    assert found is not None
    assert table.aliases[found] == ("美香", "M. T.")


def test_a_name_that_counts_but_stands_in_no_fact_is_shown_as_it_was_stated():
    table = table_of([("美香", "likes", "tea")], [("美香", "Mika Tanaka")])
    assert table.names == ("Mika Tanaka", "tea")


def test_lines_that_are_too_many_leave_every_name_one_and_drop_nothing_that_waits():
    people = [f"p{n}" for n in range(30)]
    facts: list[Fact] = [(one, "knows", other, {"trust": 0.4}) for one in people for other in people if one != other]
    facts += [("lonely", "knows", "p3", {"trust": 0.1}), ("p1", "owes", "p2", {"trust": 0.1, **HELD})]
    table = table_of(facts)
    choice = choose(table, Wish(most=40))
    assert (len(choice.lines), choice.known_lines, choice.all_lines) == (120, 872, 872)
    drawn = lines(table, choice)
    assert ("p1", "owes", "p2") in drawn
    assert {end for one in drawn for end in (one[0], one[2])} == {*people, "lonely"}


def test_a_name_linked_with_itself_and_an_empty_table():
    table = table_of([("Ann", "knows", "ann")])
    choice = choose(table, Wish())
    assert (choice.degree.tolist(), len(choice.lines)) == ([1], 1)
    empty = choose(table_of([]), Wish(focus="x"))
    assert (len(empty.entities), len(empty.lines), empty.all_entities) == (0, 0, 0)
