"""What is linked with what in both stories, and who goes by several names: the graph to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memoryhub.demo.steps import Also, Say, Step

SHOP: tuple[tuple[str, str, str], ...] = (
    ("Sana", "works at", "shop"), ("Kofi", "works at", "workshop"), ("Ines", "works at", "workshop"),
    ("workshop", "part of", "shop"), ("Ines", "apprentice of", "Kofi"), ("Kofi", "reports to", "Sana"),
    ("Heron 3", "made by", "Ashdown Cycles"), ("Wren", "made by", "Ashdown Cycles"), ("鷺", "made by", "Kusunoki"),
    ("Heron 3 L", "model", "Heron 3"), ("Heron 3 M", "model", "Heron 3"), ("鷺 S", "model", "鷺"),
    ("Omar", "bicycle", "Wren"), ("Mira", "bicycle", "Wren"), ("Jonas", "bicycle", "Heron 3"),
    ("智", "自転車", "鷺"), ("Hanae", "adviser", "Sana"), ("Satoshi", "adviser", "Kofi"),
    ("Noor", "adviser", "Kofi"), ("Omar", "adviser", "Ines"), ("Lena", "adviser", "Sana"),
    ("belted tyres", "supplier", "Hilltop Parts"), ("leather saddles", "supplier", "Kusunoki"),
    ("黒い革サドル", "kind", "leather saddles"), ("puncture-proof tyres", "kind", "belted tyres"),
    ("brake pads", "fit", "Heron 3"), ("Ashdown Cycles", "delivers to", "shop"), ("Hilltop Parts", "contact", "Ines"),
    ("Harbour Bike Parts", "contact", "Kofi"), ("Harbour Bike Parts", "delivers to", "workshop"),
)  # fmt: skip
SHOP_NAMES = (("羽奈", "Hanae"), ("智", "Satoshi"), ("Harbour Parts", "Harbour Bike Parts"))
STUDY: tuple[tuple[str, str, str], ...] = (
    ("林薇", "孩子", "Wei"), ("林薇", "養", "小米"), ("Wei", "school", "光明國小"), ("光明國小", "在", "台中"),
    ("Wei", "piano teacher", "Ms Tan"), ("Ms Tan", "teaches at", "光明國小"),
    ("Lin Wei", "works on", "reading project"), ("tidal mill", "subject of", "reading project"),
    ("Professor Adeyemi", "advises", "reading project"), ("Professor Adeyemi", "wrote about", "tidal mill"),
)  # fmt: skip
STUDY_NAMES = (("林薇", "Lin Wei"),)


def ties(
    facts: Sequence[tuple[str, str, str]], names: Sequence[tuple[str, str]], origin: str, tag: str
) -> Iterator[Step]:
    """Yield facts over the last months and, later, the names that mean the same."""
    for place, (subject, predicate, value) in enumerate(facts):
        yield Say(
            -100 + 3 * place,
            f"{subject} {predicate} {value}.",
            origin,
            (subject, predicate, value),
            more={"layer": "semantic", "importance": 4 + place % 4, "tags": (tag,)},
        )
    for name, alias in names:
        yield Also(-1.5, name, alias)
