"""What the frame and the lists of every page need, ready for templates: navigation, shortcuts, chips, tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.db import DatabaseError
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from curation.preferences import Preferences, read_preferences
from curation.queries.people import ADMIN, CURATOR
from curation.queries.waiting import count_pending
from curation.wording import VOCABULARIES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.http import HttpRequest, QueryDict
    from django.utils.functional import _StrPromise as LazyText

    from knowledge.services.types import Actor

PAGING_KEYS = ("cursor", "after", "before")


@dataclass(frozen=True, slots=True)
class Room:
    """One place in the navigation.

    Attributes:
        name: address by name, as `reverse` takes it.
        label: what people read.
        icon: symbol of the sprite.
        key: second key of the shortcut `g …`; several letters are alternatives.
        group: `work` above the line, `hub` below it.
        admin_only: shown to administrators only.
        for_everybody: shown also to people who have no role yet.
        counted: about what waits for a decision: its number stands beside it, and whoever only reads does not see it.
        curators_only: whoever only reads does not see it.
    """

    name: str
    label: LazyText
    icon: str
    key: str
    group: str = "work"
    admin_only: bool = False
    for_everybody: bool = False
    counted: bool = False
    curators_only: bool = False


# A new page adds one line here; a line whose address does not exist yet is not shown.
ROOMS: tuple[Room, ...] = (
    Room("curation:overview", _("Overview"), "layout-dashboard", "o"),
    Room("curation:queue", _("Queue"), "inbox", "q", counted=True),
    Room("curation:memories", _("Memories"), "notebook-tabs", "m"),
    Room("curation:facts", _("Facts"), "chart-gantt", "fh"),
    Room("curation:graph", _("Graph"), "waypoints", "g"),
    Room("curation:sources", _("Sources"), "route", "r", curators_only=True),
    Room("curation:lessons", _("Lessons"), "lightbulb", "l"),
    Room("curation:wiki", _("Wiki"), "book-open", "w"),
    Room("curation:audit", _("Audit"), "scroll-text", "a", group="hub"),
    Room("curation:jobs", _("Jobs"), "timer", "j", group="hub", admin_only=True),
    Room("curation:settings", _("Settings"), "settings-2", "s", group="hub", for_everybody=True),
    Room("admin:index", _("Admin"), "wrench", "d", group="hub", admin_only=True),
)


@dataclass(frozen=True, slots=True)
class Shortcut:
    """One line of the shortcut table.

    Attributes:
        keys: alternatives; two keys in a row are written with a space (`g q`).
        label: what it does.
        group: heading in the dialog.
        action: what `static/js/shortcuts.js` does: `focus`, `go`, `move`, `open`, `select`, `press`, `help`, `close`;
            `walk` is left to the page.
        value: selector, address, step or key the action works with.
    """

    keys: tuple[str, ...]
    label: LazyText
    group: LazyText
    action: str
    value: str = ""


_EVERYWHERE = _("Everywhere")
_LISTS = _("In lists")
_QUEUE = _("In the queue")
_FACTS = _("On a fact")
_GRAPH = _("In the picture of the graph")
_WIKI = _("In the wiki")

SHORTCUTS: tuple[Shortcut, ...] = (
    Shortcut(("/",), _("Search"), _EVERYWHERE, "focus", "[data-search]"),
    Shortcut(("?",), _("Show the shortcuts"), _EVERYWHERE, "help", "#shortcuts"),
    Shortcut(("Escape",), _("Close what is open"), _EVERYWHERE, "close"),
    Shortcut(("j",), _("Next"), _LISTS, "move", "1"),
    Shortcut(("k",), _("Previous"), _LISTS, "move", "-1"),
    Shortcut(("Enter", "o"), _("Open"), _LISTS, "open"),
    Shortcut(("x",), _("Select"), _LISTS, "select"),
    Shortcut(("n",), _("Older page"), _LISTS, "press", "n"),
    Shortcut(("p",), _("Newer page"), _LISTS, "press", "p"),
    Shortcut(("u",), _("Undo"), _LISTS, "press", "u"),
    Shortcut(("a",), _("Approve"), _QUEUE, "press", "a"),
    Shortcut(("r",), _("Reject, with a reason"), _QUEUE, "press", "r"),
    # Each is the key of its button; the field for a reason hears them too while it is empty.
    Shortcut(("1", "2", "3", "4", "5"), _("A common reason"), _QUEUE, "walk"),
    Shortcut(("[",), _("Earlier version"), _FACTS, "press", "["),
    Shortcut(("]",), _("Later version"), _FACTS, "press", "]"),
    Shortcut(("c",), _("New page"), _WIKI, "press", "c"),
    Shortcut(("e",), _("Edit"), _WIKI, "press", "e"),
    Shortcut(("h",), _("History"), _WIKI, "press", "h"),
    # The editor hears these itself, in its fields too.
    Shortcut(("Ctrl+S", "Ctrl+Enter"), _("Save"), _WIKI, "walk"),
    # The picture hears these itself while it has the focus; its panel names all its keys.
    Shortcut(("ArrowLeft", "ArrowUp", "ArrowDown", "ArrowRight"), _("Along a link"), _GRAPH, "walk"),
    Shortcut(("+", "-", "0"), _("Larger, smaller, all"), _GRAPH, "walk"),
)


@dataclass(frozen=True, slots=True)
class NavLink:
    """A room the viewer can go to now."""

    label: LazyText
    icon: str
    href: str
    active: bool
    group: str
    key: str
    counts: bool = False
    count: int = 0


@dataclass(frozen=True, slots=True)
class Shell:
    """Everything the page frame shows: links, shortcuts and the viewer's preferences."""

    work: tuple[NavLink, ...]
    hub: tuple[NavLink, ...]
    preferences: Preferences
    groups: tuple[tuple[str, tuple[Shortcut, ...]], ...]
    keymap: tuple[dict[str, Any], ...]


def nav_links(
    *, path: str, is_admin: bool, has_role: bool = True, may_decide: bool = True, waiting: int = 0
) -> tuple[NavLink, ...]:
    """Return the rooms that exist and that this viewer may enter; the one holding `path` is active.

    `waiting` is the number of requests that wait for a decision.
    """
    links: list[NavLink] = []
    for room in ROOMS:
        if (room.admin_only and not is_admin) or ((room.counted or room.curators_only) and not may_decide):
            continue
        if not (has_role or room.for_everybody):
            continue
        try:
            href = reverse(room.name)
        except NoReverseMatch:
            continue
        active = path == href or (href != "/" and path.startswith(href))
        count = waiting if room.counted else 0
        links.append(NavLink(room.label, room.icon, href, active, room.group, room.key, room.counted, count))
    return tuple(links)


def shortcut_table(links: Sequence[NavLink]) -> tuple[Shortcut, ...]:
    """Return the fixed shortcuts plus one `g …` for every room shown."""
    going = _("Go to")
    rooms = tuple(
        Shortcut(tuple(f"g {letter}" for letter in link.key), link.label, going, "go", link.href) for link in links
    )
    return SHORTCUTS + rooms


def shell(request: HttpRequest | None) -> Shell:
    """Put the page frame together for one request."""
    user = getattr(request, "user", None)
    is_admin = bool(user and user.is_authenticated and (user.is_superuser or user.is_staff))
    # Whoever judges the request's person leaves the result on it; the frame asks for one number only.
    actor = getattr(request, "_hub_actor", None)
    has_role = actor is None or bool(actor.roles)
    path = request.path if request else ""
    may_decide = actor is None or bool(actor.roles & {ADMIN, CURATOR})
    waiting = _waiting(actor, getattr(request, "_hub_waiting", None)) if may_decide else 0
    links = nav_links(path=path, is_admin=is_admin, has_role=has_role, may_decide=may_decide, waiting=waiting)
    table = shortcut_table(links)
    groups: dict[str, list[Shortcut]] = {}
    for line in table:
        groups.setdefault(str(line.group), []).append(line)
    return Shell(
        work=tuple(link for link in links if link.group == "work"),
        hub=tuple(link for link in links if link.group == "hub"),
        preferences=read_preferences(request),
        groups=tuple((name, tuple(lines)) for name, lines in groups.items()),
        keymap=tuple({"keys": list(s.keys), "action": s.action, "value": s.value} for s in table if s.action != "walk"),
    )


def _waiting(actor: Actor | None, known: int | None) -> int:
    """Return how many requests wait that this person sees; none when it cannot be read: the frame never fails.

    `known` is the number where the page has read it anyway.
    """
    if known is not None:
        return known
    if actor is None or not actor.roles:
        return 0
    try:
        return count_pending(agents=actor.agents)
    except DatabaseError:
        return 0


@dataclass(frozen=True, slots=True)
class Chip:
    """One active filter: what it is, its value, and the address without it."""

    key: str
    label: LazyText | str
    value: str
    href: str


def query_string(params: QueryDict, **changes: object) -> str:
    """Return `?…` with some keys replaced; None or an empty string removes a key, paging always starts over."""
    kept = {key: values for key, values in params.lists() if key not in PAGING_KEYS and key not in changes}
    pairs = [(key, value) for key, values in kept.items() for value in values if value != ""]
    for key, value in changes.items():
        many = value if isinstance(value, list | tuple) else (value,)
        pairs += [(key, str(one)) for one in many if one not in {None, ""}]
    return "?" + urlencode(pairs)


def paged(params: QueryDict, **place: object) -> str:
    """Return `?…` of another page of the same list: `query_string` takes the place in a list away, this one sets it."""
    start = query_string(params)
    return f"{start}{'&' if len(start) > 1 else ''}{urlencode(place)}"


def chips(
    params: QueryDict, labels: Mapping[str, LazyText | str], shown: Mapping[str, Mapping[str, Any]]
) -> list[Chip]:
    """Return a chip for each value of each named filter in the address.

    Args:
        params: the query of the request.
        labels: filter key to its name, in the order of display; keys not named give no chip.
        shown: filter key to a table of value to plain word, where the value itself is not for reading.
    """
    found: list[Chip] = []
    for key, label in labels.items():
        values = [value for value in params.getlist(key) if value != ""]
        for index, value in enumerate(values):
            rest = values[:index] + values[index + 1 :]
            word = shown.get(key, {}).get(value, value)
            found.append(Chip(key, label, str(getattr(word, "label", word)), query_string(params, **{key: rest})))
    return found


def form_chips(params: QueryDict, labels: Mapping[str, LazyText | str]) -> list[Chip]:
    """Return chips whose values are read through the vocabularies named like the filters (`state`, `layer`, …)."""
    return chips(params, labels, {key: VOCABULARIES[key] for key in labels if key in VOCABULARIES})
