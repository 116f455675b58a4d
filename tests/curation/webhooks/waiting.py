"""One of each kind of thing that begins to wait for a person, made through the services."""

from __future__ import annotations

from curation.models import ApprovalRequest
from knowledge.services import aliases, wiki_trust
from knowledge.services.moving import plan_migration
from tests.curation.deciding import conflict
from tests.knowledge.forget_helpers import ADMIN, learn, plan
from tests.knowledge.helpers import NOW, fact, writer
from tests.wiki.pages import NOW as LATER
from tests.wiki.pages import agent, write
from tests.wiki.test_filing import procedure, tell


def let_everything_wait() -> dict[str, str]:
    """Return the kind of event that each request is told by, and the id of the request."""
    fact("A", now=NOW)
    found = {"knowledge.write_held": conflict()}
    fact("Alice", subject="CEO", predicate="is", now=NOW)
    alias = aliases.add_alias(actor=writer("channel"), agent="alice", canonical="CEO", alias="attacker", now=NOW)
    found["knowledge.alias_held"] = str(alias.review_id)
    write("a.md", "# A\n\nHow it is done.\n", actor=agent())
    held = write("a.md", "---\nlayer: identity\n---\nI am.", actor=agent(), base=1)
    found["knowledge.page_held"] = str(held.review_id)
    asked = wiki_trust.ask(actor=agent(), space="alice", path="a.md", base=1, reason="so it is", now=LATER)
    found["knowledge.promotion_asked"] = str(asked)
    learn("a secret", "10")
    plan("10")
    found["knowledge.forget_planned"] = ApprovalRequest.objects.get(kind="forget_source").pk
    plan_migration(actor=ADMIN, agent="alice", to="carol", reason="renamed", now=NOW)
    found["knowledge.migration_planned"] = ApprovalRequest.objects.get(kind="namespace_migration").pk
    tell(procedure())
    return found
