"""What one viewer chose for this browser: theme, keyboard shortcuts, time zone. Kept in cookies, no account needed."""

from __future__ import annotations

import zoneinfo
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest

THEME_COOKIE = "hub-theme"
KEYS_COOKIE = "hub-keys"
ZONE_COOKIE = "hub-zone"
COOKIE_AGE = 400 * 24 * 3600
THEMES = ("system", "light", "dark")
SWITCH = ("on", "off")


@dataclass(frozen=True, slots=True)
class Preferences:
    """Choices of the viewer.

    Attributes:
        theme: `system`, `light` or `dark`.
        shortcuts: whether single keys act.
        zone: IANA name of the viewer's time zone; empty for the hub's own.
    """

    theme: str = "system"
    shortcuts: bool = True
    zone: str = ""


@lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """Return every time zone name this machine knows."""
    return frozenset(zoneinfo.available_timezones())


def read_preferences(request: HttpRequest | None) -> Preferences:
    """Read the viewer's choices; anything unknown falls back to the default."""
    if request is None:
        return Preferences()
    theme = request.COOKIES.get(THEME_COOKIE, "system")
    zone = request.COOKIES.get(ZONE_COOKIE, "").strip('"')
    return Preferences(
        theme=theme if theme in THEMES else "system",
        shortcuts=request.COOKIES.get(KEYS_COOKIE, "on") != "off",
        zone=zone if zone in zone_names() else "",
    )


def chosen_cookies(sent: Mapping[str, str]) -> dict[str, str]:
    """Return the cookies to set for the known choices in a sent form; unknown keys and values are ignored."""
    allowed: dict[str, tuple[str, object]] = {
        "theme": (THEME_COOKIE, THEMES),
        "shortcuts": (KEYS_COOKIE, SWITCH),
        "zone": (ZONE_COOKIE, zone_names()),
        "language": (settings.LANGUAGE_COOKIE_NAME, dict(settings.LANGUAGES)),
    }
    found: dict[str, str] = {}
    for key, (cookie, values) in allowed.items():
        value = sent.get(key, "")
        if value and value in values:  # type: ignore[operator]
            found[cookie] = value
    return found
