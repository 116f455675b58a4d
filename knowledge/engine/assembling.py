"""Putting together what an agent reads before it answers, within a budget of language-model tokens.

Each kind of text has a share of the budget that the others cannot take; what a kind leaves over goes to those after
it. Nothing is said twice. Every text stands in a frame that no text can close, and is marked as not to be obeyed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from knowledge.engine.forms import normalize_key
from knowledge.engine.packing import estimate_tokens
from knowledge.engine.reflexion import escaped

Kind = Literal["page", "rule", "mistake", "fact", "memory"]

KINDS: Final[tuple[Kind, ...]] = ("page", "rule", "mistake", "fact", "memory")
SHARES: Final[Mapping[Kind, float]] = {"page": 0.35, "rule": 0.10, "mistake": 0.15, "fact": 0.15, "memory": 0.25}
"""What each kind may take of the budget for certain; they add up to one."""
HEADINGS: Final[Mapping[Kind, str]] = {
    "page": "## Who You Are",
    "rule": "## Standing Rules",
    "mistake": "## Past Mistakes to Avoid",
    "fact": "## About the User",
    "memory": "## What You Remember",
}
PAGE_BYTES: Final = 6 * 1024
"""Bytes of all pages together."""
SHORTEST_CUT: Final = 400
"""Bytes below which the beginning of a page is not worth reading."""
_FRAME: Final = "memory-context"
_CUT: Final = "\n…"


@dataclass(frozen=True, slots=True)
class Piece:
    """One text that may be read.

    Attributes:
        kind: what it is.
        id: of the page, mistake or memory.
        text: as it is stored.
        reason: why it is here, one sentence.
        title: path of a page, category of a mistake; else empty.
        trust: of its source, 0 to 1.
        score: how well it answers the message; None where it is read anyway.
        about: keys of what it is about or which page it points to; see `assemble`.
        note: what stands before the text, for example a date.
    """

    kind: Kind
    id: str
    text: str
    reason: str
    title: str = ""
    trust: float = 1.0
    score: float | None = None
    about: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Assembled:
    """What to read.

    Attributes:
        pieces: in the order of the text.
        text: all of it as one passage; empty when there is nothing.
        used: its language-model tokens, never above the budget.
        left_out: by kind, how many pieces did not fit.
        repeated: how many were left out because they are there already.
    """

    pieces: tuple[Piece, ...] = ()
    text: str = ""
    used: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)
    repeated: int = 0


def assemble(pieces: Iterable[Piece], *, budget: int) -> Assembled:
    """Choose what fits, in the order of the kinds, and write it down.

    A memory that points to a page which is here, or that says what another piece says, is left out.

    Args:
        pieces: of every kind, within each the best first. `about` of a page is `wiki:` and its path; a memory with
            the same `about` points to it.
        budget: language-model tokens of the whole text, 0 or more.
    """
    by_kind: dict[Kind, list[Piece]] = {kind: [] for kind in KINDS}
    for piece in pieces:
        by_kind[piece.kind].append(piece)
    taken: list[Piece] = []
    blocks: list[str] = []
    said: set[str] = set()
    pages: set[str] = set()
    left_out: dict[str, int] = {}
    repeated, used, carried = 0, 0, 0.0
    for kind in KINDS:
        carried += budget * SHARES[kind]
        lines: list[str] = []
        for piece in by_kind[kind]:
            key = normalize_key(piece.text)
            if piece.id in said or key in said or (kind != "page" and piece.about and piece.about in pages):
                repeated += 1
                continue
            line = _line(piece)
            cost = estimate_tokens(_block(kind, [*lines, line])) + (2 if blocks else 0)
            if used + cost > min(carried, budget):
                left_out[kind] = left_out.get(kind, 0) + 1
                continue
            lines.append(line)
            taken.append(piece)
            said |= {piece.id, key}
            if kind == "page":
                pages.add(piece.about)
        if lines:
            blocks.append(_block(kind, lines))
            used = estimate_tokens("\n\n".join(blocks)) + len(blocks)
    text = "\n\n".join(blocks)
    return Assembled(tuple(taken), text, estimate_tokens(text), left_out, repeated)


def fitted_pages(pages: Sequence[tuple[str, str]], *, most: int = PAGE_BYTES) -> list[tuple[str, str]]:
    """Return pages as far as they fit together; the first that does not is cut at the end of a line.

    Args:
        pages: (id, text), the most important first.
        most: bytes in UTF-8 of all texts together.
    """
    kept: list[tuple[str, str]] = []
    room = most
    for page_id, text in pages:
        size = len(text.encode())
        if size <= room:
            kept.append((page_id, text))
            room -= size
            continue
        if room >= SHORTEST_CUT:
            head = text.encode()[: room - len(_CUT.encode())].decode("utf-8", "ignore")
            line = head.rfind("\n")
            kept.append((page_id, (head[:line] if line > SHORTEST_CUT // 2 else head).rstrip() + _CUT))
        break
    return kept


def _line(piece: Piece) -> str:
    """Return one piece as it is read."""
    if piece.kind == "page":
        text = "\n".join(escaped(line) for line in piece.text.splitlines())
        return f"### {escaped(piece.title)} (trust {piece.trust:.1f})\n{text}"
    note = f", {escaped(piece.note)}" if piece.note else ""
    title = f"{escaped(piece.title)}, " if piece.title else ""
    return f"- [{title}trust {piece.trust:.1f}{note}] {escaped(piece.text)}"


def _block(kind: Kind, lines: Sequence[str]) -> str:
    return "\n".join([HEADINGS[kind], f'<{_FRAME} kind="{kind}" untrusted="true">', *lines, f"</{_FRAME}>"])
