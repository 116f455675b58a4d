"""Other names of entities: what follows from the links that were stated.

A link says that one name stands for another. Links form chains; where a chain ends is the name the
entity goes by. Each name stands for at most one other, and no chain leads back to its beginning.
All names here are keys (see `knowledge.engine.forms.normalize_key`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class LinkError(ValueError):
    """A link that cannot be made; the message says why."""


class SelfLinkError(LinkError):
    """A name stands for itself."""


class BlankLinkError(LinkError):
    """A name has nothing that can be compared."""


class TakenError(LinkError):
    """The name already stands for another one."""


class CycleError(LinkError):
    """The chain would lead back to its beginning."""


def canonical_of(name: str, links: Mapping[str, str]) -> str:
    """Follow a name to the end of its chain.

    Raises:
        CycleError: there is no end.
    """
    seen = {name}
    while name in links:
        name = links[name]
        if name in seen:
            raise CycleError(f"The names lead in a circle over {name}.")
        seen.add(name)
    return name


def closure(links: Mapping[str, str]) -> dict[str, str]:
    """Return for each name that stands for another the end of its chain, in linear time.

    Args:
        links: each name and the name it was said to stand for.

    Raises:
        CycleError: some names lead in a circle.
    """
    ends: dict[str, str] = {}
    for name in links:
        chain: dict[str, None] = {}
        here = name
        while here in links and here not in ends:
            if here in chain:
                raise CycleError(f"The names lead in a circle over {here}.")
            chain[here] = None
            here = links[here]
        end = ends.get(here, here)
        ends.update(dict.fromkeys(chain, end))
    return ends


def check_link(name: str, stands_for: str, links: Mapping[str, str]) -> bool:
    """Check whether a link can be added; tell whether it is there already.

    Raises:
        BlankLinkError: one of the names is empty.
        SelfLinkError: both are the same.
        TakenError: the name stands for another one.
        CycleError: what it is to stand for already stands, over however many links, for it.
    """
    if not name or not stands_for:
        raise BlankLinkError("Both names need a visible character.")
    if name == stands_for:
        raise SelfLinkError("A name is not another name of itself.")
    if name in links:
        if links[name] == stands_for:
            return True
        raise TakenError("This name already stands for another one; remove that first.")
    if canonical_of(stands_for, links) == name:
        raise CycleError("The two names already stand for the same, the other way round; remove that first.")
    return False
