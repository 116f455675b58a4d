"""Commands as pages and sentences show them: typed in this hub's folder, they are about this hub and no other one.

A hub with a data folder or a database of its own is named by the environment it was started with; a command without
that would act on the hub that lies in `.memoryhub`. What may hold a password is hinted at and never shown.
"""

from __future__ import annotations

import os
import shlex

from django.conf import settings

DATA = "MEMORYHUB_DATA"
DATABASE = "DATABASE_URL"
HIDDEN = "…"


def environment() -> dict[str, str]:
    """Return the variables that lead to this hub; none where the defaults do.

    Returns:
        `MEMORYHUB_DATA` with an absolute path, and `DATABASE_URL` as `…` or the file that holds it as
        `DATABASE_URL_FILE`.
    """
    found = {}
    if settings.MEMORYHUB_DATA != settings.BASE_DIR / ".memoryhub":
        found[DATA] = str(settings.MEMORYHUB_DATA)
    if os.environ.get(DATABASE):
        found[DATABASE] = HIDDEN
    elif os.environ.get(f"{DATABASE}_FILE"):
        found[f"{DATABASE}_FILE"] = os.path.abspath(os.environ[f"{DATABASE}_FILE"])  # noqa: PTH100 - links stay
    return found


def command_line(typed: str) -> str:
    """Return what to type into a terminal for a command of this hub.

    Args:
        typed: the command with its arguments, `token mint alice`; further lines stay as they are.
    """
    variables = "".join(f"{name}={_quoted(value)} " for name, value in environment().items())
    return f"{variables}python3 manage.py {typed}"


def _quoted(value: str) -> str:
    return value if value == HIDDEN else shlex.quote(value)
