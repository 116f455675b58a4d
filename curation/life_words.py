"""Plain words for how long memories live, and for what runs by the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from curation.words import Word

if TYPE_CHECKING:
    from collections.abc import Mapping

ACTIONS: Mapping[str, Word] = {
    "job.asked": Word(_("Started a job"), "clock", "", _("The worker runs it as soon as it can.")),
    "policy.created": Word(_("Made a life time"), "hourglass", "blue", _("A kind of memory has a rule of its own.")),
    "policy.changed": Word(
        _("Changed a life time"), "hourglass", "blue", _("Memories of this kind live by other numbers.")
    ),
    "policy.removed": Word(_("Removed a life time"), "trash-2", "amber", _("No memory lived by it any more.")),
    "agent.held": Word(_("Put an agent under legal hold"), "lock", "amber", _("No job deletes anything of its own.")),
    "agent.unheld": Word(_("Ended a legal hold"), "lock", "blue", _("Jobs delete by the rules again.")),
    "memory.expired_by_time": Word(_("Expired"), "hourglass", "", _("The life time of memories ran out.")),
    "memory.back_in_time": Word(
        _("Not over yet"), "undo-2", "blue", _("A clock that had gone ahead had closed them too early.")
    ),
    "session.closed": Word(
        _("Closed a conversation"), "message-square", "", _("What belonged to it alone is told to nobody any more.")
    ),
    "memory.faded": Word(_("Archived"), "archive", "", _("Nobody recalled them for long; they can be restored.")),
    "memory.cleared": Word(
        _("Deleted for good"), "trash-2", "amber", _("They were in the archive for as long as they are kept.")
    ),
    "memory.versions_cleared": Word(
        _("Deleted old versions"), "trash-2", "amber", _("More of them were there than the life time keeps.")
    ),
}

COSTS: Mapping[str, Word] = {
    "low": Word(_("little"), "", "grey"),
    "medium": Word(_("something"), "", "amber"),
    "high": Word(_("much"), "", "red"),
}

CONFLICTS: Mapping[str, Word] = {
    "review": Word(_("waits for a person"), "", "amber", _("Somebody decides which of the two is right.")),
    "accept": Word(_("counts"), "", "pine", _("It takes the place of what was more certain.")),
    "reject": Word(_("is turned away"), "", "red", _("The writer is told so; nothing is kept.")),
}

VOCABULARIES: Mapping[str, Mapping[str, Word]] = {"cost": COSTS, "on_conflict": CONFLICTS}
