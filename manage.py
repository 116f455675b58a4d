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
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 - exists only now
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - the same
    from django.db import DatabaseError  # noqa: PLC0415 - the same

    from memoryhub.here import no_hub_yet, older  # noqa: PLC0415 - the same

    try:
        missing = no_hub_yet(sys.argv[1:])
        if missing:
            return missing
        bootstrap.make_data_folder(root=ROOT)
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        return str(error)
    except DatabaseError as error:
        if not older(error):
            raise
        return older(error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
