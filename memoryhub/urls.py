"""The site map."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView
from django.views.i18n import set_language

from curation.views.session import sign_out
from memoryhub import health
from memoryhub.api.router import api
from memoryhub.pages.events import events
from memoryhub.pages.reference import reference

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/docs", reference, name="reference"),
    path("api/v1/docs/events", events, name="reference-events"),
    path("api/v1/", api.urls),
    path("health/live", health.live, name="health-live"),
    path("health/ready", health.ready, name="health-ready"),
    path("metrics", health.metrics, name="metrics"),
    path("i18n/setlang/", login_not_required(set_language), name="set_language"),
    # One way in and out: the admin's own forms for that are not used.
    path("admin/login/", login_not_required(RedirectView.as_view(pattern_name="curation:sign-in", query_string=True))),
    path("admin/logout/", sign_out),
    path("admin/password_change/", RedirectView.as_view(pattern_name="curation:settings")),
    path("admin/", admin.site.urls),
    path("", include("memoryhub.pages.urls")),
    path("", include("curation.urls")),
]
