"""Who sees which pages and who writes them: asked here and nowhere else, by every query and every service.

An agent sees its own wiki and what of the shared one is open to it; a person sees the wikis of their agents and what of
the shared one is open to any of these; an administrator and the hub itself see everything. Whatever cannot be read –
a malformed list, a malformed rule – is seen by nobody else and written by operators only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from knowledge.engine.wiki import policy
from knowledge.engine.wiki.paths import path_key
from knowledge.engine.wiki.policy import Rule
from knowledge.errors import NotFound, Refused
from knowledge.models import Agent, WikiPage, WikiRule
from knowledge.models.wiki import ARCHIVED, LIVE, SHARED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knowledge.engine.types import Actor

SHARED_NAME = ""
"""What the shared wiki is called where a space is named; another one is called like its agent."""

_OPERATORS = frozenset({"curator", "admin"})


def is_operator(actor: Actor) -> bool:
    """Tell whether somebody curates: a person with that role, or the hub itself."""
    return actor.kind == "system" or (actor.kind == "person" and not _OPERATORS.isdisjoint(actor.roles))


def sees_everything(actor: Actor) -> bool:
    """Tell whether nothing is hidden from somebody: an administrator, or the hub itself."""
    return actor.kind == "system" or (actor.kind == "person" and "admin" in actor.roles)


@dataclass(frozen=True)
class Reach:
    """What one actor reaches, with few queries however many pages there are.

    Attributes:
        actor: who looks.
        space: name of an agent's wiki to stay in, empty for the shared one; None for all this actor reaches.
    """

    actor: Actor
    space: str | None = None

    @cached_property
    def agents(self) -> dict[int, str]:
        """Numbers and names of the agents whose wikis are in reach."""
        if self.space == SHARED_NAME:
            return {}
        rows = Agent.objects.all() if self.actor.agents is None else Agent.objects.filter(name__in=self.actor.agents)
        if self.space is not None:
            rows = rows.filter(name=self.space)
        return dict(rows.values_list("pk", "name"))

    @cached_property
    def spaces(self) -> list[int]:
        """Numbers of the spaces in reach, the shared one first."""
        shared = [SHARED] if self.space in {None, SHARED_NAME} else []
        return [*shared, *sorted(self.agents)]

    @cached_property
    def shared_rules(self) -> list[Rule]:
        """What is said about the shared wiki."""
        return rules_of(SHARED)

    def knowing(self, shared_rules: list[Rule]) -> Reach:
        """Return the same reach, with what is said about the shared wiki known already."""
        self.__dict__["shared_rules"] = shared_rules  # where cached properties are kept
        return self

    @cached_property
    def hidden(self) -> frozenset[int]:
        """Numbers of pages of the shared wiki that this actor does not see."""
        if sees_everything(self.actor) or SHARED not in self.spaces:
            return frozenset()
        limiting = [rule for rule in self.shared_rules if rule.visible_to is not None]
        rows = WikiPage.objects.filter(space=SHARED)
        if not any(rule.path == "" for rule in limiting):
            about = Q(visible_to__isnull=False)
            for rule in limiting:
                key = path_key(rule.path)
                about |= Q(path_key__startswith=key) if rule.path.endswith("/") else Q(path_key=key)
            rows = rows.filter(about)
        found = rows.values_list("number", "path", "visible_to")
        return frozenset(number for number, path, seen in found if not self._is_seen(path, seen, limiting))

    def _is_seen(self, path: str, visible_to: Any, rules: Sequence[Rule]) -> bool:
        said = [rule.visible_to for rule in rules if policy.covers(rule, path)]
        return policy.may_see(self.actor.agents, [visible_to, *said])

    def sees(self, page: WikiPage) -> bool:
        """Tell whether the actor sees a page."""
        return page.space in self.spaces and page.number not in self.hidden

    def within(self, space: str | None) -> Reach:
        """Return the reach into one wiki, without asking anew what is known of all of them."""
        if space is None:
            return self
        inner = Reach(self.actor, space)
        agents = {} if space == SHARED_NAME else {number: name for number, name in self.agents.items() if name == space}
        hidden = self.hidden if space == SHARED_NAME else frozenset()
        inner.__dict__.update(agents=agents, hidden=hidden)  # where cached properties are kept
        return inner

    def shows(self, space: int, path: str, visible_to: Any) -> bool:
        """Tell, without asking the database about it, whether the actor sees the page that has these values."""
        return space in self.spaces and (space != SHARED or self.shows_shared(path, visible_to))

    def shows_shared(self, path: str, visible_to: Any) -> bool:
        """Tell whether the actor sees the page of the shared wiki that has these values."""
        if sees_everything(self.actor):
            return True
        return self._is_seen(path, visible_to, [rule for rule in self.shared_rules if rule.visible_to is not None])

    @cached_property
    def visible(self) -> Q:
        """The pages in reach as a filter."""
        return Q(space__in=self.spaces) & ~Q(number__in=self.hidden)

    def page(self, space: str, path_key: str) -> WikiPage | None:
        """Return the live page under a key in one of the spaces in reach, None when it is not seen."""
        numbers = (
            [SHARED] if space == SHARED_NAME else [number for number, name in self.agents.items() if name == space]
        )
        rows = WikiPage.objects.filter(self.visible, space__in=numbers, path_key=path_key, standing=LIVE)
        return rows.select_related("agent").first()


def rules_of(space: int) -> list[Rule]:
    """Return what is said about a space."""
    return rules_by_space([space])[space]


def rules_by_space(spaces: Sequence[int]) -> dict[int, list[Rule]]:
    """Return what is said about each of some spaces, with one query."""
    found: dict[int, list[Rule]] = {space: [] for space in spaces}
    rows = WikiRule.objects.filter(space__in=spaces).values_list("space", "path", "visible_to", "writing")
    for space, path, visible_to, writing in rows:
        found[space].append(Rule(path, visible_to, writing))
    return found


def acting_for(actor: Actor) -> str:
    """Return the one agent somebody acts for; empty for a person, the hub, or several."""
    return next(iter(actor.agents)) if actor.kind == "agent" and actor.agents and len(actor.agents) == 1 else ""


def check_may_write(actor: Actor, space: str, path: str, rules: Sequence[Rule]) -> None:
    """Refuse a write that the roles or the rules of the wiki do not allow.

    Args:
        actor: who writes.
        space: name of the agent whose wiki it is; empty for the shared one.
        path: of the page.
        rules: of that wiki.

    Raises:
        NotFound: not this actor's agent; foreign and unknown look alike.
        Refused: the role only reads, or the rules keep this actor out.
    """
    if space != SHARED_NAME and not actor.may_touch(space):
        raise NotFound("There is no such page.")
    if actor.kind == "person" and not is_operator(actor):
        raise Refused("Your role only reads; ask a curator or an administrator.")
    mode = policy.mode_of(rules, path)
    if not policy.may_write(mode, agent=acting_for(actor), is_operator=is_operator(actor)):
        sentence = "This page is for reading only." if mode[0] == "read_only" else "Only people write this page."
        raise Refused(sentence, field="path", code="wiki_policy")


def find_page(actor: Actor, space: str, path_key: str, *, for_write: bool = False) -> WikiPage | None:
    """Return a page that is live or waits, None when this actor sees none; for a write it is locked."""
    reach = Reach(actor, space)
    rows = WikiPage.objects.filter(reach.visible, path_key=path_key).exclude(standing=ARCHIVED)
    if for_write:
        rows = rows.select_for_update(of=("self",))
    return rows.select_related("agent").first()
