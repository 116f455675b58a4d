"""Who sees a page and who writes it. Whatever cannot be read closes: nobody sees, only operators write."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from knowledge.engine.wiki.frontmatter import names_or_nobody
from knowledge.engine.wiki.paths import path_key

MODES: Final = ("agent_writable", "read_only", "operator_only", "allowlist")
OPEN: Final = "agent_writable"
CLOSED: Final = "operator_only"


@dataclass(frozen=True, slots=True)
class Rule:
    """What is said about one folder (ending in `/`, empty for a whole wiki) or one page.

    Attributes:
        path: what it is about.
        visible_to: a list of agents; None for no restriction. Anything else than a list of names lets nobody see.
        writing: `{"mode": one of MODES, "agents": [...]}` (agents for `allowlist`); None when nothing is said.
    """

    path: str
    visible_to: Any = None
    writing: Any = None


def covers(rule: Rule, path: str) -> bool:
    """Tell whether a rule is about a page, however the letters of either are written: one folder has one rule."""
    if not rule.path:
        return True
    about, key = _key(rule.path), _key(path)
    return key.startswith(about) if rule.path.endswith("/") else key == about


_key = lru_cache(maxsize=32_768)(path_key)


def may_see(agents: Collection[str] | None, restrictions: Iterable[Any]) -> bool:
    """Tell whether somebody who speaks for these agents sees a page of the shared wiki.

    Every restriction has to let them in; absent ones (None) say nothing.

    Args:
        agents: names; None for somebody who speaks for all.
        restrictions: the lists of the page itself and of every folder it stands in.
    """
    for one in restrictions:
        if one is None:
            continue
        names = names_or_nobody(one)
        if not names or (agents is not None and not set(agents) & set(names)):
            return False
    return True


def mode_of(rules: Sequence[Rule], path: str) -> tuple[str, tuple[str, ...]]:
    """Return how a page may be written and, for `allowlist`, by which agents.

    The rule nearest to the page counts; one that cannot be read, on the way to it, closes the page.

    Args:
        rules: of the wiki, in any order.
        path: of the page.
    """
    about = sorted((rule for rule in rules if rule.writing is not None and covers(rule, path)), key=_nearness)
    mode: tuple[str, tuple[str, ...]] = (OPEN, ())
    for rule in about:
        read = _read(rule.writing)
        if read is None:
            return CLOSED, ()
        mode = read
    return mode


def may_write(mode: tuple[str, tuple[str, ...]], *, agent: str, is_operator: bool) -> bool:
    """Tell whether somebody may write a page.

    Args:
        mode: of `mode_of`.
        agent: for whom they write; empty for a person or the hub itself.
        is_operator: whether they curate or administer.
    """
    kind, names = mode
    if kind == "read_only":
        return False
    if is_operator:
        return True
    return kind == OPEN or (kind == "allowlist" and bool(agent) and agent in names)


def _nearness(rule: Rule) -> tuple[bool, int]:
    return (rule.path != "" and not rule.path.endswith("/"), len(rule.path))


def _read(writing: Any) -> tuple[str, tuple[str, ...]] | None:
    if not isinstance(writing, Mapping) or writing.get("mode") not in MODES:
        return None
    mode = str(writing["mode"])
    if mode != "allowlist":
        return mode, ()
    names = names_or_nobody(writing.get("agents"))
    return (mode, names) if names or writing.get("agents") == [] else None
