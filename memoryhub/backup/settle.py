"""Run in the folder of a restored hub before it takes its place: ``python -m memoryhub.backup.settle``.

Reads a JSON object from standard input and writes one to standard output. A process of its own, because the keys, the
settings and the database are those of the restored hub.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any


def main() -> int:
    """Bring the tables up to date, re-apply what must hold, and say how the hub is."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    import django  # noqa: PLC0415 - its settings read the line above

    django.setup()
    given = json.load(sys.stdin)
    from knowledge.errors import HubError  # noqa: PLC0415 - after the set-up

    try:
        found = _settle(given)
    except HubError as error:
        found = {"problem": error.message}
    json.dump(found, sys.stdout)
    return 0


def _settle(given: dict[str, Any]) -> dict[str, Any]:
    from django.contrib.sessions.models import Session  # noqa: PLC0415 - after the set-up
    from django.core.management import call_command  # noqa: PLC0415 - the same

    from knowledge.management.console import command_actor  # noqa: PLC0415 - the same
    from knowledge.services import audit, block_list  # noqa: PLC0415 - the same
    from knowledge.services.restored import leave_no_bytes, settle_restored  # noqa: PLC0415 - the same
    from memoryhub.models import SignInLink  # noqa: PLC0415 - the same

    call_command("migrate", interactive=False, verbosity=0)
    # Whoever was signed in then signs in again: a session may have been ended since.
    Session.objects.all().delete()
    SignInLink.objects.all().delete()
    chain = audit.verify()
    actor = command_actor()
    agents = settle_restored(actor=actor, newer_than=int(given["newer_than"]), details=given["details"])
    # Before anything is served: what was forgotten since the backup was made is forgotten here too.
    blocked = block_list.read_in(actor=actor)
    if blocked["deleted"]:
        leave_no_bytes()
    block_list.write_out()
    return {"agents": agents, "audit": chain.problem, "deleted": blocked["deleted"]}


if __name__ == "__main__":
    sys.exit(main())
