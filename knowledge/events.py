"""What the memory announces to whoever looks after it.

Sent with `send` inside the transaction of the write: a receiver that fails undoes the write, so
nothing is ever held back without somebody being asked about it.
"""

from __future__ import annotations

from django.dispatch import Signal

# A write was held for review. Arguments: memory (Memory), agent (name), reason, actor, now,
# again (the same claim already waits). A receiver returns the id of the request about it.
write_held = Signal()

# Another name was held for review. Arguments: alias (EntityAlias), agent (name), reason, actor, now, again (the same
# claim already waits), findings (names of rules, places, counts). A receiver returns the id of the request about it.
alias_held = Signal()

# Rows were put in quarantine. Arguments: memories (sequence of (id, findings: names of rules, places, counts)), agent
# (name; empty when they belong to several), reason, origin (of several, what they share), group (what belongs on one
# card), actor, now. A receiver returns the id of the request about them.
quarantined = Signal()

# A revision of a page was held for review. Arguments: revision (id), page (id), agent (name; empty for the shared
# wiki), reason, origin, actor, now, again (whether the same text waits already), findings (names of rules,
# places, counts). A receiver returns the id of the request about it.
page_held = Signal()

# The hub filed a page from a conversation. Arguments: page (id), agent (name), outcome (`created` or `updated`), held
# (whether it waits for a person first), now.
page_auto_filed = Signal()

# Somebody asks a person to vouch for a page as it is now. Arguments: page (id), agent (name; empty for the shared
# wiki), origin, actor, now. A receiver returns the id of the request about it.
promotion_asked = Signal()

# A plan to forget a source waits for an administrator. Arguments: plan (id), digest (what an approval is bound to),
# agent (name), seconds (until it is over), actor, now. A receiver returns the id of the request about it.
forget_planned = Signal()

# Rows were deleted for good. Arguments: memories (ids), aliases (ids of other names), pages (ids of revisions; may be
# left out), agent (name), now. Whoever keeps something that names or tells them lets go of it.
forgotten = Signal()

# How many things name some rows that may be deleted? Arguments: memories (ids), aliases (ids of other names), pages
# (ids of revisions). A receiver returns a number; nothing is written.
naming = Signal()

# A plan to move a namespace waits for an administrator. Arguments: plan (id), digest (what an approval is bound to),
# agent (name), seconds (until it is over), actor, now. A receiver returns the id of the request about it.
migration_planned = Signal()

# Rows belong to another agent now. Arguments: memories (ids), agent (name of the one they came from), to (name), now.
# Requests about them move along.
moved = Signal()
