"""Who may see the numbers of the machine room."""

from __future__ import annotations

from django.http import HttpRequest

ADMINISTRATORS = "admin"


def is_administrator(request: HttpRequest) -> bool:
    """Whether the request comes from a signed-in administrator."""
    person = request.user
    if not person.is_authenticated or not person.is_active:
        return False
    return person.is_superuser or person.groups.filter(name=ADMINISTRATORS).exists()
