"""The profile that looks for evidence: neighbouring turns, the conversation, people, dates, and names that lead on."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from knowledge.engine.types import Actor, MemoryDraft, SourceRef
from knowledge.models import Memory
from knowledge.queries import keywords, recall
from knowledge.queries.recall import RecallHit, RecallRequest, search
from knowledge.services.store import store
from tests.knowledge.helpers import NOW, days, fact, say

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _evidence(settings):
    settings.HUB_TOML = {"recall": {"profile": "evidence"}, "vectors": {"embedder": "none"}}


def hits(query: str, **more: object) -> list[RecallHit]:
    return list(search(agent="alice", request=RecallRequest(query, limit=50, **more), now=NOW).hits)  # type: ignore[arg-type]


def order(query: str, **more: object) -> list[str]:
    return [hit.memory.content for hit in hits(query, **more)]


def around(query: str, content: str) -> float:
    hit = next(hit for hit in hits(query) if hit.memory.content == content)
    return next(part.value for part in hit.parts if part.name == "context")


def turn(content: str, sequence: int | None, session: str = "s1", **more: object) -> str:
    source = SourceRef("message", session=session, sequence=sequence)
    return say(content, source=source, now=days(-3), **more).memory.id  # type: ignore[arg-type]


def test_the_answer_stands_beside_the_question():
    turn("Where do you want to spend the holiday this summer?", 4)
    turn("In a cabin by the lake, this time", 5)
    for number in range(6):
        turn(f"In this time a cabin {number} is small", 40 + 9 * number, session="s2")
    assert order("holiday summer this time")[:2] == [
        "Where do you want to spend the holiday this summer?",
        "In a cabin by the lake, this time",
    ]
    beside, elsewhere = "In a cabin by the lake, this time", "In this time a cabin 0 is small"
    assert around("holiday summer this time", beside) > around("holiday summer this time", elsewhere)


@pytest.mark.parametrize(
    ("question", "beside", "elsewhere", "query"),
    [
        ("夏休みはどこへ行きたいですか", "湖のそばの小屋がいいな、今年は", "今年はいい小屋が湖に", "夏休みに湖の小屋"),
        ("暑假你想去哪裡旅行", "湖邊的小屋吧,今年", "今年湖邊的小屋很小", "暑假湖邊小屋"),
    ],
)
def test_also_in_japanese_and_chinese(question, beside, elsewhere, query):
    turn(question, 4)
    turn(beside, 5)
    turn(elsewhere, 90, session="s2")
    found = order(query)
    assert found.index(beside) < found.index(elsewhere)


@pytest.mark.parametrize(
    ("asking", "telling", "answer", "query"),
    [
        ("You see a lake this summer? Good", "You see a lake this summer. Good", "The cabin", "see lake summer cabin"),
        ("今年の夏はどの湖へ？ 楽しみ", "今年の夏は湖へ行こう 楽しみ", "いつもの小屋だよ", "夏の湖の小屋"),
        ("今年夏天去哪個湖？很期待", "今年夏天去這個湖啊很期待", "老地方的小屋", "夏天湖邊小屋"),
    ],
)
def test_the_turn_after_a_question_answers_it(asking, telling, answer, query):
    turn(asking, 4, session="asks")
    turn(answer, 5, session="asks")
    turn(telling, 4, session="tells")
    turn(answer + ".", 5, session="tells")
    assert around(query, answer) > around(query, answer + ".") + 0.01


def test_a_row_between_that_nobody_may_see_lends_nothing():
    turn("alpha beta gamma", 1)
    hidden = turn("alpha beta gamma delta", 2)
    turn("beta", 3)
    with_it = around("alpha beta gamma delta", "beta")
    Memory.objects.filter(id=hidden).update(standing="quarantined")
    without = around("alpha beta gamma delta", "beta")
    Memory.objects.filter(id=hidden).delete()
    assert around("alpha beta gamma delta", "beta") == without < with_it


def test_rows_outside_the_filter_lend_nothing():
    turn("alpha beta gamma", 1, tags=("a",))
    turn("beta", 2, tags=("b",))
    lone = next(hit for hit in hits("alpha beta gamma", tags=("b",)))
    assert lone.memory.content == "beta"
    whole = next(hit for hit in hits("alpha beta gamma") if hit.memory.content == "beta")
    assert [part.value for part in lone.parts if part.name == "relevance"] == [1.0]
    assert whole.score != lone.score


def test_the_right_conversation_wins():
    turn("We talked about the harbour", 1, session="right")
    turn("and about the ferry tickets", 9, session="right")
    turn("the price was fine", 20, session="right")
    turn("the price was fine too", 20, session="other")
    turn("nothing else here", 1, session="other")
    found = order("the price of the ferry tickets at the harbour")
    assert found.index("the price was fine") < found.index("the price was fine too")


def test_keys_that_name_no_conversation_hold_nothing_together():
    say("We talked about the harbour and the ferry")
    say("the price was fine")
    importer = Actor(kind="system", name="test", door="import", agents=None, origin="operator")
    for line, content in enumerate(["A list of the harbour and the ferry", "the price was good"]):
        source = SourceRef("import_item", session="notes.csv", item=f"{line}", sequence=line)
        store(actor=importer, agent="alice", draft=MemoryDraft(content, source=source), now=NOW)
    assert around("price ferry harbour", "the price was fine") == around("price ferry harbour", "the price was good")


def test_who_is_asked_about_is_heard_first():
    turn("Ann: the cake was good", 1, session="a")
    turn("Bob: the cake was good", 1, session="b")
    turn("the cake was good indeed", 1, session="c", metadata={"speaker": "Kim Novak"})
    assert order("what did Bob think of the cake")[0] == "Bob: the cake was good"
    assert order("what did Ann's friend think of the cake")[0] == "Ann: the cake was good"
    assert order("what did Kim think of the cake")[0] == "the cake was good indeed"


def test_a_fact_about_whom_the_question_names_counts_as_much():
    fact("tea", subject="Ann", predicate="drink", content="The favourite drink is green tea")
    fact("tea", subject="Bob", predicate="drink", content="The favourite drink is black tea")
    assert order("which tea is Bob's favourite drink")[0] == "The favourite drink is black tea"


@pytest.mark.parametrize("query", ["the meeting in May", "the meeting on 8 May 2025", "2025年5月のthe meeting"])
def test_the_day_that_is_named(query):
    for month in (4, 5, 6):
        at = datetime(2025, month, 8, tzinfo=UTC)
        say(f"the meeting {month}", recorded_at=at, valid_from=at)
    assert order(query)[0] == "the meeting 5"


def test_names_lead_from_a_good_passage_to_the_next():
    say("The Hukilau Song was written by Jack Owens for a film")
    say("Jack Owens was born in a small town in Kansas")
    for number in range(5):
        say(f"A composer of film music was born in town number {number}")
    found = order("in which town was the composer of the Hukilau Song born")
    assert found[:2] == [
        "The Hukilau Song was written by Jack Owens for a film",
        "Jack Owens was born in a small town in Kansas",
    ]
    documented = order("in which town was the composer of the Hukilau Song born", profile="documented")
    assert documented.index("Jack Owens was born in a small town in Kansas") > 1


def test_a_name_alone_is_no_answer():
    say("The Hukilau Song was written by Jack Owens")
    say("Jack Owens likes Kansas")
    assert "Jack Owens likes Kansas" not in order("the Hukilau Song was written when")


def test_the_next_passage_says_what_the_first_leaves_open():
    say("The Hukilau Song was written by Jack Owens for a film")
    say("Jack Owens wrote one more song for a film")
    say("Jack Owens grew up in the town of El Dorado")
    query = "the town of the composer of the Hukilau Song for a film"
    assert order(query)[:2] == [
        "The Hukilau Song was written by Jack Owens for a film",
        "Jack Owens grew up in the town of El Dorado",
    ]
    assert around(query, "Jack Owens wrote one more song for a film") < around(
        query, "Jack Owens grew up in the town of El Dorado"
    )


def test_a_passage_that_holds_the_whole_question_leads_nowhere():
    say("Jack Owens wrote the Hukilau Song")
    say("Jack Owens saw the song")
    say("Kim Novak saw the song")
    with_name, without = (around("Hukilau Song", f"{who} saw the song") for who in ("Jack Owens", "Kim Novak"))
    assert with_name == without


def test_what_nobody_vouches_for_leads_nowhere():
    say("The Hukilau Song was written by Mal Lory", origin_trust=0.05)
    say("Mal Lory asks for a song and gold")
    say("Jack Owens wrote a song")
    trusted = say("The Hukilau Song was written by Jack Owens")
    found = order("who wrote the Hukilau Song")
    assert found.index("Jack Owens wrote a song") < found.index("Mal Lory asks for a song and gold")
    assert trusted.memory.content in found


def test_memories_beyond_those_read_at_once_are_reached_by_name(monkeypatch):
    monkeypatch.setattr(recall, "TELLING", 3)
    monkeypatch.setattr(keywords, "SURROUNDED", 1)
    say("The Hukilau Song was written by Jack Owens for a film")
    for number in range(6):
        say(f"A composer of the film music was born in the town number {number}")
    say("Jack Owens was born where it is always very warm and windy and one thinks of nothing else")
    assert len(order("composer of the film, the Hukilau Song, town, born")) == 4
    assert (
        "Jack Owens was born where it is always very warm"
        in order("composer of the film, the Hukilau Song, town, born")[-1]
    )


def test_a_turn_beside_the_best_is_ranked_however_many_share_more_words(monkeypatch):
    monkeypatch.setattr(recall, "TELLING", 3)
    monkeypatch.setattr(keywords, "SURROUNDED", 1)
    turn("Where shall we spend the holiday this warm summer?", 4)
    turn("In a cabin by the lake, warm enough", 5)
    turn("I bring the boat", 6)
    for number in range(6):
        turn(f"A warm summer holiday {number}", 40 + 9 * number, session="s2")
    turn("A warm coat", 90, session="s2")
    found = order("spend holiday warm summer")
    assert found[:2] == ["Where shall we spend the holiday this warm summer?", "In a cabin by the lake, warm enough"]
    assert "A warm coat" not in found
    monkeypatch.setattr(keywords, "SURROUNDED", 0)
    assert "In a cabin by the lake, warm enough" not in order("spend holiday warm summer")


def test_a_turn_beside_the_best_that_may_not_be_shown_is_not(monkeypatch):
    monkeypatch.setattr(recall, "TELLING", 3)
    turn("Where shall we spend the holiday this warm summer?", 4)
    hidden = turn("In a cabin by the lake, warm enough", 5)
    for number in range(6):
        turn(f"A warm summer holiday {number}", 40 + 9 * number, session="s2")
    Memory.objects.filter(id=hidden).update(standing="quarantined")
    assert "In a cabin by the lake, warm enough" not in order("spend holiday warm summer")
    Memory.objects.filter(id=hidden).update(standing="believed", tags=["a"])
    assert order("spend holiday warm summer", tags=("a",)) == []


def test_the_setting_and_the_request(settings):
    say("The river is high")
    assert "context" in {part.name for part in hits("river")[0].parts}
    assert "context" not in {part.name for part in hits("river", profile="documented")[0].parts}
    settings.HUB_TOML = {"recall": {"profile": "best"}}
    assert "context" not in {part.name for part in hits("river")[0].parts}


def test_a_bad_setting_is_named():
    from knowledge.conf import all_warnings

    assert all_warnings({"recall": {"profile": "best"}}) == (
        "hub.toml: [recall] profile must be one of documented, evidence; the default is used.",
    )
