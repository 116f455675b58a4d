"""What people may be: three groups that exist in every hub."""

from __future__ import annotations

from typing import Any

from django.apps import apps as installed
from django.db import router

ROLES = ("viewer", "curator", "admin")


def ensure_roles(**signal: Any) -> None:
    """After every migration: make the groups that are missing. Groups made by people are left alone."""
    using = signal.get("using", "default")
    group = installed.get_model("auth", "Group")
    if not router.allow_migrate_model(using, group):
        return
    there = set(group.objects.using(using).filter(name__in=ROLES).values_list("name", flat=True))
    group.objects.using(using).bulk_create([group(name=name) for name in ROLES if name not in there])
