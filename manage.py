#!/usr/bin/env python3
"""Run anything: ``python3 manage.py up`` starts a hub, ``python3 manage.py test`` checks it.

On a fresh machine, where Django cannot be imported, this hands over to ``memoryhub.bootstrap``,
which needs the standard library alone.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def main() -> int | str:
    """Prepare the environment when needed, then run the command; a sentence goes to stderr, with exit code 1."""
    sys.path.insert(0, str(ROOT))
    from memoryhub import bootstrap  # noqa: PLC0415 - the path above has to be set first

    bootstrap.ensure_environment(root=ROOT, arguments=sys.argv[1:])
    bootstrap.make_data_folder(root=ROOT)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - exists only now
    from django.db import DatabaseError  # noqa: PLC0415

    try:
        execute_from_command_line(sys.argv)
    except DatabaseError as error:
        text = str(error)
        where = os.environ.get("MEMORYHUB_DATA") or ROOT / ".memoryhub"
        if "no such column" in text or ("column" in text and "does not exist" in text):
            return (
                f"The hub in {where} was kept by an older version: python3 manage.py up brings it up to date,"
                " and python3 manage.py migrate does so without starting it."
            )
        if "no such table" not in text and not ("relation" in text and "does not exist" in text):
            raise
        return (
            f"There is no hub in {where} yet: start it with python3 manage.py up,"
            " or name the folder of another one in MEMORYHUB_DATA."
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
