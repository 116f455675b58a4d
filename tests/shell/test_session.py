"""Coming in and going out, as a browser does it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from memoryhub import signin


@pytest.mark.django_db
def test_link_signs_in_once(client):
    person = User.objects.create_superuser("admin")
    token = signin.mint_link(user=person, now=timezone.now())
    assert client.get(f"/sign-in/link/{token}/").url == "/sign-in/link/"
    assert client.post("/sign-in/link/").status_code == 302
