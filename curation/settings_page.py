"""What the settings pages show, ready for their templates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from curation import access
from knowledge.queries.agents import agents
from knowledge.queries.limits import LimitView, limits_in_force, weights_in_force

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.utils.functional import _StrPromise as LazyText

    from knowledge.services.types import Actor

# A setting whose name holds one of these words is shown as set or not set, never as it is.
SECRET_WORDS = ("SECRET", "PASSWORD", "TOKEN_PEPPER", "DATABASE_URL")

LIMITS: Mapping[str, LazyText] = {
    "content_characters": _("Longest memory, in characters"),
    "metadata_bytes": _("Largest metadata, in bytes"),
    "metadata_levels": _("Deepest metadata, in levels"),
    "tags": _("Most tags of a memory"),
    "tag_characters": _("Longest tag, in characters"),
    "batch_items": _("Most memories in one batch"),
    "fetch_ids": _("Most memories fetched at once"),
    "quota": _("Most memories of an agent without a quota of its own; 0 for no limit"),
    "held_per_day": _("Most writes an agent may have waiting for a decision, per day"),
    "access_log_days": _("Days for which the traces of recalls are kept"),
    "cached_above": _("Facts of an agent above which its graph is kept between questions"),
    "cache_megabytes": _("Most memory for kept graphs in each process, in megabytes"),
    "most_aliases": _("Most other names of an agent's entities"),
    "novelty_gate": _("Whether a copy of a semantic memory is refused"),
    "embedder": _("What turns memories into vectors"),
    "vectors.cache_megabytes": _("Most memory for vectors in each process, in megabytes"),
    "graph_embed_seed": _("Whether a question also starts at entities with similar names"),
    "url": _("Address of the server for vectors"),
    "model": _("Model that this server uses"),
    "key_variable": _("Environment variable that holds the key for this server"),
    "allow_internal": _("Whether this server may be in an internal network"),
    "timeout_seconds": _("Longest wait for this server, in seconds"),
    "query_prefix": _("What this model wants in front of a question"),
    "passage_prefix": _("What this model wants in front of a text"),
    "floor_percent": _("Similarity in percent below which this model's texts have nothing in common"),
    "profile": _("How recall weighs its signals where a question does not say"),
    "quarantine_seconds": _("Seconds that something in quarantine waits for a decision"),
    "conflict_seconds": _("Seconds that a conflicting write waits for a decision"),
    "promotion_seconds": _("Seconds that a promotion in the wiki waits for a decision"),
    "migration_seconds": _("Seconds that moving a namespace waits for a decision"),
    "forgetting_seconds": _("Seconds that a plan to forget a source waits for a decision"),
    "review_seconds": _("Seconds that another name or a wiki write waits for a decision"),
    "undo_seconds": _("Seconds within which a decision can be taken back"),
    "webhooks.allow_internal": _("Whether webhooks may go to an internal network"),
    "webhooks.timeout_seconds": _("Longest wait for the target of a webhook, in seconds"),
    "attempts": _("Tries after which an event for a webhook is given up"),
    "kept_days": _("Days for which events that were sent are kept"),
    "endpoint": _("Address of the server whose model reads conversations; empty for the built-in rules"),
    "echo_minutes": _("Minutes for which what was recalled is not learned again word for word; 0 for never"),
    "turns": _("Most turns of a conversation read at once"),
    "turn_characters": _("Longest turn of a conversation, in characters"),
    "minimum": _("Mistakes of one kind that make a rule"),
    "strict": _("Whether a rule also takes evidence from two conversations"),
    "most_unresolved": _("Most unresolved mistakes of an agent"),
    "resolved_days": _("Days for which resolved mistakes are kept"),
    "text_characters": _("Longest text of a mistake, in characters"),
    "archive_days": _("Days for which the archive keeps a memory"),
    "filed_per_day": _("Most new pages filed from an agent's conversations in a day"),
    "changes_per_hour": _("Changes of a filed page within an hour of which the last waits for a person"),
    "stale_days": _("Days without a change after which a page wants attention"),
    "drafts": _("Most pages one person may have typed and not saved"),
}

SOURCES: Mapping[str, LazyText] = {
    "default": _("built in"),
    "hub.toml": _("set in hub.toml"),
    "environment": _("set in the environment"),
}

PEOPLE_COLUMNS = [{"label": label} for label in (_("Name"), _("Role"), _("Agents"), _("Last sign-in"))]
AGENT_COLUMNS = [
    {"label": _("Agent")},
    {"label": _("True now"), "kind": "num"},
    {"label": _("All rows"), "kind": "num"},
    {"label": _("Quota"), "kind": "num"},
    {"label": _("Several values")},
    {"label": _("Since")},
]
_LIMIT_COLUMNS = [
    {"label": _("Limit")},
    {"label": _("Value"), "kind": "num"},
    {"label": _("Source")},
    {"label": _("Allowed"), "kind": "num"},
]
_SHELL_COLUMNS = [{"label": _("Setting")}, {"label": _("Value")}, {"label": _("Source")}]


@dataclass(frozen=True, slots=True)
class Tab:
    """One page of the settings."""

    label: LazyText
    href: str
    active: bool


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting of the shell; a secret one only says whether there is a value."""

    name: str
    value: str
    source: LazyText | str


@dataclass(frozen=True, slots=True)
class LimitRow:
    """One setting of the memory, as it is shown."""

    label: LazyText | str
    one: LimitView
    value: str
    allowed: str

    @property
    def source(self) -> LazyText:
        """Where the value comes from."""
        return SOURCES[self.one.source]


# Tokens are the shell's own pages; a name that does not resolve is not shown.
_TABS: tuple[tuple[str, LazyText, bool], ...] = (
    ("curation:settings", _("Your account"), False),
    ("curation:people", _("People"), True),
    ("tokens", _("Tokens"), True),
    ("curation:agents", _("Agents"), True),
    ("curation:policies", _("Life times"), True),
    ("curation:webhooks", _("Webhooks"), True),
    ("curation:limits", _("Limits and weights"), True),
)


def tabs(actor: Actor, path: str) -> list[Tab]:
    """Return the pages of the settings that this person may open; the longest address that fits is the active one."""
    found: list[tuple[LazyText, str]] = []
    for name, label, admin_only in _TABS:
        if admin_only and not access.may_administer(actor):
            continue
        try:
            found.append((label, reverse(name)))
        except NoReverseMatch:
            continue
    here = max((href for _label, href in found if path.startswith(href)), key=len, default="")
    return [Tab(label, href, href == here) for label, href in found]


def limits_context() -> dict[str, Any]:
    """Return limits, weights and the settings of the shell, each with its source."""
    limits, warnings = limits_in_force()
    return {
        "limits": [_limit_row(one) for one in limits],
        "limit_columns": _LIMIT_COLUMNS,
        "kept_days": next(one.value for one in limits if one.name == "access_log_days"),
        "kept_example": "[memory]\naccess_log_days = 30",
        "weights": weights_in_force(),
        "shell": _shell_settings(),
        "shell_columns": _SHELL_COLUMNS,
        "warnings": [*dict.fromkeys([*settings.CONFIG_WARNINGS, *warnings])],
    }


def _limit_row(one: LimitView) -> LimitRow:
    label = LIMITS.get(f"{one.table}.{one.name}", LIMITS.get(one.name, one.name))
    if isinstance(one.value, bool):
        return LimitRow(label, one, str(_("yes") if one.value else _("no")), str(_("yes or no")))
    if isinstance(one.value, int):
        return LimitRow(label, one, _grouped(one.value), f"{_grouped(one.low)}–{_grouped(one.high)}")
    return LimitRow(label, one, one.value or "–", ", ".join(one.words) or str(_("one line of text")))


def _grouped(number: int | None) -> str:
    return f"{number or 0:,}".replace(",", "\u202f")


def agents_context(actor: Actor, chosen: str) -> dict[str, Any]:
    """Return the agents with their sizes, and the chosen one.

    Raises:
        NotFound: there is no such agent.
    """
    found = agents(actor.agents)
    if chosen:
        access.check_agent(actor, chosen)
    one = next((one for one in found if one.name == chosen), None)
    return {"all": found, "one": one, "columns": AGENT_COLUMNS}


def _shell_settings() -> Sequence[SettingRow]:
    rows = []
    for name, (value, origin) in sorted(settings.CONFIG_KNOWN.items()):
        if any(word in name for word in SECRET_WORDS):
            shown = str(_("set")) if value else "–"
        elif isinstance(value, list | tuple):
            shown = ", ".join(map(str, value))
        else:
            shown = str(value)
        rows.append(SettingRow(name, shown or "–", SOURCES.get(origin, origin)))
    return rows
