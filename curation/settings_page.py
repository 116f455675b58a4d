"""What the settings pages show, ready for their templates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from curation import access
from curation.limit_words import HUB, LIMITS, TABLES
from curation.templatetags.hub import duration
from curation.words import Word
from knowledge.command_lines import command_line
from knowledge.queries.agents import agents
from knowledge.queries.limits import LimitView, limits_in_force, weights_in_force

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.utils.functional import _StrPromise as LazyText

    from knowledge.services.types import Actor

# A setting whose name holds one of these words is shown as set or not set, never as it is.
SECRET_WORDS = ("SECRET", "PASSWORD", "TOKEN_PEPPER", "DATABASE_URL")

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
_DURATIONS = ("_seconds", "_secs")


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
    word: Word
    value: str
    source: LazyText | str


@dataclass(frozen=True, slots=True)
class LimitRow:
    """One setting of the memory, as it is shown; `means` says a number of seconds in larger units."""

    word: Word
    one: LimitView
    value: str
    allowed: str
    means: str = ""

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
    database = settings.DATABASES["default"]
    return {
        "tables": [(word, [_limit_row(one) for one in limits if one.table == table]) for table, word in TABLES.items()],
        "limit_columns": _LIMIT_COLUMNS,
        "kept_days": next(one.value for one in limits if one.name == "access_log_days"),
        "kept_example": "[memory]\naccess_log_days = 30",
        "weights": weights_in_force(),
        "data_folder": str(settings.MEMORYHUB_DATA),
        "database_file": database["NAME"] if database["ENGINE"].endswith("sqlite3") else "",
        "example_command": command_line("check_hub --settings"),
        "shell": _shell_settings(),
        "shell_columns": _SHELL_COLUMNS,
        "warnings": [*dict.fromkeys([*settings.CONFIG_WARNINGS, *warnings])],
    }


def _limit_row(one: LimitView) -> LimitRow:
    word = LIMITS.get(one.table, {}).get(one.name, Word(one.name))
    if isinstance(one.value, bool):
        return LimitRow(word, one, _yes_or_no(one.value), str(_("yes or no")))
    if isinstance(one.value, int):
        means = duration(one.value) if one.name.endswith(_DURATIONS) and one.value >= 60 else ""
        return LimitRow(word, one, _grouped(one.value), f"{_grouped(one.low)}–{_grouped(one.high)}", means)
    return LimitRow(word, one, one.value or "–", ", ".join(one.words) or str(_("one line of text")))


def _yes_or_no(value: bool) -> str:  # noqa: FBT001 - it says what the value is
    return pgettext("setting", "yes") if value else pgettext("setting", "no")


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
        elif isinstance(value, bool):
            shown = _yes_or_no(value)
        else:
            shown = str(value)
        word = HUB.get(name.removeprefix("MEMORYHUB_"), Word(name))
        rows.append(SettingRow(name, word, shown or "–", SOURCES.get(origin, origin)))
    return rows
