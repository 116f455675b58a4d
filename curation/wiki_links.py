"""Addresses of the wiki: which wiki, which page, and what may be done there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from curation import access
from knowledge.engine.wiki.markdown import ANCHOR
from knowledge.engine.wiki.paths import ENDING, folder_of, slug_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from knowledge.queries.wiki_views import LinkView
    from knowledge.services.types import Actor

SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Scope:
    """Which wiki an address is about.

    Attributes:
        space: name of an agent, empty for the shared wiki; None for all the person may see.
    """

    space: str | None

    @property
    def params(self) -> dict[str, str]:
        """What stands in the address for it."""
        if self.space is None:
            return {}
        return {"agent": self.space} if self.space else {"scope": SHARED}

    @property
    def name(self) -> str:
        """What people call it."""
        if self.space is None:
            return _("All wikis")
        return self.space or _("Shared wiki")

    def to(self, name: str = "wiki", **params: object) -> str:
        """Return the address of one of the wiki's pages about this wiki."""
        said = {key: str(value) for key, value in {**self.params, **params}.items() if value not in {None, ""}}
        address = reverse(f"curation:{name}")
        return f"{address}?{urlencode(said)}" if said else address


def space_of(params: Mapping[str, str], actor: Actor) -> str:
    """Read whose wiki an address of one page is about: the name of an agent, empty for the shared one.

    Whether the agent is this person's is asked with the page, so that foreign and unknown look alike.

    Raises:
        Refused: the person has no role.
    """
    access.check_may_look(actor)
    return params.get("agent", "")


def page_href(space: str, path: str, name: str = "wiki-page", *, anchor: str = "", **params: object) -> str:
    """Return the address of a page, or of what is done with it (`wiki-edit`, `wiki-history` …)."""
    said = {"agent": space, **params}
    query = urlencode({key: str(value) for key, value in said.items() if value not in {None, ""}})
    address = reverse(f"curation:{name}", args=[path])
    mark = f"#{ANCHOR}{quote(slug_of(anchor))}" if anchor else ""
    return f"{address}?{query}{mark}" if query else address + mark


def link_href(link: LinkView, *, source: str, space: str, curator: bool) -> str:
    """Return where a link of a page leads: to the page, or to where it can be written; empty for nowhere."""
    if link.path is not None:
        return page_href(link.space, link.path, anchor=link.anchor)
    if not curator:
        return ""
    return Scope(space).to("wiki-new", path=wanted_path(link.target, source))


def wanted_path(target: str, source: str) -> str:
    """Return the path of the page that a link asks for in vain, beside the page it stands on."""
    name = target.strip().lstrip("./") or _("untitled")
    name = name if name.lower().endswith(ENDING) else f"{name}{ENDING}"
    return name if "/" in name else f"{folder_of(source)}{name}"


def crumbs_of(space: str, path: str) -> list[tuple[str, str]]:
    """Return the way to a page: its wiki, then each of its folders, as (name, address)."""
    scope = Scope(space)
    found = [(scope.name, scope.to())]
    so_far = ""
    for part in folder_of(path).split("/")[:-1]:
        so_far = f"{so_far}{part}/"
        found.append((part, scope.to(folder=so_far)))
    return found
