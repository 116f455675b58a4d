"""People's addresses."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from curation.views import preferences, session, styleguide

app_name = "curation"

urlpatterns: list[URLPattern | URLResolver] = [
    path("sign-in/", session.SignIn.as_view(), name="sign-in"),
    path("sign-in/link/<str:token>/", session.open_link, name="sign-in-link"),
    path("sign-in/link/", session.use_link, name="sign-in-confirm"),
    path("sign-out/", session.sign_out, name="sign-out"),
    path("preferences/", preferences.choose, name="preferences"),
    path("styleguide/", styleguide.styleguide, name="styleguide"),
]
