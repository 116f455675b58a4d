"""The hub's own way of keeping passwords, with fewer rounds: fast enough to ask a thousand times."""

from __future__ import annotations

from django.contrib.auth.hashers import PBKDF2PasswordHasher


class FewRounds(PBKDF2PasswordHasher):
    """As in a hub, but 20 000 rounds."""

    iterations = 20_000
