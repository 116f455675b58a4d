"""Plain words for what runs by the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from curation.words import Word

if TYPE_CHECKING:
    from collections.abc import Mapping

STATES: Mapping[str, Word] = {
    "waiting": Word(_("Waits for the worker"), "hourglass", "blue", _("The worker begins it as soon as it can.")),
    "running": Word(_("Running"), "refresh-cw", "blue", _("It is under way.")),
    "done": Word(_("Done"), "circle-check", "pine", _("It came to its end.")),
    "failed": Word(_("Failed"), "octagon-alert", "red", _("It ended with an error; the next run tries again.")),
    "stopped": Word(_("Stopped early"), "triangle-alert", "amber", _("Its process ended; the next run goes on.")),
}

JOBS: Mapping[str, Word] = {
    "beat": Word(_("Sign of life"), hint=_("The worker says that it is there.")),
    "tidy": Word(_("Clear sessions and old sign-in attempts"), hint=_("What nobody can use any more goes.")),
    "expire_memories": Word(
        _("Close memories whose life time is over"), hint=_("No agent gets them anyway; this writes it down.")
    ),
    "archive_faded": Word(
        _("Move faded memories to the archive"),
        hint=_("Old, unimportant and not recalled for long: they can be restored until they are deleted for good."),
    ),
    "clear_versions": Word(
        _("Clear old versions"), hint=_("Versions of facts beyond those that a life time keeps are deleted.")
    ),
    "trim_access_log": Word(
        _("Clear old traces of recalls"), hint=_("Who recalled what is kept for a limited time only.")
    ),
    "trim_sightings": Word(_("Clear old counts of the guard"), hint=_("Counts that no window reaches any more go.")),
    "fill_vectors": Word(_("Make missing vectors"), hint=_("What was learned becomes findable by its meaning.")),
    "finish_forgetting": Word(
        _("Finish what was forgotten"), hint=_("Files and indexes hold no byte of it once this is done.")
    ),
    "consolidate_mistakes": Word(
        _("Make rules of repeated mistakes"), hint=_("Mistakes of one kind that came again become a rule.")
    ),
    "trim_mistakes": Word(_("Clear resolved mistakes"), hint=_("They are kept for a limited time only.")),
    "sweep_approvals": Word(
        _("Close requests whose time is over"), hint=_("No answer by the deadline counts as a rejection.")
    ),
    "send_webhooks": Word(_("Send events to other systems"), hint=_("What does not arrive is tried again.")),
    "trim_outbox": Word(_("Clear old events"), hint=_("Events that arrived, or were given up, go after a while.")),
}
"""Names of jobs; a job that is not here is shown by the title it has."""

VOCABULARIES: Mapping[str, Mapping[str, Word]] = {"job": JOBS, "run": STATES}
