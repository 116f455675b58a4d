"""How far a page is trusted and where it stands, whatever its text claims.

Trust is raised by people only, in an act of its own. A text may lower it; whoever writes caps it by the ceiling of
their origin; and what is learned never takes the place of what a person vouched for without somebody being asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from knowledge.engine.trust import ceiling
from knowledge.engine.wiki.frontmatter import DEFAULT_LAYER, DEFAULT_TRUST, SOURCE_FACTORS, Meta

NEAR: Final = frozenset({"identity", "core"})
"""Layers an agent reads before every answer: what is learned gets there only through a person."""

LAYER: Final = "layer"
TRUST: Final = "trust"
_LEARNED_TYPES: Final = frozenset({"tool_output", "raw_dialogue", ""})


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a page stands.

    Attributes:
        trust: 0 to 1.
        origin: of the least trusted writer of what the page says.
        visible_to: names of agents, None for no restriction.
    """

    trust: float
    source_type: str
    layer: str
    origin: str
    do_not_inject: bool
    visible_to: tuple[str, ...] | None


def first(meta: Meta, *, origin: str, by_operator: bool) -> Standing:
    """Return where a new page stands.

    Args:
        meta: what its text says.
        origin: of the writer, `class` or `class:name`.
        by_operator: whether a curator, an administrator or the hub itself writes.
    """
    declared = DEFAULT_TRUST if meta.trust is None else meta.trust
    return Standing(
        trust=min(declared, ceiling(origin)),
        source_type=meta.source_type if by_operator or meta.source_type in _LEARNED_TYPES else "",
        layer=meta.layer or DEFAULT_LAYER,
        origin=origin,
        do_not_inject=meta.do_not_inject,
        visible_to=meta.visible_to,
    )


def after(now: Standing, before: Meta, meta: Meta, *, origin: str, by_operator: bool) -> Standing:
    """Return where a page stands after a change of its text. What the text says as before changes nothing.

    Args:
        now: where it stands.
        before: what its text said.
        meta: what its new text says.
        origin: of the writer.
        by_operator: see `first`.
    """
    trust = now.trust if meta.trust is None or meta.trust == before.trust else min(now.trust, meta.trust)
    layer = now.layer if meta.layer == before.layer else meta.layer or DEFAULT_LAYER
    kind = now.source_type if meta.source_type == before.source_type else meta.source_type
    if by_operator:
        seen = now.visible_to if meta.visible_to == before.visible_to else meta.visible_to
        hidden = now.do_not_inject if meta.do_not_inject == before.do_not_inject else meta.do_not_inject
        return Standing(trust, kind, layer, now.origin, hidden, seen)
    if kind not in _LEARNED_TYPES or SOURCE_FACTORS[kind] > SOURCE_FACTORS[now.source_type]:
        kind = now.source_type if now.source_type in _LEARNED_TYPES else ""
    return Standing(
        trust=min(trust, ceiling(origin)),
        source_type=kind,
        layer=layer,
        origin=min((now.origin, origin), key=ceiling),
        do_not_inject=now.do_not_inject or meta.do_not_inject,
        visible_to=meta.visible_to if now.visible_to is None else now.visible_to,
    )


def waits_for(now: Standing | None, then: Standing, *, origin: str, by_operator: bool) -> str:
    """Say why a write has to wait for a person, in one word; empty when it need not.

    Args:
        now: where the page stands; None for a new one.
        then: where it would stand.
        origin: of the writer.
        by_operator: see `first`.
    """
    if by_operator:
        return ""
    if then.layer in NEAR or (now is not None and now.layer in NEAR):
        return LAYER
    if now is not None and now.trust > ceiling(origin):
        return TRUST
    return ""
