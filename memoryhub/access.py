"""Who may see the numbers of the machine room."""

from __future__ import annotations

from django.http import HttpRequest

from memoryhub import tokens

ADMINISTRATORS = "admin"
SCOPE = "admin"


def is_administrator(request: HttpRequest) -> bool:
    """Whether the request comes from a signed-in administrator or carries a token with the scope ``admin``."""
    if "Authorization" in request.headers:
        credential = tokens.from_request(request)
        return credential is not None and credential.allows(SCOPE)
    person = request.user
    if not person.is_authenticated or not person.is_active:
        return False
    return person.is_superuser or person.groups.filter(name=ADMINISTRATORS).exists()
