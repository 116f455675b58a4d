"""The site map."""

from __future__ import annotations

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from memoryhub import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("health/live", health.live, name="health-live"),
    path("health/ready", health.ready, name="health-ready"),
    path("metrics", health.metrics, name="metrics"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("", include("curation.urls")),
]

if find_spec("memoryhub.api") and find_spec("memoryhub.api.router"):
    from memoryhub.api.router import api

    urlpatterns.insert(0, path("api/v1/", api.urls))
