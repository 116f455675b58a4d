"""Three-way merge: nothing of either side is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.wiki.merge import merge

words = st.lists(st.sampled_from(["alpha", "beta", "gamma", "。", "東", "京", "\n", "x", "- "]), max_size=14).map(
    " ".join
)
chinese = st.text(alphabet="东京大学请假流程。\n", max_size=20)
texts = words | chinese | st.text(max_size=25)


def test_changes_in_different_words_go_together():
    done = merge("The cat sat on the mat.", "The dog sat on the mat.", "The cat sat on the rug.")
    assert done.text == "The dog sat on the rug."
    assert [piece.side for piece in done.pieces if piece.side != "same"] == ["mine", "theirs"]


def test_japanese_and_chinese_go_by_character():
    assert merge("会議は三時に始まる。", "会議は四時に始まる。", "会議は三時に終わる。").text == "会議は四時に終わる。"
    assert merge("请假需要经理批准。", "请假必须经理批准。", "请假需要主管批准。").text is None
    assert merge("请假需要经理的批准。", "休假需要经理的批准。", "请假需要经理的同意。").text == "休假需要经理的同意。"


def test_a_conflict_names_both():
    done = merge("It is red.", "It is green.", "It is blue.")
    assert done.text is None
    assert done.conflicts == 1
    (found,) = [piece for piece in done.pieces if piece.side == "conflict"]
    assert (found.base, found.mine, found.theirs) == ("red", "green", "blue")
    marked = done.marked("bob", "alice")
    assert marked == "It is \n<<<<<<< bob\ngreen\n=======\nblue\n>>>>>>> alice\n."
    assert done.with_conflicts("mine") == "It is green."
    assert done.with_conflicts("theirs") == "It is blue."


def test_the_same_change_is_no_conflict():
    done = merge("a b c", "a x c", "a x c")
    assert done.text == "a x c"
    assert "both" in [piece.side for piece in done.pieces]


def test_two_insertions_at_one_place_conflict():
    assert merge("one two", "one and two", "one or two").conflicts == 1


def test_one_cut_what_the_other_changed():
    assert merge("keep this word here", "keep here", "keep that word here").conflicts >= 1


@given(texts, texts, texts)
def test_pieces_give_back_all_three_texts(base, mine, theirs):
    done = merge(base, mine, theirs)
    assert "".join(piece.base for piece in done.pieces) == base
    assert "".join(piece.mine if piece.side != "theirs" else piece.base for piece in done.pieces) is not None
    left = "".join(piece.base if piece.side == "theirs" else piece.mine for piece in done.pieces)
    right = "".join(piece.base if piece.side == "mine" else piece.theirs for piece in done.pieces)
    assert (left, right) == (mine, theirs)


@given(texts, texts)
def test_one_sided_changes_always_merge(base, changed):
    assert merge(base, changed, base).text == changed
    assert merge(base, base, changed).text == changed
    assert merge(base, changed, changed).text == changed


@given(texts, texts, texts)
def test_sides_are_equal_partners(base, mine, theirs):
    one, other = merge(base, mine, theirs), merge(base, theirs, mine)
    assert one.text == other.text
    assert one.conflicts == other.conflicts
