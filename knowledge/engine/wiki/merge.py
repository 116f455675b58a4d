"""Two people changed one page: what both did is put together word by word, Japanese and Chinese by character.

Changes that touch one another are a conflict, shown with both texts; nothing of either is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from knowledge.engine.diff import word_diff

Side = Literal["same", "mine", "theirs", "both", "conflict"]
Edit: TypeAlias = "tuple[int, int, str]"
"""From, to (characters of the common text, half-open), and what stands there instead."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One stretch of a merge.

    Attributes:
        side: `same` nobody changed it, `mine` or `theirs` one did, `both` both did the same, `conflict` they differ.
        base: what stood there before.
        mine, theirs: what stands there now in each text.
    """

    side: Side
    base: str
    mine: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Merge:
    """The outcome: its pieces in order.

    Joined, the `mine` of all pieces is my text, the `theirs` the other one, the `base` what both began with.
    """

    pieces: tuple[Piece, ...]

    @property
    def conflicts(self) -> int:
        """How many stretches have to be decided by a person."""
        return sum(piece.side == "conflict" for piece in self.pieces)

    @property
    def text(self) -> str | None:
        """The merged text; None while there are conflicts."""
        return None if self.conflicts else self.with_conflicts("mine")

    def with_conflicts(self, side: Literal["mine", "theirs"]) -> str:
        """Return the merged text with every conflict decided for one side."""
        return "".join(_chosen(piece, side) for piece in self.pieces)

    def marked(self, mine: str, theirs: str) -> str:
        """Return the merged text with both versions of each conflict between marks that name them.

        Args:
            mine, theirs: what the versions are called.
        """
        out: list[str] = []
        for piece in self.pieces:
            if piece.side != "conflict":
                out.append(_chosen(piece, "mine"))
                continue
            out.append(f"\n<<<<<<< {mine}\n{piece.mine}\n=======\n{piece.theirs}\n>>>>>>> {theirs}\n")
        return "".join(out)


def merge(base: str, mine: str, theirs: str) -> Merge:
    """Put two changes of one text together.

    Args:
        base: the text both began with.
        mine, theirs: what each made of it.
    """
    ours, others = _edits(base, mine), _edits(base, theirs)
    pieces: list[Piece] = []
    place = 0
    for start, end, left, right in _groups(ours, others):
        if start > place:
            pieces.append(_piece("same", base[place:start], base[place:start], base[place:start]))
        was = base[start:end]
        new, other = _applied(base, start, end, left), _applied(base, start, end, right)
        side: Side = "theirs" if not left else "mine" if not right else "both" if new == other else "conflict"
        pieces.append(_piece(side, was, new, other))
        place = end
    if place < len(base):
        pieces.append(_piece("same", base[place:], base[place:], base[place:]))
    return Merge(tuple(pieces))


def _piece(side: Side, base: str, mine: str, theirs: str) -> Piece:
    return Piece(side, base, mine, theirs)


def _chosen(piece: Piece, side: Literal["mine", "theirs"]) -> str:
    if piece.side == "theirs" or (piece.side == "conflict" and side == "theirs"):
        return piece.theirs
    return piece.mine


def _edits(base: str, text: str) -> list[Edit]:
    """Return the changes from one text to another, in order and apart from one another."""
    edits: list[Edit] = []
    place, removed, added = 0, 0, ""
    for kind, piece in [*word_diff(base, text), ("same", "")]:
        if kind == "removed":
            removed += len(piece)
        elif kind == "added":
            added += piece
        else:
            if removed or added:
                edits.append((place, place + removed, added))
            place += removed + len(piece)
            removed, added = 0, ""
    return edits


def _groups(ours: list[Edit], others: list[Edit]) -> list[tuple[int, int, list[Edit], list[Edit]]]:
    """Return stretches of the base that were changed: those of both sides that touch are one."""
    groups: list[tuple[int, int, list[Edit], list[Edit]]] = []
    marked = sorted([(one, True) for one in ours] + [(one, False) for one in others], key=lambda pair: pair[0][:2])
    for edit, is_ours in marked:
        if groups and edit[0] <= groups[-1][1]:
            start, end, left, right = groups.pop()
        else:
            start, end, left, right = edit[0], edit[1], [], []
        (left if is_ours else right).append(edit)
        groups.append((start, max(end, edit[1]), left, right))
    return groups


def _applied(base: str, start: int, end: int, edits: list[Edit]) -> str:
    out, place = [], start
    for first, last, text in edits:
        out += [base[place:first], text]
        place = last
    return "".join([*out, base[place:end]])
