"""What jobs say they did, in the viewer's language.

A job says one sentence of counts in English, which is kept with its run; commands and logs show it as it is. Pages
find the sentence by its shape and say it again with the same numbers.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

REPORTS: Final = (
    _("%(count)s memories would be closed at the end of their life time"),
    _("%(count)s memory closed at the end of life"),
    _("%(count)s memories closed at the end of life"),
    _("%(count)s brought to a changed life time"),
    _("%(count)s back, closed by a clock that had gone ahead"),
    _("%(count)s memories would go to the archive, %(over)s that were there for %(days)s days would be deleted"),
    _("%(count)s memories moved to the archive, %(over)s deleted after %(days)s days there"),
    _("%(count)s old versions would be deleted"),
    _("%(count)s old versions deleted"),
    _("%(count)s recalls older than %(days)s days would be deleted"),
    _("%(count)s recalls older than %(days)s days deleted"),
    _("%(count)s of %(all)s memories wait for a vector"),
    _("%(count)s vectors made, %(gone)s removed"),
    _("there are more to make"),
    _("%(count)s old sightings would be deleted"),
    _("%(count)s old sightings deleted"),
    _("%(count)s agents have enough mistakes of one kind for a rule"),
    _("%(count)s rule made or confirmed"),
    _("%(count)s rules made or confirmed"),
    _("%(count)s could not be stored"),
    _("%(count)s mistakes resolved over %(days)s days ago would be deleted"),
    _("%(count)s mistakes resolved over %(days)s days ago deleted"),
    _("%(count)s plans wait for steps"),
    _("%(count)s plans looked after, %(left)s steps are left, %(over)s plans over"),
    _("%(count)s requests would be closed"),
    _("%(count)s requests closed, %(reminded)s reminders"),
    _("%(count)s events arrived, %(failed)s to be tried again, %(lost)s given up"),
    _("%(count)s events older than %(days)s days deleted"),
    _("%(count)s links and %(tries)s counts removed"),
    _("%(count)s blocks"),
    _("not needed: what is deleted is overwritten in place, and the file is over %(most)s MB"),
    _("The store is in use; it is tried again."),
    _("This cannot be done inside a transaction; it is tried again."),
    _("alive"),
    _("Its process ended before it was done; the next run goes on."),
    _("This job is running already; wait until it is done."),
    _("It ended with an error; the log says more. (%(error)s)"),
)
"""Every sentence, or part of one between semicolons, that a run may end with."""
_BETWEEN: Final = "; "
_COUNTED: Final = "agent|block|count|event|link|mistake|plan|recall|reminder|request|rule|sighting|step|vector|version"
_ONE: Final = re.compile(rf"\b(1(?: old)?) ({_COUNTED})s\b")
_ONE_MORE: Final = {
    "1 memories": "1 memory",
    "1 that were": "1 that was",
    "1 agent have": "1 agent has",
    "1 plan wait ": "1 plan waits ",
}
_PLACE: Final = re.compile(r"%\\\((\w+)\\\)s|%\((\w+)\)s")


@cache
def _shapes() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(_PLACE.sub(_group, re.escape(one))), one) for one in REPORTS)


def _group(found: re.Match[str]) -> str:
    return f"(?P<{found[1] or found[2]}>[0-9,]+|[A-Za-z]+)"


def in_words(report: str) -> str:
    """Return what a job said in the language of the page; what nobody knows how to say stays as it is."""
    whole = _said(report)
    said = whole or gettext(_BETWEEN).join(_said(part) or gettext(part) for part in report.split(_BETWEEN))
    return _one(said) if (get_language() or "en").startswith("en") else said


def _one(text: str) -> str:
    """Put what is there once into the singular, in English: the sentences of jobs count without looking."""
    said = _ONE.sub(r"\1 \2", text)
    for many, one in _ONE_MORE.items():
        said = re.sub(rf"\b{many}", one, said)
    return said


def _said(text: str) -> str | None:
    for shape, report in _shapes():
        found = shape.fullmatch(text)
        if found is not None:
            return gettext(report) % found.groupdict() if found.groupdict() else gettext(report)
    return None
