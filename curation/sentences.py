"""Sentences that services say when they refuse, listed for translators: pages show them in the viewer's language.

The services know no languages; a page looks a sentence up as it is. A sentence with a number or a name in it cannot be
looked up and stays in English.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

SENTENCES = (
    _("A name has letters, digits and @ . + - _ only."),
    _("A name is not another name of itself."),
    _("A stronger statement stands in its place now; it stays in the archive."),
    _("An agent's name has 1 to 200 characters."),
    _("An agent's name holds no control or invisible characters."),
    _("Ask another administrator to change your own account."),
    _("Both names need a visible character."),
    _("Nothing is known about this."),
    _("Nothing is known under this name."),
    _("Only an administrator may do this."),
    _("Only people decide about what waits for a person."),
    _("Send at least one of tags, importance and metadata."),
    _("That these names mean the same is known by now; reject this one."),
    _("The agent's storage quota is used up; raise it or forget memories first."),
    _("The current password is not right."),
    _("The disk is full; free some space and try again. Nothing was written."),
    _("The store is busy; try again in a few seconds. Nothing was written."),
    _("The two entities have changed since you looked; look again, then merge."),
    _("The two names already stand for the same, the other way round; remove that first."),
    _("There is already an account with this name; choose another one."),
    _("There is no such agent."),
    _("There is no such fact."),
    _("There is no such memory."),
    _("There is no such name."),
    _("There is no such person."),
    _("There is no such person; make the account first."),
    _("There is no such token; `token list` shows them all."),
    _("There is no such version of this fact."),
    _("These names stand for the same entity already."),
    _("This address names no page of the list; start from its beginning."),
    _("This check is too old to go on with; start it again."),
    _("This credential may not write for that agent."),
    _("This fact is trusted more than your credential; a person has to forget it."),
    _("This is the only administrator; make another one first."),
    _("This memory is not in the archive."),
    _("This name already stands for another one; remove that first."),
    _("This name was added by somebody trusted more than your credential; a person has to remove it."),
    _("This person is shut out; let them in again first."),
    _("What a person writes has the origin operator; leave origin out."),
    _("Write the agent's name in plain form, for example alice or external/tool."),
    _("Your account has no role yet; ask an administrator for one."),
    _("Your role only reads; ask a curator or an administrator."),
    _("cursor is not one this hub gave out; start from the first page."),
    _("until must be later than since."),
    _("valid_until must be later than valid_from."),
)
