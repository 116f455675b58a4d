"""Plain words for mistakes and what becomes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from curation.words import Word

if TYPE_CHECKING:
    from collections.abc import Mapping

CATEGORIES: Mapping[str, Word] = {
    "safety": Word(_("Safety"), "shield-alert", "red", _("It did something it should never do.")),
    "hallucination": Word(_("Made up"), "eye-off", "amber", _("It said something that nothing supports.")),
    "factual": Word(_("Wrong fact"), "circle-x", "amber", _("It said something that is not so.")),
    "capability": Word(_("Could not do it"), "wrench", "", _("It tried something and failed.")),
    "behavioral": Word(_("Behaviour"), "user", "", _("It did it in a way that was not wanted.")),
}

SEVERITIES: Mapping[str, Word] = {
    "critical": Word(_("Critical"), "triangle-alert", "red", _("It must not happen again.")),
    "significant": Word(_("Significant"), "", "", _("It matters, and nothing broke.")),
}

RULES: Mapping[str, Word] = {
    "stored": Word(_("A rule was made."), "lightbulb", "pine"),
    "reaffirmed": Word(_("The rule was there already and is confirmed."), "lightbulb", "pine"),
    "quarantined": Word(_("A rule was made and waits for a decision in the queue."), "shield-alert", "violet"),
}
"""What became of the mistakes of one kind."""

VOCABULARIES: Mapping[str, Mapping[str, Word]] = {"category": CATEGORIES, "severity": SEVERITIES, "rule": RULES}
