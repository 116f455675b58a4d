"""Everyday English from which a hasty reader learns something else than what was said."""

from __future__ import annotations

import pytest

from tests.engine.distill_helpers import contents, facts

TWO_STATEMENTS = [
    ("I live in Graz and I work at Orbis.", ["Ann lives in Graz.", "Ann works at Orbis."]),
    ("I live in Graz and I'm a nurse.", ["Ann lives in Graz.", "Ann's job is nurse."]),
    ("I live in Graz and I have two cats.", ["Ann lives in Graz.", "Ann has two cats."]),
    ("My name is Eva and I'm 31.", ["Ann's name is Eva.", "Ann is 31 years old."]),
    ("My name is Ann and I live in Paris.", ["Ann's name is Ann.", "Ann lives in Paris."]),
    ("I work at Orbis and I love hiking.", ["Ann works at Orbis.", "Ann likes hiking."]),
    (
        "I quit Fenwick and start at Orbis on 1 May.",
        ["Ann no longer works at Fenwick.", "Ann works at Orbis."],
    ),
    ("I study at MIT and my sister studies at Yale.", ["Ann studies at MIT.", "Ann's sister studies at Yale."]),
    ("I used to live in Rome, now I live in Bonn.", ["Ann no longer lives in Rome.", "Ann lives in Bonn."]),
    ("I work at Johnson and Johnson.", ["Ann works at Johnson and Johnson."]),
    ("I live in Trinidad and Tobago.", ["Ann lives in Trinidad and Tobago."]),
    ("I'm from Graz and so is my wife.", ["Ann comes from Graz."]),
    ("I have a daughter, she is 5 and lives in Rome.", ["Ann has a daughter."]),
    ("I love my sister who lives in Rome and works at Orbis.", ["Ann likes their sister."]),
    ("My sister lives in Rome and works at Orbis.", ["Ann's sister lives in Rome.", "Ann's sister works at Orbis."]),
    ("The deadline moved from Friday to Monday.", ["The deadline is on 2026-12-07."]),
    ("We chose Postgres over MySQL for the database.", ["Ann decided on Postgres for the database."]),
]

LESS_THAN_IT_SOUNDS = [
    ("I like all fruit but bananas.", []),
    ("I drink coffee every morning.", ["Ann drinks coffee."]),
    ("My flight is on Friday at 9am or 10am.", []),
    ("I don't drink coffee after 5pm.", []),
    ("I don't eat meat at work when Tom is there.", []),
    ("I don't only like tea.", []),
    ("I'm not just a teacher.", []),
    ("I'm not a nurse at Orbis.", []),
    ("I'm not married to Tom.", []),
    ("I like neither tea nor coffee.", []),
    ("I like coffee less than tea.", []),
    ("I like to think that you are right.", []),
    ("I like meetings when they are short.", []),
    ("I love sharing that with others.", []),
    ("I can't stand people who are late.", ["Ann dislikes people who are late."]),
    ("I like dogs that don't bark.", ["Ann likes dogs that do not bark."]),
    ("I love my sister who lives in Rome.", ["Ann likes their sister."]),
    ("I eat no meat.", ["Ann does not eat meat."]),
    ("I don't drink coffee.", ["Ann does not drink coffee."]),
    ("I don't drink coffee because it hurts.", ["Ann does not drink coffee."]),
    ("I'm not married.", ["Ann is not married."]),
    ("I'm not engaged, by the way.", ["Ann is not engaged."]),
]

ANOTHER_MEANING = [
    ("I'd rather die than eat liver.", []),
    ("I'm a doctor in the play.", []),
    ("I'm a former nurse.", []),
    ("I'm a nurse at Orbis.", ["Ann's job is nurse.", "Ann works at Orbis."]),
    ("I'm married to my job.", []),
    ("I have a dog in this fight.", []),
    ("I have two sisters in law.", []),
    ("I drink like a fish.", []),
    ("I drink tea, never coffee.", ["Ann drinks tea."]),
    ("I work at Orbis with Tom.", ["Ann works at Orbis."]),
    ("I live in Rome with my wife.", ["Ann lives in Rome."]),
    ("I work for Orbis and Tom works for Fenwick.", ["Ann works at Orbis."]),
    ("I live in London half the year.", ["Ann lives in London."]),
    ("My number is 42 on the waiting list.", []),
    ("My old address is 5 Elm Street.", []),
    ("My late husband loved fishing.", []),
    ("Everyone likes pizza, I guess.", []),
    ("I have a cat scan on Friday.", []),
    ("I have a friend with two cats.", []),
    ("I have two dog beds.", []),
    ("I have a cat and a dog at home.", ["Ann has a cat."]),
    ("I smoke salmon at home.", []),
    ("I smoke a pack every day.", ["Ann has the habit of smoke."]),
    ("I resigned myself to the noise.", []),
    ("I retired last year.", ["Ann left their job."]),
    ("I lost my job application.", ["Ann lost their job application."]),
    ("I lost my job last week.", ["Ann left their job."]),
    ("I quit Facebook last week.", []),
    ("I left Kyoto yesterday.", ["Ann left Kyoto."]),
    ("I turned 90 degrees.", []),
    ("I turned 30 last week.", ["Ann is 30 years old."]),
    ("I'm engaged in research.", []),
    ("I'm engaged to Tom.", ["Ann is engaged."]),
    ("I play an important role here.", []),
    ("I play the violin.", ["Ann plays violin."]),
    ("I'm allergic to nonsense.", []),
    ("I'm allergic to cat hair.", ["Ann is allergic to cat hair."]),
    ("My wife is German.", ["Ann's wife is German."]),
    ("My boss is Jewish.", []),
    ("My job is boring.", []),
    ("My job is carpenter.", ["Ann's job is carpenter."]),
    ("My favourite song is playing.", []),
    ("My favourite song is Yesterday.", ["Ann's favourite song is Yesterday."]),
    ("Call me Monday.", []),
    ("Don't call me Bob.", []),
    ("I was born in 1990 in Graz.", ["Ann was born in 1990."]),
    ("I was born on a Friday.", []),
    ("I was born on 3 May 1990.", ["Ann's birthday is 3 May 1990."]),
]

DENIED = [
    ("My phone number is no longer 555-0100.", "Ann's phone number is no longer 555-0100.", "555-0100"),
    ("My favourite colour is not blue.", "Ann's favourite colour is not blue.", "blue"),
    ("My email isn't ann@example.org.", "Ann's email is not ann@example.org.", "ann@example.org"),
]


@pytest.mark.parametrize(("said", "learned"), TWO_STATEMENTS)
def test_what_is_joined_by_and_stays_two_statements(said, learned):
    assert contents(said) == learned


def test_a_pair_of_people_is_one_subject():
    assert contents("Last summer my brother and I joined Orbis.") == []
    assert contents("My brother and I live in Oslo and I work at Fenwick.") == ["Ann works at Fenwick."]


def test_what_begins_later_begins_then():
    _, begins = facts("I quit Fenwick and start at Orbis on 1 May.")
    assert (begins.object, f"{begins.valid_from:%Y-%m-%d}") == ("Orbis", "2027-05-01")


@pytest.mark.parametrize(("said", "learned"), LESS_THAN_IT_SOUNDS)
def test_a_narrow_statement_is_not_read_as_a_broad_one(said, learned):
    assert contents(said) == learned


@pytest.mark.parametrize(("said", "learned"), ANOTHER_MEANING)
def test_a_wording_that_means_something_else_is_not_read(said, learned):
    assert contents(said) == learned


@pytest.mark.parametrize(("said", "learned", "denied"), DENIED)
def test_a_value_that_is_denied_is_no_value(said, learned, denied):
    (fact,) = facts(said)
    assert (fact.content, fact.object, fact.denies) == (learned, None, denied)


@pytest.mark.parametrize(
    "said",
    [
        "I think I'm allergic to shellfish but I was never tested.",
        "Perhaps I'm allergic to shellfish.",
        "I'm allergic to shellfish, maybe.",
    ],
)
def test_doubt_is_part_of_what_is_learned(said):
    (fact,) = facts(said)
    assert (fact.content, fact.subject, fact.confidence) == ("Perhaps Ann is allergic to shellfish.", None, 0.5)


def test_a_word_of_doubt_behind_counts_like_one_before():
    assert [facts(said)[0].confidence for said in ("I live in Paris, I think.", "I think I live in Paris.")] == [
        0.75
    ] * 2


@pytest.mark.parametrize("said", ["I live in Rome or Milan.", "My name is Tom or Tim.", "I work at Orbis or Fenwick."])
def test_one_of_two_is_none(said):
    assert contents(said) == []


@pytest.mark.parametrize(
    "said", ["I'm Batman, obviously.", "I'm Groot, of course.", "I'm Hungry all the time", "I'm Catholic and proud"]
)
def test_not_everything_in_capitals_is_a_name(said):
    assert facts(said, speaker="") == ()
    assert facts("I'm Sarah from Leeds.", speaker="")[0].content == "user's name is Sarah."
